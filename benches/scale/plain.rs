//! The plain program: parse YAML into structs, write the same two documents as vitae.
//!
//! It uses vitae's parser and number of threads and the default allocator. It has no validation, dates,
//! positions, diagnostics, rules or manifest, and knows only the fields of [`super::content`].

use std::path::Path;
use std::{fs, io};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Compiles every profile below `content` into `out`.
///
/// # Errors
/// Returns an error if a file cannot be read, parsed or written.
pub(crate) fn build(content: &Path, out: &Path) -> io::Result<()> {
    let (profiles, resumes) =
        (out.join("api/consultant-public"), out.join("_internal/json-resume"));
    fs::create_dir_all(&profiles)?;
    fs::create_dir_all(&resumes)?;
    let paths: io::Result<Vec<_>> =
        fs::read_dir(content.join("consultants"))?.map(|entry| Ok(entry?.path())).collect();
    paths?.par_iter().try_for_each(|path| {
        let source: Source =
            serde_yaml::from_str(&fs::read_to_string(path)?).map_err(io::Error::other)?;
        if !source.active {
            return Ok(());
        }
        let id = path.file_stem().expect("a listed file has a name").to_string_lossy();
        let card = Card::new(&source);
        fs::write(profiles.join(&*id), document(&Profile::new(&id, &source, card))?)?;
        fs::write(resumes.join(format!("{id}.json")), document(&Resume::new(&id, &source))?)
    })
}

fn document(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(value)?;
    bytes.push(b'\n');
    Ok(bytes)
}

#[derive(Deserialize)]
struct Source {
    active: bool,
    name: String,
    title: String,
    bio_short: String,
    last_modified: String,
    personal: Personal,
    engagement: Engagement,
    summary: Summary,
    skills: Skills,
    certifications: Vec<Certification>,
    employment: Vec<Work>,
    contracts: Vec<Work>,
    education: Vec<Education>,
    attributes: Map<String, Value>,
}

#[derive(Deserialize, Serialize)]
struct Personal {
    headline: String,
    location: Location,
    company: Map<String, Value>,
    contact: Contact,
}

#[derive(Deserialize, Serialize)]
struct Location {
    city: String,
    region: String,
    country: String,
}

#[derive(Deserialize, Serialize)]
struct Contact {
    email: String,
    phone: String,
    website: String,
}

#[derive(Deserialize, Serialize)]
struct Engagement {
    available_from: String,
    available_from_note: String,
    work_arrangements: Vec<String>,
    f_skatt: bool,
    pricing: String,
}

#[derive(Deserialize, Serialize)]
struct Summary {
    short: String,
    full: String,
}

#[derive(Deserialize, Serialize)]
struct Skills {
    categories: Map<String, Value>,
    languages: Vec<Language>,
}

#[derive(Deserialize, Serialize)]
struct Language {
    name: String,
    level: String,
}

#[derive(Deserialize, Serialize)]
struct Certification {
    name: String,
    issuer: String,
    date: String,
}

#[derive(Deserialize, Serialize)]
struct Work {
    organization: String,
    role: String,
    location: String,
    start_date: String,
    end_date: String,
    summary: String,
    technologies: Vec<String>,
    key_results: Vec<String>,
}

#[derive(Deserialize, Serialize)]
struct Education {
    institution: String,
    area: String,
    study_type: String,
    start_date: String,
    end_date: String,
    courses: Vec<String>,
}

#[derive(Serialize)]
struct Profile<'a> {
    id: &'a str,
    schema_version: &'static str,
    name: &'a str,
    title: &'a str,
    bio_short: &'a str,
    #[serde(rename = "lastModified")]
    last_modified: &'a str,
    personal: Named<'a>,
    engagement: &'a Engagement,
    summary: TrimmedSummary<'a>,
    skills: &'a Skills,
    certifications: &'a [Certification],
    employment: &'a [Work],
    contracts: &'a [Work],
    education: &'a [Education],
    attributes: &'a Map<String, Value>,
    card: Card<'a>,
    #[serde(rename = "_links")]
    links: Links,
}

#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    #[serde(flatten)]
    personal: &'a Personal,
}

#[derive(Serialize)]
struct TrimmedSummary<'a> {
    short: &'a str,
    full: &'a str,
}

#[derive(Serialize)]
struct Card<'a> {
    name: &'a str,
    headline: &'a str,
    location: String,
    top_skills: Vec<&'a str>,
    available_from: &'a str,
}

#[derive(Serialize)]
struct Links {
    #[serde(rename = "self")]
    own: String,
    photo: String,
}

impl<'a> Card<'a> {
    fn new(source: &'a Source) -> Self {
        let categories: Vec<&Vec<Value>> =
            source.skills.categories.values().filter_map(Value::as_array).collect();
        let skills = (0..2).flat_map(|rank| {
            categories.iter().filter_map(move |skills| skills.get(rank)?.as_str())
        });
        let location = &source.personal.location;
        Self {
            name: &source.name,
            headline: &source.personal.headline,
            location: format!("{}, {}", location.city, location.country),
            top_skills: skills.collect(),
            available_from: &source.engagement.available_from,
        }
    }
}

