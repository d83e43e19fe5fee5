//! What a search finds, in which order, and that the past is searched as it was.

mod past;
mod quality;

use memgpt_playground::engine::config::SearchRule::{self, Exact, Ranked, Substring};
use memgpt_playground::engine::search::SearchIndex;

/// An index over texts numbered from 1.
fn index(texts: &[&str]) -> SearchIndex {
    let mut index = SearchIndex::default();
    for (number, text) in (1..).zip(texts) {
        index.insert(number, text);
    }
    index
}

#[track_caller]
fn check_rule(rule: SearchRule, texts: &[&str], query: &str, expected: &[u32]) {
    let found = index(texts).search(rule, query, u32::MAX);
    assert_eq!(found, expected, "{rule:?} {query:?} in {texts:?}");
}

/// The ranked rule: what is found, best first.
#[track_caller]
fn check(texts: &[&str], query: &str, expected: &[u32]) {
    check_rule(Ranked, texts, query, expected);
}

#[test]
fn exact_compares_the_whole_text() {
    let texts = ["Perro", "perros", " perro ", "el perro", "pérro"];
    check_rule(Exact, &texts, "perro", &[1, 3]);
    check_rule(Exact, &texts, " PERRO", &[1, 3]);
    check_rule(Exact, &texts, "gato", &[]);
}

#[test]
fn substring_keeps_accents_and_order() {
    let texts = ["Mi perro ladra", "SÍ, mi perrO", "Si llueve", "sí", ""];
    check_rule(Substring, &texts, "PERRO", &[1, 2]);
    check_rule(Substring, &texts, "sí", &[2, 4]);
    check_rule(Substring, &texts, "si", &[3]);
    check_rule(Substring, &texts, "perro ladra", &[1]);
    check_rule(Substring, &texts, "o l", &[1]);
    check_rule(Substring, &texts, "¿", &[]);
    check_rule(Substring, &texts, "", &[1, 2, 3, 4, 5]);
}

#[test]
fn nothing_is_found_in_nothing() {
    for rule in [Exact, Substring, Ranked] {
        check_rule(rule, &[], "perro", &[]);
    }
    check(&["Mi perro"], "", &[]);
    check(&["Mi perro"], "¿...?", &[]);
    check(&["", "...", "Mi perro"], "perro", &[3]);
}

#[test]
fn numbers_may_have_gaps() {
    let mut index = SearchIndex::default();
    for (number, text) in [(3, "un perro"), (7, "un gato"), (20, "otro perro")] {
        index.insert(number, text);
    }
    assert_eq!(index.search(Ranked, "perro", 20), [3]);
    assert_eq!(index.search(Ranked, "perro", 21), [20, 3]);
    assert_eq!(index.search(Substring, "perro", 8), [3]);
    index.truncate(8);
    assert_eq!(index.search(Ranked, "perro", u32::MAX), [3]);
}

#[test]
fn forms_of_a_spanish_word_find_each_other() {
    for (text, query) in [
        ("Tengo dos perros", "perro"),
        ("Mi perro ladra mucho", "perros"),
        ("Mi gata llamaba a la puerta", "llama"),
        ("¿Cómo se llama tu hijo?", "llamaba"),
        ("Me llamo Ana", "llamas"),
        ("Vivía en Soria de niño", "vive"),
        ("Vivo en Soria", "vivía"),
        ("Trabajé tres años en un banco", "trabajas"),
        ("Está trabajando en Murcia", "trabajaba"),
        ("Comimos lentejas", "comer"),
        ("Mi hermana nació en mayo", "hermanas"),
        ("Los jueves juega al ajedrez", "jugando al ajedrez"),
        ("Le regalaron flores amarillas", "flor"),
        ("El examen fue difícil", "exámenes"),
        ("Dos canciones nuevas", "canción"),
        ("Los autobuses van llenos", "autobús"),
        ("Vendimos la casa del pueblo", "vender casas"),
        ("Estudia medicina en Granada", "estudiaba"),
        ("Nos casamos en 2014", "casarse"),
        ("Es alérgica a las nueces", "alérgico a la nuez"),
        ("Busqué las llaves", "buscar llaves"),
        ("¿Dónde aparqué?", "aparcar"),
        ("Conozco a su tío", "¿Lo conoce?"),
        ("Empecé en marzo", "empezar"),
        ("Prefiero el té", "¿Qué podría preferir?"),
        ("No recuerdo nada", "recordar"),
        ("Tuvimos suerte", "tener"),
        ("Hizo un pastel", "hacer"),
        ("Juega al ajedrez", "jugar"),
    ] {
        check(&[text, "Hoy no pasa nada especial"], query, &[1]);
    }
}

#[test]
fn forms_of_an_english_word_find_each_other() {
    for (text, query) in [
        ("I have two dogs", "dog"),
        ("My dog barks a lot", "dogs"),
        ("My sister's dog is called Rex", "sister dogs"),
        ("She was calling from Leeds", "call"),
        ("They call him Tom", "what is he called?"),
        ("I lived in York as a child", "living in York"),
        ("He works at the bakery", "working"),
        ("We walked along the canal", "walk"),
        ("She studies medicine", "studying"),
        ("I am allergic to nuts", "nut allergies"),
        ("The parties were loud", "party"),
        ("He hates olives", "hate olive"),
        ("We got married in 2014", "2014"),
        ("The children were happy", "happiness of children"),
        ("I don't like flying", "he likes to fly"),
        ("We bought a bike", "What did we buy?"),
        ("She taught chemistry", "teaching"),
        ("Both children went home", "child"),
    ] {
        check(&[text, "Nothing to report for now"], query, &[1]);
    }
}

