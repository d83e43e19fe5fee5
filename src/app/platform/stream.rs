//! Requests to providers: without cookies, referrer, cache or redirects, to `https:` or this
//! machine alone, and answers as they arrive.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Reflect, Uint8Array};
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    AbortController, ReadableStreamDefaultReader, ReferrerPolicy, Request, RequestCache,
    RequestCredentials, RequestInit, RequestMode, RequestRedirect, Response,
};

use crate::provider::classify::Head;
use crate::provider::headers::Headers;

/// What comes of a request.
pub enum Arrived {
    /// The answer has begun.
    Head(Head),
    /// More of it.
    Bytes(Vec<u8>),
    /// It has ended.
    Ended,
    /// It failed, or broke off; the browser does not say why.
    Lost,
}

/// A request that is going on. Dropping it ends it, and nothing more is heard of it.
pub struct Streaming {
    abort: AbortController,
    is_over: Rc<Cell<bool>>,
}

impl Streaming {
    /// Something that is going on, ended by `abort`, and not told of once it is over.
    pub(super) fn new(abort: AbortController, is_over: Rc<Cell<bool>>) -> Self {
        Self { abort, is_over }
    }

    /// Nothing more is heard of it, but it may come to its end.
    pub fn silence(&self) {
        self.is_over.set(true);
    }
}

impl Drop for Streaming {
    fn drop(&mut self) {
        self.is_over.set(true);
        self.abort.abort();
    }
}

/// Sends a request, by POST where there is a body. `told` hears of everything that comes, and
/// says whether it wants more. `None` where the browser does not even take it.
pub fn send(
    address: &str,
    headers: &Headers<'_>,
    body: Option<&str>,
    is_loopback: bool,
    told: impl FnMut(Arrived) -> bool + 'static,
) -> Option<Streaming> {
    let abort = AbortController::new().ok()?;
    let init = RequestInit::new();
    let sent = web_sys::Headers::new().ok()?;
    for (name, value) in &headers.plain {
        // Without a body nothing has a type, and every header more needs leave.
        if body.is_some() || *name != "content-type" {
            sent.append(name, value).ok()?;
        }
    }
    if let Some(appended) = headers.send_key(|name, value| sent.append(name, value)) {
        appended.ok()?;
    }
    init.set_method(if body.is_some() { "POST" } else { "GET" });
    init.set_headers(&sent);
    if let Some(body) = body {
        init.set_body(&JsValue::from_str(body));
    }
    init.set_mode(RequestMode::Cors);
    init.set_credentials(RequestCredentials::Omit);
    init.set_cache(RequestCache::NoStore);
    // Elsewhere some headers with a key would travel on.
    init.set_redirect(RequestRedirect::Error);
    init.set_referrer_policy(ReferrerPolicy::NoReferrer);
    init.set_signal(Some(&abort.signal()));
    let request = request(address, &init, is_loopback)?;
    let is_over = Rc::new(Cell::new(false));
    spawn_local(receive(request, Rc::clone(&is_over), Box::new(told)));
    Some(Streaming::new(abort, is_over))
}

/// The request; on this machine it says so, which makes the browser ask the person at once.
/// Browsers that know the word by another meaning refuse it: then without.
fn request(address: &str, init: &RequestInit, is_loopback: bool) -> Option<Request> {
    if is_loopback {
        let name = JsValue::from_str("targetAddressSpace");
        // Setting a field of our own object cannot fail.
        let _ = Reflect::set(init, &name, &JsValue::from_str("loopback"));
        if let Ok(request) = Request::new_with_str_and_init(address, init) {
            return Some(request);
        }
        let _ = Reflect::delete_property(init, &name);
    }
    Request::new_with_str_and_init(address, init).ok()
}

async fn receive(
    request: Request,
    is_over: Rc<Cell<bool>>,
    mut told: Box<dyn FnMut(Arrived) -> bool>,
) {
    let mut tell = move |arrived: Arrived| !is_over.get() && told(arrived);
    let answered = JsFuture::from(window().fetch_with_request(&request)).await;
    let Some(response) = answered.ok().and_then(|it| it.dyn_into::<Response>().ok()) else {
        tell(Arrived::Lost);
        return;
    };
    if !tell(Arrived::Head(head(&response))) {
        return;
    }
    let Some(body) = response.body() else {
        tell(Arrived::Ended);
        return;
    };
    let Ok(reader) = body.get_reader().dyn_into::<ReadableStreamDefaultReader>() else {
        tell(Arrived::Lost);
        return;
    };
    loop {
        let Ok(chunk) = JsFuture::from(reader.read()).await else {
            tell(Arrived::Lost);
            return;
        };
        let field = |name: &str| Reflect::get(&chunk, &JsValue::from_str(name)).ok();
        if field("done").is_none_or(|done| done.is_truthy()) {
            tell(Arrived::Ended);
            return;
        }
        let bytes = field("value").and_then(|value| value.dyn_into::<Uint8Array>().ok());
        if let Some(bytes) = bytes
            && !tell(Arrived::Bytes(bytes.to_vec()))
        {
            return;
        }
    }
}

fn head(response: &Response) -> Head {
    let header = |name: &str| response.headers().get(name).ok().flatten();
    Head {
        status: response.status(),
        content_type: header("content-type").unwrap_or_default(),
        retry_after: header("retry-after"),
        retry_after_ms: header("retry-after-ms"),
        is_local: false,
    }
}
