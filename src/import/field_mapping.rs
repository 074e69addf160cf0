//! What JSON Resume calls the fields of its items, and what people have called them: by older
//! versions of the standard (0.0.x), and by habit.

/// A list of items and the fields of each, in the order of the profile's.
pub(super) struct Table {
    pub(super) fields: &'static [Field],
    /// Where a profile keeps an item's further fields.
    pub(super) rest: Rest,
    /// The field that a text in place of an item is meant for, in JSON Resume's spelling.
    pub(super) main: &'static str,
}

/// Where further fields go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    /// Below the item's `extra`, under their own keys.
    Extra,
    /// Beside the item's fields, in the profile's spelling.
    Beside,
}

/// A field of an item.
pub(super) struct Field {
    /// The profile's key.
    pub(super) ours: &'static str,
    /// JSON Resume's key.
    pub(super) theirs: &'static str,
    /// Other keys that mean it.
    pub(super) aliases: &'static [&'static str],
    pub(super) kind: Kind,
}

/// What a field holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Texts,
    /// Texts that people separate by commas.
    Words,
    Date,
    /// The end of a period.
    End,
    Url,
    Email,
    /// A country's code, or name.
    Country,
}

const fn field(
    ours: &'static str,
    theirs: &'static str,
    aliases: &'static [&'static str],
    kind: Kind,
) -> Field {
    Field {
        ours,
        theirs,
        aliases,
        kind,
    }
}

const URL: Field = field("url", "url", &["website"], Kind::Url);
const START: Field = field("start_date", "startDate", &[], Kind::Date);
const END: Field = field("end_date", "endDate", &[], Kind::End);
const SUMMARY: Field = field("summary", "summary", &[], Kind::Text);
const RESULTS: Field = field("key_results", "highlights", &[], Kind::Texts);
const KEYWORDS: Field = field("keywords", "keywords", &[], Kind::Words);

pub(super) const BASICS: Table = Table {
    fields: &[
        field("name", "name", &["fullName", "fullname"], Kind::Text),
        field("headline", "label", &[], Kind::Text),
        field("email", "email", &[], Kind::Email),
        field("phone", "phone", &[], Kind::Text),
        URL,
        SUMMARY,
    ],
    rest: Rest::Extra,
    main: "name",
};

pub(super) const LOCATION: Table = Table {
    fields: &[
        field("address", "address", &[], Kind::Text),
        field("postal_code", "postalCode", &[], Kind::Text),
        field("city", "city", &[], Kind::Text),
        field("region", "region", &[], Kind::Text),
        field("country", "countryCode", &[], Kind::Country),
    ],
    rest: Rest::Extra,
    main: "address",
};

pub(super) const WORK: Table = Table {
    fields: &[
        field("organization", "name", &["company"], Kind::Text),
        field("role", "position", &[], Kind::Text),
        field("location", "location", &[], Kind::Text),
        URL,
        START,
        END,
        field("description", "description", &[], Kind::Text),
        SUMMARY,
        field("technologies", "keywords", &[], Kind::Words),
        RESULTS,
    ],
    rest: Rest::Extra,
    main: "name",
};

pub(super) const EDUCATION: Table = Table {
    fields: &[
        field("institution", "institution", &["school"], Kind::Text),
        URL,
        field("area", "area", &[], Kind::Text),
        field("study_type", "studyType", &[], Kind::Text),
        START,
        END,
        field("score", "score", &["gpa"], Kind::Text),
        field("courses", "courses", &[], Kind::Texts),
    ],
    rest: Rest::Extra,
    main: "institution",
};

pub(super) const CERTIFICATES: Table = Table {
    fields: &[
        field("name", "name", &["title"], Kind::Text),
        field("issuer", "issuer", &["awarder"], Kind::Text),
        field("date", "date", &[], Kind::Date),
        field("expires", "expires", &[], Kind::Date),
        field("credential_id", "credentialId", &[], Kind::Text),
        URL,
    ],
    rest: Rest::Extra,
    main: "name",
};

pub(super) const LANGUAGES: Table = Table {
    fields: &[
        field("name", "language", &[], Kind::Text),
        field("fluency", "fluency", &["level"], Kind::Text),
    ],
    rest: Rest::Extra,
    main: "language",
};

pub(super) const SKILLS: Table = Table {
    fields: &[
        field("name", "name", &["group", "category"], Kind::Text),
        KEYWORDS,
        field("level", "level", &[], Kind::Text),
    ],
    rest: Rest::Extra,
    main: "name",
};

pub(super) const NETWORKS: Table = Table {
    fields: &[
        field("network", "network", &[], Kind::Text),
        field("username", "username", &[], Kind::Text),
        URL,
    ],
    rest: Rest::Beside,
    main: "url",
};

/// The sections that a profile keeps below `attributes`, in its order.
pub(super) const ATTRIBUTES: [(&str, Table); 6] = [
    (
        "volunteer",
        Table {
            fields: &[
                field("organization", "organization", &["company"], Kind::Text),
                field("role", "position", &[], Kind::Text),
                URL,
                START,
                END,
                SUMMARY,
                RESULTS,
            ],
            rest: Rest::Beside,
            main: "organization",
        },
    ),
    (
        "awards",
        Table {
            fields: &[
                field("title", "title", &["name"], Kind::Text),
                field("date", "date", &[], Kind::Date),
                field("awarder", "awarder", &[], Kind::Text),
                SUMMARY,
            ],
            rest: Rest::Beside,
            main: "title",
        },
    ),
    (
        "publications",
        Table {
            fields: &[
                field("name", "name", &["title"], Kind::Text),
                field("publisher", "publisher", &[], Kind::Text),
                field("release_date", "releaseDate", &[], Kind::Date),
                URL,
                SUMMARY,
            ],
            rest: Rest::Beside,
            main: "name",
        },
    ),
    (
        "interests",
        Table {
            fields: &[field("name", "name", &[], Kind::Text), KEYWORDS],
            rest: Rest::Beside,
            main: "name",
        },
    ),
    (
        "references",
        Table {
            fields: &[
                field("name", "name", &[], Kind::Text),
                field("reference", "reference", &[], Kind::Text),
            ],
            rest: Rest::Beside,
            main: "reference",
        },
    ),
    (
        "projects",
        Table {
            fields: &[
                field("name", "name", &["title"], Kind::Text),
                field("description", "description", &[], Kind::Text),
                URL,
                START,
                END,
                RESULTS,
                KEYWORDS,
                field("roles", "roles", &[], Kind::Words),
                field("entity", "entity", &[], Kind::Text),
                field("type", "type", &[], Kind::Text),
            ],
            rest: Rest::Beside,
            main: "name",
        },
    ),
];

/// Other names of sections, by the right one.
pub(super) const SECTION_ALIASES: [(&str, &[&str]); 3] = [
    ("work", &["works", "experience"]),
    ("education", &["educations"]),
    ("certificates", &["certifications"]),
];