#[test]
fn accents_case_and_marks_make_no_difference() {
    for (text, query) in [
        ("Vivía en Málaga", "MALAGA"),
        ("vivia en malaga", "vivía Málaga"),
        ("El cumpleaños de Íñigo", "¿Cumpleaños?"),
        ("Un pingüino", "pinguino"),
        ("pinguinos", "pingüino"),
        ("Llamó el médico", "medico"),
        ("me dijo el medico", "médicos"),
        ("¡¡Feliz AÑO!!", "¿año?"),
        ("La cancion de antes", "canción"),
        ("She works in a café", "cafe"),
        ("Cafe\u{301} con leche", "café"),
        ("el nin\u{303}o", "niños"),
    ] {
        check(&[text, "Otra cosa distinta"], query, &[1]);
    }
}

#[test]
fn the_letter_ene_is_not_an_n() {
    check(&["El ano de la caña", "El año de la cana"], "año", &[2]);
    check(&["El ano de la caña", "El año de la cana"], "caña", &[1]);
}

#[test]
fn numbers_dates_and_names_are_words() {
    let texts = [
        "Nací el 14 de febrero de 1990 en Vigo",
        "La cita es el 2026-03-01 a las 08:30",
        "Pedían 210.000 euros por el piso de Ana Belén",
        "My number is 48213, ask for O'Brien",
        "Quedamos el 3 de mayo",
    ];
    check(&texts, "1990", &[1]);
    check(&texts, "14 febrero", &[1]);
    check(&texts, "01/03/2026", &[2, 5]);
    check(&texts, "8:30", &[2]);
    check(&texts, "210000", &[3]);
    check(&texts, "210,000", &[3]);
    check(&texts, "ana belen", &[3]);
    check(&texts, "O’Brien", &[4]);
    check(&texts, "48213", &[4]);
    check(&texts, "482", &[]);
}

#[test]
fn stop_words_only_count_alone() {
    let texts = [
        "El perro de la casa",
        "¿Qué es eso?",
        "the house of the dog",
    ];
    check(&texts, "¿de qué casa es el perro?", &[1]);
    check(&texts, "the dog", &[3]);
    check(&texts, "¿qué?", &[2]);
    check(&texts, "the", &[3]);
    check(
        &["Her son is five", "Son las cinco"],
        "When is my son's birthday?",
        &[1, 2],
    );
}

#[test]
fn words_are_found_whatever_the_language() {
    let texts = [
        "My dog is called Canela",
        "Mi perra se llama Canela",
        "Nothing",
    ];
    check(&texts, "Canela", &[2, 1]);
    check(&texts, "¿Quién es Canela?", &[2, 1]);
    check(&texts, "Who is Canela?", &[1, 2]);
    check(&texts, "dogs", &[1]);
    check(&texts, "perros", &[2]);
}

/// What only the endings of the other language make alike is not the same word.
#[test]
fn endings_of_the_other_language_are_left_alone() {
    check(
        &["I take care of the garden", "This car is for them"],
        "car",
        &[2],
    );
    check(
        &["We had some wine with it", "They will win it"],
        "what did we win",
        &[2],
    );
    check(
        &["My mother is in the garden", "There is a moth in here"],
        "moth",
        &[2],
    );
}

#[test]
fn texts_with_more_of_the_words_come_first() {
    let texts = [
        "perro perro perro",
        "Mi hermana tiene un gato",
        "El perro de mi hermana se llama Trasto y es muy bueno con los niños",
        "Mi hermana, mi hermana, mi hermana",
    ];
    check(&texts, "el perro de mi hermana", &[3, 1, 4, 2]);
    check(
        &texts,
        "¿Cómo se llama el perro de mi hermana?",
        &[3, 1, 4, 2],
    );
}

#[test]
fn rarer_words_weigh_more_and_the_same_form_more_than_another() {
    let texts = ["perro grande", "perro pequeño", "perro viejo", "gato"];
    check(&texts, "perro gato", &[4, 3, 2, 1]);
    check(
        &["los perros", "el perro", "los perros"],
        "perro",
        &[2, 3, 1],
    );
}

#[test]
fn the_latest_of_equals_comes_first() {
    check(
        &["Vivo en Lugo", "Vivo en Lugo", "Vivo en Lugo"],
        "Lugo",
        &[3, 2, 1],
    );
}

#[test]
fn what_does_not_fit_is_cut_and_never_fails() {
    let long = "palabra ".repeat(10_000);
    let blob = "x".repeat(100_000);
    check(&[&long, &blob, "palabra"], "palabra", &[1, 3]);
    check(&["otra cosa", &blob], &blob, &[2]);
    let query: Vec<String> = (0..1_000).map(|number| format!("w{number}")).collect();
    check(&["w0", "w5 w6", "w999"], &query.join(" "), &[2, 1]);
}
