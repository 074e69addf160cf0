//! The program's own live preview, which has to answer as the hosts do, but for one field.

use vitae::render::host::Server;

use crate::answer::Field;
use crate::deviation::Deviation;
use crate::netlify::HOST;
use crate::suite::Candidate;

pub(crate) fn preview() -> Candidate {
    Candidate {
        name: "preview".to_owned(),
        host: HOST.to_owned(),
        settings: String::new(),
        server: Server {
            needs: Vec::new(),
            install: String::new(),
            start: "exec \"$VITAE\" serve --listen 127.0.0.1:$PORT --content content".to_owned(),
        },
        deviations: vec![cache_control()],
    }
}

fn cache_control() -> Deviation {
    Deviation::answers(
        "nothing is taken from a cache unasked",
        "The next save changes what was answered; browsers have to see it at once.",
        |_, answer| {
            if let Some(field) = answer.fields.get_mut("cache-control") {
                *field = Field::Is("no-cache".to_owned());
            }
        },
    )
}
