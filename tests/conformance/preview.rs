//! The live preview (`vitae serve`), which responds like the hosts, except for caching and cross-origin
//! access.

use vitae::render::host::Server;
use vitae::verify::expected_limitation::ExpectedLimitation;
use vitae::verify::expected_response::{ExpectedHeader, ExpectedResponse, Status};

use crate::hosts::LANGUAGE;
use crate::limitation;
use crate::netlify::HOST;
use crate::suite::Candidate;

pub(crate) fn preview() -> Candidate {
    Candidate {
        name: "preview".to_owned(),
        host: HOST.to_owned(),
        settings: String::new(),
        language: Some(LANGUAGE),
        server: Server {
            needs: Vec::new(),
            install: String::new(),
            start: format!("exec \"$VITAE\" serve --listen 127.0.0.1:$PORT --language {LANGUAGE}"),
        },
        limitations: vec![other_origins(), cache_control(), resource_policy()],
    }
}

fn cache_control() -> ExpectedLimitation {
    limitation::answers(
        "cache-control",
        "Cache-Control is `no-cache`",
        "Browsers must show a saved change at once.",
        |_, answer| {
            if let Some(field) = answer.headers.get_mut("cache-control") {
                *field = ExpectedHeader::Is("no-cache".to_owned());
            }
        },
    )
}

fn resource_policy() -> ExpectedLimitation {
    limitation::answers(
        "resource-policy",
        "Cross-Origin-Resource-Policy is `same-origin`",
        "Other web pages must not show unpublished photos.",
        |_, answer| {
            if let Some(field) = answer.headers.get_mut("cross-origin-resource-policy") {
                *field = ExpectedHeader::Is("same-origin".to_owned());
            }
        },
    )
}

fn other_origins() -> ExpectedLimitation {
    limitation::answers(
        "other-origins",
        "requests from other origins get a 403",
        "Other web pages must not read unpublished drafts.",
        |request, answer| {
            if request.headers.iter().any(|(name, _)| *name == "Origin") {
                *answer = ExpectedResponse::of(Status::Is(403));
            }
        },
    )
}
