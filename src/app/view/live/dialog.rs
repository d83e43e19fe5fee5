//! The dialog in which a live model is chosen. The key is typed here and nowhere else, is read
//! off its field once, and never written back to the page.

use leptos::ev::{self, Event, Targeted};
use leptos::{html, prelude::*};
use web_sys::HtmlInputElement;

use crate::app::choices::Panel;
use crate::app::command::Command;
use crate::app::live::choices::{CUSTOM, Destination};
use crate::app::live::connection::{ConnectProblem, Connection, Listing};
use crate::app::playground::LiveModel;
use crate::app::session::Session;
use crate::app::view::choice::{choice, entries, entry};
use crate::app::view::parts::{When, all, button, check, click, dynamic, fixed, say, words};
use crate::provider::profile::{BROWSER, PROFILES, Tools};
use crate::provider::protocol::Protocol;
use crate::provider::sign_in::PROVIDER;
use crate::text::{Locale, t};

use super::built_in::built_in;
use super::limits::limits;
use super::line::cause_list;
use super::sign_in::sign_in;
use super::words::{address_words, problem_words};

/// The names of providers as their users know them.
const NAMES: &[(&str, &str)] = &[
    ("openai", "OpenAI"),
    ("openai-responses", "OpenAI (Responses)"),
    ("anthropic", "Anthropic"),
    ("gemini", "Google Gemini"),
    ("openrouter", "OpenRouter"),
    ("mistral", "Mistral"),
    ("groq", "Groq"),
    ("deepseek", "DeepSeek"),
    ("ollama", "Ollama"),
    ("lmstudio", "LM Studio"),
    ("llamacpp", "llama.cpp"),
    ("vllm", "vLLM"),
];

/// What a person does in the dialog, beside what the connection keeps.
#[derive(Clone, Copy)]
struct Form {
    session: Session,
    connection: Connection,
    key: NodeRef<html::Input>,
    is_kept: RwSignal<bool>,
    is_confirmed: RwSignal<bool>,
    problem: RwSignal<Option<ConnectProblem>>,
    must_confirm: RwSignal<bool>,
}

/// The dialog.
pub fn dialog() -> AnyView {
    let session = Session::get();
    let connection = Connection::get();
    if session.is_framed() {
        let address = connection.own_tab();
        return view! {
            <p>{say(t::live::framed)}</p>
            <p><a href=address target="_blank" rel="noopener noreferrer">{say(t::live::own_tab)}</a></p>
        }
        .into_any();
    }
    connection.settle_key();
    connection.finish_sign_in();
    let form = Form {
        session,
        connection,
        key: NodeRef::new(),
        is_kept: RwSignal::new(false),
        is_confirmed: RwSignal::new(false),
        problem: RwSignal::new(None),
        must_confirm: RwSignal::new(false),
    };
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        form.begin();
    };
    let said = words(move |locale| {
        if form.must_confirm.get() {
            return t::live::confirm_first(locale).to_owned();
        }
        let problem = form.problem.get();
        problem.map_or_else(String::new, |problem| {
            problem_words(locale, problem).to_owned()
        })
    });
    view! {
        <form class="live-form" autocomplete="off" on:submit=submit>
            <p class="note">{say(t::live::about)}</p>
            {which(form)}
            {whose(form)}
            {limits(connection)}
            {destination(form)}
            <p class="live-problem" role="alert">{said}</p>
            {buttons(form)}
        </form>
    }
    .into_any()
}

impl Form {
    /// Takes the key off its field, and connects.
    fn connected(self) -> Option<LiveModel> {
        self.problem.set(None);
        let choices = self.connection.choices;
        let destination = choices.with_untracked(|choices| choices.destination());
        let must_confirm = destination == Ok(Destination::Elsewhere)
            || (destination.is_ok()
                && choices.with_untracked(|choices| choices.provider == CUSTOM));
        self.must_confirm
            .set(must_confirm && !self.is_confirmed.get_untracked());
        if self.must_confirm.get_untracked() {
            return None;
        }
        let connected = self.take_key().and_then(|()| self.connection.connect());
        match connected {
            Ok(live) => Some(live),
            Err(problem) => {
                self.problem.set(Some(problem));
                None
            }
        }
    }

