//! How often the right memory comes first, over questions as people ask them.

use memgpt_playground::engine::config::SearchRule::Ranked;

use super::index;

/// What was said, in two languages, one memory a line.
const MEMORIES: &[&str] = &[
    "Me llamo Lucía y vivo en Zaragoza",
    "Tengo una galga que se llama Canela y un perro que se llama Trasto",
    "Trabajo de enfermera en el hospital, en el turno de noche",
    "Mi cumpleaños es el 14 de febrero",
    "Mi hermana Marta vive en Huesca con sus dos hijas",
    "No me gusta el cilantro, me sabe a jabón",
    "El sábado subimos al Moncayo y se nos hizo de noche",
    "Mi hijo Mateo empieza el colegio en septiembre",
    "Mi marido se llama Andrés y es fontanero",
    "Estoy aprendiendo italiano con una aplicación del móvil",
    "He dejado el café, solo tomo té verde",
    "La cita del médico es el jueves 22 a las 9:45",
    "My name is Daniel and I live in Leeds",
    "We have a cat called Biscuit and a tortoise",
    "I work as a bus driver on the early shift",
    "My birthday is on the 9th of November",
    "My sister Hannah is a vet in York",
    "I can't stand olives",
    "On Sunday we walked along the canal to Saltaire",
    "My daughter Chloe starts school in September",
    "My wife is called Priya and teaches chemistry",
    "I'm learning Portuguese with an app",
    "I've given up coffee, I only drink peppermint tea",
    "The doctor's appointment is on Thursday the 22nd at 9:45",
];

/// Questions and the memory that answers each.
const QUESTIONS: &[(&str, u32)] = &[
    ("¿Dónde vive Lucía?", 1),
    ("¿Cómo se llaman mis perros?", 2),
    ("nombre de la galga", 2),
    ("¿De qué trabajo?", 3),
    ("turnos de noche en el hospital", 3),
    ("¿Cuándo es mi cumpleaños?", 4),
    ("¿Dónde viven mi hermana y sus hijas?", 5),
    ("¿Qué comida no me gusta? cilantro", 6),
    ("¿Cuándo subí al Moncayo?", 7),
    ("¿Cuándo empezará mi hijo el colegio?", 8),
    ("¿A qué se dedica mi marido?", 9),
    ("¿Qué idioma aprendo? aprender aplicaciones móviles", 10),
    ("¿Qué tomo ahora que dejé el café?", 11),
    ("¿Qué día tengo cita con el medico?", 12),
    ("Where does Daniel live?", 13),
    ("What are our cats called?", 14),
    ("driving a bus, what shift", 15),
    ("When is my birthday?", 16),
    ("What does my sister do?", 17),
    ("Do I like olives?", 18),
    ("Where did we go walking along the canal?", 19),
    ("When does my daughter start school?", 20),
    ("What is the name of my wife?", 21),
    ("Which language did I want to learn with the app?", 22),
    ("Do I still drink coffee?", 23),
    ("When is my appointment with the doctor?", 24),
];

#[test]
fn the_memory_that_answers_comes_first() {
    let index = index(MEMORIES);
    let mut missed = Vec::new();
    for (question, answer) in QUESTIONS {
        let found = index.search(Ranked, question, u32::MAX);
        let place = found.iter().position(|number| number == answer);
        assert!(
            place.is_some_and(|place| place < 3),
            "{question}: {found:?}"
        );
        if place != Some(0) {
            missed.push((question, found));
        }
    }
    println!(
        "{} of {} first; not: {missed:?}",
        QUESTIONS.len() - missed.len(),
        QUESTIONS.len()
    );
    assert!(missed.len() <= 3, "{missed:?}");
}
