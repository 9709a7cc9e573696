//! The web engine, held to what a page of text needs: no scripts, no network, nothing stored, its own process shut
//! in where the kernel lets it.

use std::io;
use std::sync::Arc;

use gtk::gio::ReadInputStream;
use gtk::prelude::GtkSettingsExt;
use portero::reader::address::{self, Address, SCHEME};
use portero::reader::engine::{DEVTOOLS, EPHEMERAL, JAVASCRIPT};
use portero::reader::pages::Pages;
use portero::reader::stream::Stream;
use soup::{MessageHeaders, MessageHeadersType};
use webkit2gtk::{
    CacheModel, HardwareAccelerationPolicy, Settings, SettingsExt, URISchemeRequest, URISchemeRequestExt,
    URISchemeResponse, URISchemeResponseExt, WebContextExt, WebViewExt,
};
use wry::{WebView, WebViewBuilder, WebViewBuilderExtUnix, WebViewExtUnix};

use crate::shared::Shared;

/// Nothing but the page's own text and our own style.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src portero:; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// What goes with every answer.
const HEADERS: [(&str, &str); 5] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-dns-prefetch-control", "off"),
    ("referrer-policy", "no-referrer"),
    ("cache-control", "no-store"),
];

const FOUND: u32 = 200;
const NOT_FOUND: u32 = 404;

/// The length of a stream that ends where it ends.
const UNKNOWN_LENGTH: i64 = -1;

/// Makes a view in a container: the first with an engine of its own, others beside it in the same process.
pub fn view(container: &gtk::Box, shared: &Shared) -> wry::Result<WebView> {
    let related = shared.related.borrow().clone();
    let mut builder =
        WebViewBuilder::new().with_incognito(EPHEMERAL).with_devtools(DEVTOOLS).with_focused(false);
    if !JAVASCRIPT {
        builder = builder.with_javascript_disabled();
    }
    let first = related.is_none();
    if let Some(related) = related {
        builder = builder.with_related_view(related);
    }
    let view = builder.build_gtk(container)?;
    let inner = view.webview();
    if let Some(settings) = inner.settings() {
        restrict(&settings);
    }
    if first && let Some(context) = inner.context() {
        context.set_cache_model(CacheModel::DocumentViewer);
        context.set_spell_checking_enabled(false);
        let pages = Arc::clone(&shared.pages);
        context.register_uri_scheme(SCHEME, move |request| answer(request, &pages));
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

/// Answers the engine; the stream waits for a page that is still in the making, in a thread of its own.
fn answer(request: &URISchemeRequest, pages: &Arc<Pages>) {
    let method = request.http_method().unwrap_or_default();
    let page = stream(&method, &request.uri().unwrap_or_default(), pages);
    let status = if page.is_some() { FOUND } else { NOT_FOUND };
    let body = page.map_or_else(|| ReadInputStream::new(io::empty()), ReadInputStream::new);
    let response = URISchemeResponse::new(&body, UNKNOWN_LENGTH);
    response.set_status(status, None);
    response.set_content_type("text/html; charset=utf-8");
    let headers = MessageHeaders::new(MessageHeadersType::Response);
    for (name, value) in HEADERS {
        headers.append(name, value);
    }
    response.set_http_headers(headers);
    request.finish_with_response(&response);
}

/// The page that was asked for; `None` where none was issued under this address.
fn stream(method: &str, wanted: &str, pages: &Arc<Pages>) -> Option<Stream> {
    match address::read(wanted) {
        Some(Address::Page(token)) if method == "GET" => Stream::of(pages, token),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use portero::reader::pages::{Page, Place};

    use super::*;

    #[test]
    fn only_what_was_issued_is_answered() {
        let pages = Pages::new(|_| Page::default());
        let issued = pages.begin(Place::Start).unwrap().to_string();
        let rows = [
            ("GET", issued.as_str(), true),
            ("POST", issued.as_str(), false),
            ("GET", "portero://localhost/%2e%2e%2fetc%2fpasswd", false),
            ("GET", "portero://other-origin/doc/1", false),
            ("GET", "portero://page/0", false),
        ];
        for (method, wanted, found) in rows {
            assert_eq!(stream(method, wanted, &pages).is_some(), found, "{method} {wanted}");
        }
    }
}