    /// Takes the key off its field and empties it.
    fn take_key(self) -> Result<(), ConnectProblem> {
        let Some(field) = self.key.get_untracked() else {
            return Ok(());
        };
        let taken = self
            .connection
            .take_key(&field.value(), self.is_kept.get_untracked());
        if taken.is_ok() {
            field.set_value("");
        }
        taken
    }

    /// A new conversation with this model.
    fn begin(self) {
        let session = self.session;
        if let Some(live) = self.connected() {
            let config = self
                .connection
                .choices
                .with_untracked(|choices| choices.config());
            session.dispatch(Command::CloseDialog);
            session.open_unspoken(config, live);
        }
    }

    /// What is open goes on with this model.
    fn go_on(self) {
        let session = self.session;
        if let Some(live) = self.connected() {
            session.dispatch(Command::CloseDialog);
            session.connect(live);
        }
    }

    /// What came from outside in what is open comes again, and this model answers it.
    fn again(self) {
        let session = self.session;
        if let Some(live) = self.connected() {
            let choices = self.connection.choices;
            session.dispatch(Command::CloseDialog);
            session.begin_live_lane(live, choices.with_untracked(|choices| choices.price));
        }
    }

    fn list(self) {
        self.problem.set(None);
        let listed = self.take_key().and_then(|()| self.connection.list());
        self.problem.set(listed.err());
    }

    /// What was agreed to or typed for another address holds no longer.
    fn elsewhere(self) {
        self.is_confirmed.set(false);
        self.problem.set(None);
        self.must_confirm.set(false);
        self.connection.forget_list();
        if let Some(field) = self.key.get_untracked() {
            field.set_value("");
        }
        self.connection.settle_key();
    }
}

/// Provider, and for local servers and endpoints of one's own the address.
fn which(form: Form) -> AnyView {
    let choices = form.connection.choices;
    let providers = entries(|locale| {
        let named = PROFILES.iter().map(|profile| {
            let name = NAMES.iter().find(|(name, _)| *name == profile.name);
            entry(
                profile.name,
                match name {
                    Some((_, words)) => words,
                    None if profile.name == BROWSER => t::live::browser(locale),
                    None => t::live::custom(locale),
                },
            )
        });
        named.collect()
    });
    let provider = Signal::derive(move || choices.with(|choices| choices.provider.to_owned()));
    let has_address = Signal::derive(move || choices.with(|choices| choices.has_own_address()));
    let is_custom = Signal::derive(move || choices.with(|choices| choices.provider == CUSTOM));
    let address = Signal::derive(move || choices.with(|choices| choices.address.clone()));
    let type_address = move |event: Targeted<Event, HtmlInputElement>| {
        let typed = event.target().value();
        choices.update(|choices| {
            choices.address = typed;
            // What another server told of the model holds no longer.
            let name = choices.model.clone();
            choices.name_model(&name, &[]);
        });
        form.elsewhere();
        form.connection.ask_details();
    };
    let protocol =
        Signal::derive(move || choices.with(|choices| choices.protocol.name().to_owned()));
    let tools =
        Signal::derive(move || choices.with(|choices| tools_name(choices.tools).to_owned()));
    let protocols = entries(|_| {
        let words = |protocol| match protocol {
            Protocol::OpenAiChat => "OpenAI Chat Completions",
            Protocol::OpenAiResponses => "OpenAI Responses",
            Protocol::AnthropicMessages => "Anthropic Messages",
            Protocol::GeminiNative => "Gemini",
            Protocol::OllamaNative => "Ollama",
            Protocol::BrowserPrompt => "LanguageModel",
        };
        let of_servers = Protocol::ALL.into_iter().filter(|one| one.has_server());
        of_servers
            .map(|protocol| entry(protocol.name(), words(protocol)))
            .collect()
    });
    let ways = entries(|locale| {
        vec![
            entry("native", t::live::tools_native(locale)),
            entry("json", t::live::tools_json(locale)),
            entry("text", t::live::tools_text(locale)),
        ]
    });
    view! {
        <fieldset class="fields">
            <legend>{say(t::live::which)}</legend>
            {choice(t::live::provider, providers, provider, Panel::Live, move |name| {
                choices.update(|choices| choices.choose(&name));
                form.elsewhere();
            })}
            <When holds=has_address>
                <label class="field">
                    <span>{say(t::live::address)}</span>
                    <input type="url" class="live-address" spellcheck="false" autocomplete="off" prop:value=address on:change:target=type_address/>
                </label>
            </When>
            <When holds=is_custom>
                {choice(t::live::protocol, protocols, protocol, Panel::Live, move |name| {
                    if let Some(protocol) = Protocol::from_name(&name) {
                        choices.update(|choices| choices.protocol = protocol);
                        form.elsewhere();
                    }
                })}
                {choice(t::live::tools, ways, tools, Panel::Live, move |name| {
                    choices.update(|choices| choices.tools = tools_of(&name));
                })}
            </When>
        </fieldset>
    }
    .into_any()
}