impl<'a> Profile<'a> {
    fn new(id: &'a str, source: &'a Source, card: Card<'a>) -> Self {
        Self {
            id,
            schema_version: "1.0",
            name: &source.name,
            title: &source.title,
            bio_short: &source.bio_short,
            last_modified: &source.last_modified,
            personal: Named { name: &source.name, personal: &source.personal },
            engagement: &source.engagement,
            summary: TrimmedSummary {
                short: &source.summary.short,
                full: source.summary.full.trim_end(),
            },
            skills: &source.skills,
            certifications: &source.certifications,
            employment: &source.employment,
            contracts: &source.contracts,
            education: &source.education,
            attributes: &source.attributes,
            card,
            links: Links {
                own: format!("/api/consultant-public/{id}"),
                photo: format!("/api/consultant-photo/{id}"),
            },
        }
    }
}

/// The JSON Resume document; `docs/decisions/json-resume.md` has the mapping.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Resume<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    basics: Basics<'a>,
    work: Vec<WorkItem<'a>>,
    education: Vec<EducationItem<'a>>,
    certificates: &'a [Certification],
    skills: Vec<Skill<'a>>,
    languages: Vec<Fluency<'a>>,
    meta: Meta<'a>,
}

#[derive(Serialize)]
struct Basics<'a> {
    name: &'a str,
    label: &'a str,
    email: &'a str,
    phone: &'a str,
    url: &'a str,
    summary: &'a str,
    location: Place<'a>,
    profiles: [(); 0],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Place<'a> {
    city: &'a str,
    country_code: &'static str,
    region: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WorkItem<'a> {
    name: &'a str,
    position: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    employment_type: Option<&'static str>,
    location: &'a str,
    start_date: &'a str,
    end_date: &'a str,
    summary: &'a str,
    highlights: &'a [String],
    keywords: &'a [String],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EducationItem<'a> {
    institution: &'a str,
    area: &'a str,
    study_type: &'a str,
    start_date: &'a str,
    end_date: &'a str,
    courses: &'a [String],
}

#[derive(Serialize)]
struct Skill<'a> {
    name: String,
    keywords: &'a Value,
}

#[derive(Serialize)]
struct Fluency<'a> {
    language: &'a str,
    fluency: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Meta<'a> {
    version: &'static str,
    last_modified: &'a str,
    consultant_profile: Rest<'a>,
}

/// What JSON Resume has no field for.
#[derive(Serialize)]
struct Rest<'a> {
    id: &'a str,
    title: &'a str,
    bio_short: &'a str,
    personal: RestOfPersonal<'a>,
    engagement: &'a Engagement,
    summary: Short<'a>,
    skills: RestOfSkills<'a>,
    attributes: &'a Map<String, Value>,
    card: Map<String, Value>,
}

#[derive(Serialize)]
struct RestOfPersonal<'a> {
    country: &'a str,
    company: &'a Map<String, Value>,
}

#[derive(Serialize)]
struct Short<'a> {
    short: &'a str,
}

#[derive(Serialize)]
struct RestOfSkills<'a> {
    categories: Vec<&'a str>,
    levels: Vec<&'a str>,
}

impl<'a> Resume<'a> {
    fn new(id: &'a str, source: &'a Source) -> Self {
        let Personal { headline, location, company, contact } = &source.personal;
        let item = |employment_type| {
            move |work: &'a Work| WorkItem {
                name: &work.organization,
                position: &work.role,
                employment_type,
                location: &work.location,
                start_date: &work.start_date,
                end_date: &work.end_date,
                summary: &work.summary,
                highlights: &work.key_results,
                keywords: &work.technologies,
            }
        };
        let contracts = source.contracts.iter().map(item(Some("CONTRACTOR")));
        let mut work: Vec<_> = source.employment.iter().map(item(None)).chain(contracts).collect();
        work.sort_by(|one, other| other.start_date.cmp(one.start_date));
        let education = source.education.iter().map(|item| EducationItem {
            institution: &item.institution,
            area: &item.area,
            study_type: &item.study_type,
            start_date: &item.start_date,
            end_date: &item.end_date,
            courses: &item.courses,
        });
        let categories = &source.skills.categories;
        let skill = |(key, keywords): (&String, _)| Skill { name: capitalized(key), keywords };
        let languages = source.skills.languages.iter().map(|language| Fluency {
            language: &language.name,
            fluency: capitalized(&language.level),
        });
        let levels = source.skills.languages.iter().map(|language| language.level.as_str());
        Self {
            schema: "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.2.1/schema.json",
            basics: Basics {
                name: &source.name,
                label: headline,
                email: &contact.email,
                phone: &contact.phone,
                url: &contact.website,
                summary: source.summary.full.trim_end(),
                location: Place {
                    city: &location.city,
                    country_code: "SE",
                    region: &location.region,
                },
                profiles: [],
            },
            work,
            education: education.collect(),
            certificates: &source.certifications,
            skills: categories.iter().map(skill).collect(),
            languages: languages.collect(),
            meta: Meta {
                version: "1.0",
                last_modified: &source.last_modified,
                consultant_profile: Rest {
                    id,
                    title: &source.title,
                    bio_short: &source.bio_short,
                    personal: RestOfPersonal { country: &location.country, company },
                    engagement: &source.engagement,
                    summary: Short { short: &source.summary.short },
                    skills: RestOfSkills {
                        categories: categories.keys().map(String::as_str).collect(),
                        levels: levels.collect(),
                    },
                    attributes: &source.attributes,
                    card: Map::new(),
                },
            },
        }
    }
}

fn capitalized(word: &str) -> String {
    let mut characters = word.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}
