//! The objects on the bus: a thin skin over the [`Doorman`]. What each member means stands in
//! `data/io.github.portero.Portero1.xml`.
#![allow(missing_docs, reason = "the members are documented in the introspection file")]
#![allow(clippy::unused_self, reason = "a member is a method also where it needs nothing of its object")]

use std::collections::HashMap;
use std::sync::Arc;

use zbus::message::Header;
use zbus::object_server::SignalEmitter;
use zbus::{Connection, OwnedVariant, Variant, interface};

use super::answer::Answer;
use super::doorman::{Call, Doorman};
use super::error::Refusal;
use super::order::{Options, Order};
use crate::error::{Code, Error};
use crate::message;
use crate::open::page;

/// Where one begins to read without the reader's window and its start page.
const MANUAL: &str = "man:";

/// `org.freedesktop.Application`: what other programs call without knowing us.
pub struct Application(pub Arc<Doorman>);

#[interface(name = "org.freedesktop.Application")]
impl Application {
    async fn activate(
        &self,
        platform_data: Options,
        #[zbus(header)] call: Header<'_>,
        #[zbus(connection)] bus: &Connection,
    ) -> Result<(), Refusal> {
        if page::window_program().is_none() {
            return self.open(vec![MANUAL.to_owned()], platform_data, call, bus).await;
        }
        let order = Order::of_application(Vec::new(), &platform_data)?;
        Ok(self.0.show_start_page(self.0.call_of(bus, &call, order).await?)?)
    }

    /// Answers as soon as the caller is known, before anything is looked at or asked.
    async fn open(
        &self,
        uris: Vec<String>,
        platform_data: Options,
        #[zbus(header)] call: Header<'_>,
        #[zbus(connection)] bus: &Connection,
    ) -> Result<(), Refusal> {
        let order = Order::of_application(uris, &platform_data)?;
        self.0.open_later(bus, self.0.call_of(bus, &call, order).await?);
        Ok(())
    }

    fn activate_action(
        &self,
        action_name: &str,
        parameter: Vec<OwnedVariant>,
        platform_data: Options,
    ) -> Result<(), Refusal> {
        let _ = (parameter, platform_data);
        Err(Error::new(Code::Unsupported, message!("there is no action {action_name}", action_name)).into())
    }
}

/// `io.github.portero.Portero1`
pub struct Portero(pub Arc<Doorman>);

#[interface(name = "io.github.portero.Portero1")]
impl Portero {
    #[zbus(out_args("results"))]
    async fn open(
        &self,
        uris: Vec<String>,
        options: Options,
        #[zbus(header)] call: Header<'_>,
        #[zbus(connection)] bus: &Connection,
    ) -> Result<Vec<Answer>, Refusal> {
        let _busy = self.0.activity.begin();
        let order = Order::new(uris, &options)?;
        let call = self.0.call_of(bus, &call, order).await?;
        if call.caller.sandboxed {
            return Ok(self.0.open_unseen(bus, call));
        }
        self.0.open(bus, call).await
    }

    #[zbus(out_args("json"))]
    async fn explain(
        &self,
        uri: String,
        #[zbus(header)] call: Header<'_>,
        #[zbus(connection)] bus: &Connection,
    ) -> Result<String, Refusal> {
        let _busy = self.0.activity.begin();
        let order = Order::new(vec![uri], &Options::new())?;
        let call = self.0.call_of(bus, &call, order).await?;
        if call.caller.sandboxed {
            return Err(nothing_to_learn());
        }
        Ok(self.0.explain(call).await)
    }

    fn reload(&self) {
        self.0.reload();
    }

    #[zbus(signal)]
    pub async fn accepted(
        emitter: &SignalEmitter<'_>,
        uri: &str,
        rule: &str,
        details: HashMap<&str, Variant<'_>>,
    ) -> zbus::Result<()>;

    #[zbus(signal)]
    pub async fn opened(
        emitter: &SignalEmitter<'_>,
        uri: &str,
        rule: &str,
        details: HashMap<&str, Variant<'_>>,
    ) -> zbus::Result<()>;

    #[zbus(signal)]
    pub async fn failed(
        emitter: &SignalEmitter<'_>,
        uri: &str,
        rule: &str,
        details: HashMap<&str, Variant<'_>>,
    ) -> zbus::Result<()>;

    #[zbus(property(emits_changed_signal = "const"))]
    fn version(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }
}

/// The log, for `portero log` alone: an object of its own, so that the public one stays what it promises.
pub struct Log(pub Arc<Doorman>);

#[interface(name = "io.github.portero.Portero1.Log")]
impl Log {
    #[zbus(out_args("json_lines"))]
    async fn decisions(
        &self,
        #[zbus(header)] call: Header<'_>,
        #[zbus(connection)] bus: &Connection,
    ) -> Result<String, Refusal> {
        if self.0.call_of(bus, &call, Order::default()).await?.caller.sandboxed {
            return Err(nothing_to_learn());
        }
        Ok(self.0.log())
    }
}

fn nothing_to_learn() -> Refusal {
    let message = message!("a confined program may not learn what there is on this machine");
    Error::new(Code::Denied, message).into()
}

impl Doorman {
    /// Finds out who sent a call.
    async fn call_of(&self, bus: &Connection, call: &Header<'_>, order: Order) -> Result<Call, Refusal> {
        // The bus writes the sender into every message.
        let name =
            call.sender().ok_or_else(|| Error::new(Code::Failed, message!("the call has no sender")))?;
        Ok(Call { client: name.to_owned().into(), caller: self.callers.find(bus, name).await, order })
    }
}