fn tools_name(tools: Tools) -> &'static str {
    match tools {
        Tools::Native => "native",
        Tools::JsonSchema => "json",
        Tools::Text => "text",
    }
}

fn tools_of(name: &str) -> Tools {
    match name {
        "json" => Tools::JsonSchema,
        "text" => Tools::Text,
        _ => Tools::Native,
    }
}

/// The browser's own model, or a key and the name of a model.
fn whose(form: Form) -> AnyView {
    let choices = form.connection.choices;
    let is_in_browser = Memo::new(move |_| choices.with(|choices| choices.is_in_browser()));
    dynamic(move || {
        if is_in_browser.get() {
            built_in(form.connection)
        } else {
            view! { {key_field(form)} {model_field(form)} }.into_any()
        }
    })
    .into_any()
}

/// The key: its field is never filled by the page.
fn key_field(form: Form) -> AnyView {
    let connection = form.connection;
    let label = words(move |locale| {
        let needs_key = connection
            .choices
            .with(|choices| choices.profile().needs_key);
        let label: fn(Locale) -> _ = if needs_key {
            t::live::key
        } else {
            t::live::key_optional
        };
        label(locale).to_owned()
    });
    let held = words(move |locale| {
        let origin = connection.key_of.get();
        origin.map_or_else(String::new, |origin| t::live::key_held(locale, &origin))
    });
    let has_key = Signal::derive(move || connection.key_of.with(Option::is_some));
    let warning = words(move |locale| {
        let endpoint = connection.choices.with(|choices| choices.endpoint());
        match endpoint {
            Ok(endpoint) => t::live::warning(locale, &endpoint.origin()),
            Err(problem) => address_words(locale, problem).to_owned(),
        }
    });
    let is_kept = form.is_kept;
    let may_sign_in = Signal::derive(move || {
        let is_provider = connection
            .choices
            .with(|choices| choices.provider == PROVIDER);
        is_provider && connection.may_sign_in()
    });
    view! {
        <fieldset class="fields">
            <legend>{label}</legend>
            <label class="field">
                <span>{label}</span>
                <input
                    type="password" class="live-key" node_ref=form.key autocomplete="off" autocapitalize="off"
                    spellcheck="false" maxlength="1000" data-1p-ignore="" data-lpignore="true"
                />
            </label>
            <When holds=may_sign_in>{sign_in(connection)}</When>
            {check(say(t::live::keep_key), is_kept.into(), fixed(false), move |kept| is_kept.set(kept))}
            <p class="note" role="status">{held}</p>
            <When holds=has_key>
                {button("button", say(t::live::forget), fixed(false), click(move || connection.forget_key()))}
            </When>
        </fieldset>
        <p class="note">{warning}</p>
    }
    .into_any()
}

