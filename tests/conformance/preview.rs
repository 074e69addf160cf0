//! The live preview, which has to respond as the hosts do, except for caching and other origins.

use vitae::render::host::Server;
use vitae::verify::expected_response::{ExpectedHeader, ExpectedResponse, Status};
use vitae::verify::known_deviation::KnownDeviation;

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
        gaps: vec![cache_control(), other_origins()],
    }
}

fn cache_control() -> KnownDeviation {
    KnownDeviation::answers(
        "cache-control",
        "browsers revalidate every response",
        "The next save may change the response, and browsers have to show the change at once.",
        |_, answer| {
            if let Some(field) = answer.headers.get_mut("cache-control") {
                *field = ExpectedHeader::Is("no-cache".to_owned());
            }
        },
    )
}

fn other_origins() -> KnownDeviation {
    KnownDeviation::answers(
        "other-origins",
        "requests of other origins are rejected",
        "The preview shows unpublished content.",
        |request, answer| {
            if request.headers.iter().any(|(name, _)| *name == "Origin") {
                *answer = ExpectedResponse::of(Status::Is(403));
            }
        },
    )
}
