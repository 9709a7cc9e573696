//! The web engine, held to what a page of text needs: no scripts, no network, nothing stored, its own process shut
//! in where the kernel lets it.

use std::sync::Arc;
use std::thread;

use gtk::prelude::GtkSettingsExt;
use portero::reader::address::{self, Address, SCHEME};
use portero::reader::engine::{DEVTOOLS, EPHEMERAL, JAVASCRIPT};
use portero::reader::pages::Pages;
use webkit2gtk::{CacheModel, HardwareAccelerationPolicy, Settings, SettingsExt, WebContextExt, WebViewExt};
use wry::http::{Method, Request, Response, StatusCode};
use wry::{RequestAsyncResponder, WebView, WebViewBuilder, WebViewBuilderExtUnix, WebViewExtUnix};

use crate::shared::Shared;

/// Nothing but the page's own text and our own style.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src portero:; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// Makes a view in a container: the first with an engine of its own, others beside it in the same process.
pub fn view(container: &gtk::Box, shared: &Shared) -> wry::Result<WebView> {
    let related = shared.related.borrow().clone();
    let mut builder =
        WebViewBuilder::new().with_incognito(EPHEMERAL).with_devtools(DEVTOOLS).with_focused(false);
    if !JAVASCRIPT {
        builder = builder.with_javascript_disabled();
    }
    let first = related.is_none();
    builder = match related {
        Some(related) => builder.with_related_view(related),
        None => {
            builder.with_asynchronous_custom_protocol(SCHEME.to_owned(), serve(Arc::clone(&shared.pages)))
        }
    };
    let view = builder.build_gtk(container)?;
    let inner = view.webview();
    if let Some(settings) = inner.settings() {
        restrict(&settings);
    }
    if first && let Some(context) = inner.context() {
        context.set_cache_model(CacheModel::DocumentViewer);
        context.set_spell_checking_enabled(false);
    }
    *shared.related.borrow_mut() = Some(inner);
    Ok(view)
}

/// What wry leaves on, or has no call for.
fn restrict(settings: &Settings) {
    settings.set_enable_developer_extras(DEVTOOLS);
    settings.set_enable_javascript_markup(false);
    settings.set_javascript_can_open_windows_automatically(false);
    settings.set_enable_webgl(false);
    settings.set_enable_webaudio(false);
    settings.set_enable_media(false);
    settings.set_enable_html5_database(false);
    settings.set_enable_html5_local_storage(false);
    settings.set_enable_page_cache(false);
    // They keep a picture of each page that was left, of some megabytes.
    settings.set_enable_back_forward_navigation_gestures(false);
    settings.set_enable_smooth_scrolling(
        gtk::Settings::default().is_none_or(|gtk| gtk.is_gtk_enable_animations()),
    );
    // Software painting shows the first page sooner, and takes 65 MB less.
    settings.set_hardware_acceleration_policy(HardwareAccelerationPolicy::Never);
}

/// Answers the engine, each page from a thread of its own: it may still be in the making.
fn serve(
    pages: Arc<Pages>,
) -> impl Fn(&str, Request<Vec<u8>>, RequestAsyncResponder) + Send + Sync + 'static {
    move |_, request, responder| {
        let wanted = request.uri().to_string();
        let pages = Arc::clone(&pages);
        let is_get = request.method() == Method::GET;
        thread::spawn(move || responder.respond(answer(is_get, &wanted, &pages)));
    }
}

fn answer(is_get: bool, wanted: &str, pages: &Pages) -> Response<Vec<u8>> {
    let token = match address::read(wanted) {
        Some(Address::Page(token)) if is_get => Some(token),
        _ => None,
    };
    let html = token.and_then(|token| pages.html(token));
    let status = if html.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let mut response = Response::new(html.unwrap_or_default().into_bytes());
    *response.status_mut() = status;
    let headers = [
        ("content-type", "text/html; charset=utf-8"),
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("x-dns-prefetch-control", "off"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-store"),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, wry::http::HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use portero::reader::pages::{Facts, Page, Place};

    use super::*;

    #[test]
    fn only_what_was_issued_is_answered() {
        let pages = Pages::new(|_| Page { html: "<p>x".into(), facts: Facts::default() });
        let issued = pages.begin(Place::Start).unwrap().to_string();
        let strange =
            ["portero://localhost/%2e%2e%2fetc%2fpasswd", "portero://other-origin/doc/1", "portero://page/0"];
        for wanted in strange {
            let response = answer(true, wanted, &pages);
            assert_eq!((response.status().as_u16(), response.body().len()), (404, 0), "{wanted}");
        }
        assert_eq!(answer(false, &issued, &pages).status(), 404);
        let response = answer(true, &issued, &pages);
        assert_eq!((response.status().as_u16(), response.body().as_slice()), (200, &b"<p>x"[..]));
        assert!(
            response.headers()["content-security-policy"]
                .to_str()
                .unwrap()
                .starts_with("default-src 'none';")
        );
    }
}