/// The model: chosen from the provider's list, or typed.
fn model_field(form: Form) -> AnyView {
    let connection = form.connection;
    let (choices, listing) = (connection.choices, connection.listing);
    let name = Signal::derive(move || choices.with(|choices| choices.model.clone()));
    let typed = move |event: Targeted<Event, HtmlInputElement>| {
        let name = event.target().value();
        choices.update(|choices| match &*listing.read_untracked() {
            Listing::Here(models) => choices.name_model(&name, models),
            _ => choices.name_model(&name, &[]),
        });
        connection.ask_details();
    };
    let options = dynamic(move || {
        let names = listing.with(|listing| match listing {
            Listing::Here(models) => models.iter().map(|model| model.name.clone()).collect(),
            _ => Vec::new(),
        });
        all(names
            .into_iter()
            .map(|name| view! { <option value=name></option> }.into_any()))
    });
    let about = dynamic(move || {
        let session = Session::get();
        let locale = session.locale();
        let words = match listing.get() {
            Listing::Unasked => String::new(),
            Listing::Coming => t::live::listing(locale).to_owned(),
            Listing::Here(models) if models.is_empty() => t::live::listed_none(locale).to_owned(),
            Listing::Here(models) => t::live::listed(locale, models.len() as u64),
            Listing::Failed { status: 0, causes } => {
                let list =
                    (!causes.is_empty()).then(|| cause_list(causes, connection.page_origin()));
                return view! { <p>{t::live::unlisted_opaque(locale)}</p> {list} }.into_any();
            }
            Listing::Failed { status, .. } => t::live::unlisted(locale, status.into()),
        };
        view! { <p>{words}</p> }.into_any()
    });
    let abilities = words(move |locale| {
        let told = choices.with(|choices| choices.tools_told);
        match told {
            Some(Tools::JsonSchema) => t::live::tools_told_json(locale).to_owned(),
            Some(Tools::Text) => t::live::tools_told_text(locale).to_owned(),
            Some(Tools::Native) | None => String::new(),
        }
    });
    view! {
        <fieldset class="fields">
            <legend>{say(t::live::model)}</legend>
            <label class="field">
                <span>{say(t::live::model)}</span>
                <input
                    type="text" class="live-model" list="live-models" autocomplete="off" autocapitalize="off"
                    spellcheck="false" maxlength="200" prop:value=name on:change:target=typed
                />
            </label>
            <datalist id="live-models">{options}</datalist>
            {button("button", say(t::live::list_models), fixed(false), click(move || form.list()))}
        </fieldset>
        <div class="note live-listing" role="status">{about}</div>
        <p class="note">{abilities}</p>
    }
    .into_any()
}

/// Where it all goes, where only the person can know whether that is right.
fn destination(form: Form) -> AnyView {
    let connection = form.connection;
    let is_confirmed = form.is_confirmed;
    dynamic(move || {
        let session = Session::get();
        let locale = session.locale();
        let choices = connection.choices.get();
        let (Ok(destination), Ok(endpoint)) = (choices.destination(), choices.endpoint()) else {
            return ().into_any();
        };
        if destination == Destination::Elsewhere && !connection.allows_any_host() {
            let address = connection.any_host_page();
            return view! {
                <p class="live-warning">{t::live::strict(locale)} " " <a href=address>{t::live::strict_link(locale)}</a></p>
            }
            .into_any();
        }
        if destination != Destination::Elsewhere && choices.provider != CUSTOM {
            return ().into_any();
        }
        let host = endpoint.origin().to_string();
        let about = t::live::goes_to(locale, &host);
        let yes = words(move |locale| t::live::confirm(locale, &host));
        view! {
            <div class="live-confirm">
                <p>{about}</p>
                {check(yes, is_confirmed.into(), fixed(false), move |yes| is_confirmed.set(yes))}
            </div>
        }
        .into_any()
    })
    .into_any()
}

fn buttons(form: Form) -> AnyView {
    let session = Session::get();
    let connection = form.connection;
    let is_blocked = Signal::derive(move || {
        let elsewhere = connection.choices.with(|choices| choices.destination());
        elsewhere == Ok(Destination::Elsewhere) && !connection.allows_any_host()
    });
    // Items are no conversation.
    let may_go_on = Signal::derive(move || session.frame.with(|frame| !frame.counts_items()));
    let may_begin =
        Signal::derive(move || may_go_on.get() && session.frame.with(|frame| frame.count > 1));
    let is_connected = Signal::derive(move || connection.connected.with(Option::is_some));
    let change = move || {
        connection.change_limits();
        session.dispatch(Command::CloseDialog);
    };
    let disconnect = move || {
        connection.disconnect();
        session.dispatch(Command::CloseDialog);
    };
    view! {
        <div class="row">
            <button type="submit" class="button button-primary" disabled=is_blocked>{say(t::live::begin)}</button>
            <When holds=may_go_on>
                {button("button", say(t::live::go_on), is_blocked, click(move || form.go_on()))}
            </When>
            <When holds=may_begin>
                {button("button", say(t::lanes::with_this), is_blocked, click(move || form.again()))}
            </When>
            <When holds=is_connected>
                {button("button", say(t::live::limits_only), fixed(false), click(change))}
                {button("button", say(t::live::disconnect), fixed(false), click(disconnect))}
            </When>
        </div>
    }
    .into_any()
}
