//! The smallest Leptos page that does something.

use leptos::prelude::*;

fn main() {
    leptos::mount::mount_to_body(Counter);
}

#[component]
fn Counter() -> impl IntoView {
    let count = RwSignal::new(0);
    view! { <button on:click=move |_| count.update(|count| *count += 1)>{count}</button> }
}
