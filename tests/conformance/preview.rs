//! The program's own live preview, which has to answer as the hosts do, but for one field.

use crate::answer::Field;
use crate::deviation::{Deviation, Instead};
use crate::netlify::HOST;
use crate::suite::{Candidate, Recipe};

pub(crate) fn preview() -> Candidate {
    Candidate {
        name: "preview".to_owned(),
        host: HOST.to_owned(),
        settings: "",
        server: Recipe {
            needs: Vec::new(),
            install: String::new(),
            start: "exec \"$VITAE\" serve --listen 127.0.0.1:$PORT --content content".to_owned(),
        },
        deviations: vec![CACHE_CONTROL],
    }
}

const CACHE_CONTROL: Deviation = Deviation {
    name: "nothing is taken from a cache unasked",
    why: "The next save changes what was answered; browsers have to see it at once.",
    instead: Instead::Answers(|_, answer| {
        if let Some(field) = answer.fields.get_mut("cache-control") {
            *field = Field::Is("no-cache".to_owned());
        }
    }),
};
