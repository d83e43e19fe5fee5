//! The scripted model on the page: what the miniature asks is answered at once, free
//! conversation after its file has come.

use std::cell::Cell;

use leptos::task::spawn_local;

use crate::engine::reply::{Reply, Request};
use crate::model::script::{self, ScriptStep};

use super::on_demand::{self, Converse, Missing};

thread_local! {
    static CONVERSE: Cell<Option<Converse>> = const { Cell::new(None) };
}

/// Fetches the model, then says whether it is there.
pub fn fetch(done: impl FnOnce(Result<(), Missing>) + 'static) {
    if CONVERSE.get().is_some() {
        done(Ok(()));
        return;
    }
    spawn_local(async move {
        done(
            on_demand::converse()
                .await
                .map(|converse| CONVERSE.set(Some(converse))),
        );
    });
}

/// The model's reply. `None` while the model is not there yet; what the miniature asks is
/// answered without it.
pub fn answer(request: &Request, step: Option<&ScriptStep>, seed: u64) -> Option<Reply> {
    if step.is_none()
        && let Some(reply) = script::miniature_reply(request, seed)
    {
        return Some(reply);
    }
    Some(CONVERSE.get()?(request, step, seed))
}
