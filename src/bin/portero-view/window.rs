//! One window: the bar, the page, find, and what could not be done.

use std::rc::Rc;

use gtk::gio;
use gtk::prelude::*;
use portero::reader::address::{self, Address, Token};
use portero::reader::pages::{Facts, Place};
use portero::reader::state;
use tao::event_loop::EventLoopWindowTarget;
use tao::platform::unix::{WindowBuilderExtUnix, WindowExtUnix};
use tao::window::{Window, WindowBuilder, WindowId};
use webkit2gtk::{
    HitTestResultExt, LoadEvent, UserContentInjectedFrames, UserContentManagerExt, UserStyleLevel,
    UserStyleSheet, WebViewExt,
};
use wry::WebViewExtUnix;

use crate::find::Find;
use crate::location::Location;
use crate::shared::{Event, Shared};
use crate::{actions, clicks, context_menu, engine, header, keys};

/// Hides the list of contents; the page itself always has it.
const WITHOUT_CONTENTS: &str = "nav.contents { display: none !important } body.with-contents { display: block !important; max-width: 43rem !important }";

/// A window of the reader.
pub struct View {
    pub shared: Rc<Shared>,
    pub location: Location,
    pub find: Find,
    actions: gio::SimpleActionGroup,
    target: gtk::Label,
    notice: gtk::InfoBar,
    notice_words: gtk::Label,
    web: webkit2gtk::WebView,
    // Both end with this: the page first.
    _page: wry::WebView,
    window: Window,
}

/// Why there is no window.
pub type Failure = Box<dyn std::error::Error>;

impl View {
    /// A window that is not shown yet.
    pub fn new(target: &EventLoopWindowTarget<Event>, shared: &Rc<Shared>) -> Result<Rc<Self>, Failure> {
        let window = WindowBuilder::new().with_visible(false).with_default_vbox(true).build(target)?;
        let column = window.default_vbox().ok_or("the window has no room for a page")?.clone();
        let location = Location::new(shared);
        window.gtk_window().set_titlebar(Some(&header::bar(&location.field, shared)));
        let overlay = gtk::Overlay::new();
        let paper = gtk::Box::new(gtk::Orientation::Vertical, 0);
        overlay.add(&paper);
        let page = engine::view(&paper, shared)?;
        let web = page.webview();
        let find = Find::new(&web, shared);
        let view = Rc::new_cyclic(|itself| Self {
            shared: Rc::clone(shared),
            location,
            find,
            actions: actions::of(itself, shared.state().contents),
            target: gtk::Label::new(None),
            notice: gtk::InfoBar::new(),
            notice_words: gtk::Label::new(None),
            web,
            _page: page,
            window,
        });
        view.lay_out(&column, &overlay);
        view.listen();
        Ok(view)
    }

    fn lay_out(&self, column: &gtk::Box, overlay: &gtk::Overlay) {
        self.target.set_halign(gtk::Align::Start);
        self.target.set_valign(gtk::Align::End);
        self.target.set_ellipsize(gtk::pango::EllipsizeMode::Middle);
        self.target.set_no_show_all(true);
        self.target.style_context().add_class("target");
        overlay.add_overlay(&self.target);
        overlay.set_overlay_pass_through(&self.target, true);
        self.notice.set_message_type(gtk::MessageType::Warning);
        self.notice.set_show_close_button(true);
        self.notice.set_no_show_all(true);
        self.notice_words.set_line_wrap(true);
        self.notice.content_area().add(&self.notice_words);
        self.notice.connect_response(|notice, _| notice.hide());
        column.pack_start(&self.find.bar, false, false, 0);
        column.pack_start(&self.notice, false, false, 0);
        column.pack_start(overlay, true, true, 0);
        let state = self.shared.state();
        self.gtk().set_default_size(state.width, state.height);
        if state.maximized {
            self.gtk().maximize();
        }
        self.web.set_zoom_level(state.zoom);
        let contents = state.contents;
        drop(state);
        self.show_contents(contents);
    }

    fn listen(self: &Rc<Self>) {
        self.gtk().insert_action_group("win", Some(&self.actions));
        keys::listen(&self.web, &self.actions);
        context_menu::listen(&self.web, &self.shared);
        clicks::watch(self);
        self.location.listen(&Rc::downgrade(self));
        let view = Rc::downgrade(self);
        self.web.connect_load_changed(move |_, event| {
            if let Some(view) = view.upgrade() {
                view.loaded(event);
            }
        });
        let view = Rc::downgrade(self);
        self.web.connect_title_notify(move |web| {
            if let (Some(view), Some(title)) = (view.upgrade(), web.title()) {
                view.window.set_title(&title);
                view.note();
            }
        });
        let target = self.target.clone();
        self.web.connect_mouse_target_changed(move |_, hit, _| point_at(&target, hit.link_uri().as_deref()));
    }

    /// The name of the window in events.
    pub fn id(&self) -> WindowId {
        self.window.id()
    }

    /// The toolkit's window.
    pub fn gtk(&self) -> &gtk::ApplicationWindow {
        self.window.gtk_window()
    }

    /// The engine's view.
    pub const fn web(&self) -> &webkit2gtk::WebView {
        &self.web
    }

