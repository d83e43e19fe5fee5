//! The examples that ship. The first is part of the program (`first`), so that the first
//! screen needs no further file; the others are fetched when they are chosen.

use crate::engine::config::RuleSet;

use super::bilingual::Bilingual;

/// An example that ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// Its id; `scenarios/<id>.json` beside the page.
    pub id: &'static str,
    /// Its title, as in the file.
    pub title: Bilingual<&'static str>,
    /// Its rule set, as in the file.
    pub rules: RuleSet,
}

/// All of them, in the order in which they are offered; the first one opens.
pub const BUILT_IN: [BuiltIn; 7] = [
    BuiltIn {
        id: "five-slots",
        title: Bilingual {
            es: "Cinco casillas",
            en: "Five slots",
        },
        rules: RuleSet::Miniature,
    },
    BuiltIn {
        id: "five-slots-model",
        title: Bilingual {
            es: "Cinco casillas: decide el modelo",
            en: "Five slots: the model decides",
        },
        rules: RuleSet::Miniature,
    },
    BuiltIn {
        id: "everything-at-once",
        title: Bilingual {
            es: "Todo hace falta a la vez",
            en: "Everything is needed at once",
        },
        rules: RuleSet::Miniature,
    },
    BuiltIn {
        id: "pressure-alert",
        title: Bilingual {
            es: "El aviso de memoria",
            en: "The pressure warning",
        },
        rules: RuleSet::Paper,
    },
    BuiltIn {
        id: "six-sessions",
        title: Bilingual {
            es: "Seis sesiones con Inés",
            en: "Six sessions with Inés",
        },
        rules: RuleSet::Paper,
    },
    BuiltIn {
        id: "three-documents",
        title: Bilingual {
            es: "Tres textos y una pregunta",
            en: "Three texts and a question",
        },
        rules: RuleSet::Paper,
    },
    BuiltIn {
        id: "unreliable-manager",
        title: Bilingual {
            es: "El gestor poco fiable",
            en: "The unreliable manager",
        },
        rules: RuleSet::Paper,
    },
];

/// The example of that id.
pub fn find(id: &str) -> Option<&'static BuiltIn> {
    BUILT_IN.iter().find(|example| example.id == id)
}