    /// Brings the window to the front.
    pub fn present(&self) {
        self.gtk().show_all();
        self.gtk().present();
    }

    /// Shows a page in this window.
    pub fn show(&self, place: Place) {
        let late = place.may_have_target();
        let Some(token) = self.shared.pages.begin(place) else { return };
        if !late {
            return self.web.load_uri(&token.to_string());
        }
        // The engine goes to a place on a page by the address alone, so the page must be there before it is asked for.
        let (pages, web) = (std::sync::Arc::clone(&self.shared.pages), self.web.clone());
        gtk::glib::spawn_future_local(async move {
            let anchor = gio::spawn_blocking(move || pages.anchor(token)).await.ok().flatten();
            let fragment =
                anchor.map(|anchor| format!("#{}", gtk::glib::Uri::escape_string(&anchor, None, false)));
            web.load_uri(&format!("{token}{}", fragment.unwrap_or_default()));
        });
    }

    /// Goes where somebody wanted to go: a document of ours in place, everything else to whoever opens it.
    pub fn follow(self: &Rc<Self>, uri: &str, apart: bool) {
        let place = Place::Uri(uri.to_owned());
        if !self.shared.reader.shows(uri) {
            let uri = uri.to_owned();
            self.shared.aside(self.id(), move |reader| reader.hand_on(&uri, false));
            return self.restore_location();
        }
        if apart { self.shared.send(Event::NewWindow(place)) } else { self.show(place) }
    }

    /// Tells what could not be done.
    pub fn tell(&self, words: &str) {
        self.notice_words.set_text(words);
        self.notice_words.show();
        self.notice.show();
    }

    /// What is known of the page.
    pub fn facts(&self) -> Facts {
        self.token().map(|token| self.shared.pages.facts(token)).unwrap_or_default()
    }

    /// The page's URI; the start page has none.
    pub fn uri(&self) -> Option<String> {
        self.shared.pages.place(self.token()?)?.uri().map(str::to_owned)
    }

    /// Sets the size of everything in the page.
    pub fn zoom(&self, level: f64) {
        let level = state::within(level);
        self.web.set_zoom_level(level);
        self.shared.state().zoom = level;
    }

    /// Shows or hides the list of contents.
    pub fn show_contents(&self, shown: bool) {
        let Some(manager) = self.web.user_content_manager() else { return };
        let fonts = self.shared.fonts(&self.window.gtk_window().pango_context());
        manager.remove_all_style_sheets();
        for sheet in [fonts].into_iter().chain((!shown).then_some(WITHOUT_CONTENTS)) {
            let (frames, level) = (UserContentInjectedFrames::AllFrames, UserStyleLevel::User);
            manager.add_style_sheet(&UserStyleSheet::new(sheet, frames, level, &[], &[]));
        }
    }

    /// Keeps the window's size for the next time.
    pub fn remember(&self) {
        let (width, height) = self.gtk().size();
        let mut state = self.shared.state();
        state.maximized = self.gtk().is_maximized();
        if !state.maximized {
            (state.width, state.height) = (width, height);
        }
    }

    /// Shows again where one is, after something else was typed.
    pub fn restore_location(&self) {
        self.location.field.set_text(&self.uri().unwrap_or_default());
    }

    fn loaded(&self, event: LoadEvent) {
        match event {
            LoadEvent::Committed => {
                self.notice.hide();
                self.enable();
                let uri = self.uri();
                self.location.set(uri.as_deref().unwrap_or_default());
                if uri.is_none() && self.gtk().is_active() {
                    self.location.focus();
                }
            }
            LoadEvent::Finished => {
                self.enable();
                self.find.again();
                self.note();
            }
            _ => {}
        }
    }

    /// Only what leads somewhere can be pressed.
    fn enable(&self) {
        let facts = self.facts();
        let has_uri = self.uri().is_some();
        let states = [
            ("back", self.web.can_go_back()),
            ("forward", self.web.can_go_forward()),
            ("next", facts.next.is_some()),
            ("previous", facts.previous.is_some()),
            ("up", facts.up.is_some()),
            ("copy-link", has_uri),
            ("terminal", has_uri),
            ("other-program", has_uri),
        ];
        for (name, enabled) in states {
            if let Some(action) = self.actions.lookup_action(name).and_downcast::<gio::SimpleAction>() {
                action.set_enabled(enabled);
            }
        }
    }

    /// Remembers a page that was found, as soon as its title is there.
    fn note(&self) {
        let title = self.web.title().filter(|title| !title.is_empty());
        if let (true, Some(uri), Some(title)) = (self.facts().found, self.uri(), title) {
            self.shared.state().remember(&uri, &title);
        }
    }

    fn token(&self) -> Option<Token> {
        match address::read(self.web.uri()?.as_str()) {
            Some(Address::Page(token)) => Some(token),
            _ => None,
        }
    }
}

/// Shows where the link under the pointer leads.
fn point_at(label: &gtk::Label, link: Option<&str>) {
    match link.and_then(context_menu::carried) {
        Some(uri) => {
            label.set_text(&portero::sanitize::line(&uri));
            label.show();
        }
        None => label.hide(),
    }
}
