//! Other words for fields, which authors use who do not know the name of a field.

use crate::slug::slug;

/// A field, and its names in JSON Resume, in other formats, in Swedish and in German, separated by
/// spaces: in lower case, without accents, and with underscores between words. Of several fields with
/// the same synonym, the first one that a group has is meant.
const SYNONYMS: [(&str, &str); 50] = [
    ("active", "aktiv published publish publicerad veroffentlicht enabled"),
    (
        "organization",
        "company employer client customer organisation name arbetsgivare kund foretag bolag uppdragsgivare \
         arbeitgeber firma unternehmen kunde auftraggeber entity",
    ),
    (
        "institution",
        "school university college academy organization organisation name skola universitet hogskola \
         larosate schule universitat hochschule",
    ),
    (
        "role",
        "position title job_title jobtitle job function designation roll titel befattning yrkesroll \
         tjanst rolle stelle funktion",
    ),
    (
        "title",
        "job_title jobtitle position role label occupation profession roll titel yrke yrkesroll befattning \
         beruf berufsbezeichnung stelle",
    ),
    ("bio_short", "bio biography tagline intro kort_presentation kurzprofil"),
    (
        "last_modified",
        "modified updated last_updated updated_at uppdaterad andrad aktualisiert geandert",
    ),
    ("headline", "tagline slogan rubrik uberschrift"),
    (
        "study_type",
        "degree level qualification diploma examen examensniva grad abschluss studientyp",
    ),
    (
        "area",
        "subject major field field_of_study program programme course_of_study amne inriktning \
         huvudomrade studiengang fach fachrichtung studienfach",
    ),
    (
        "start_date",
        "start from startdate date_from started begin begin_date beginning since fran startdatum \
         borjade start_datum von seit beginn anfang",
    ),
    (
        "end_date",
        "end to until till enddate date_to ended finish finished finish_date slutdatum slut_datum \
         slutade slut bis ende enddatum",
    ),
    (
        "expires",
        "valid_until valid_to valid_through expiry expiration expire expires_at expires_on expiry_date \
         expiration_date expirydate expirationdate end_date end until giltig_till giltigt_till giltig_tom \
         utgar utgangsdatum gultig_bis gueltig_bis ablauf ablaufdatum lauft_ab",
    ),
    (
        "date",
        "issued issue_date issued_on issued_at issuedate date_issued valid_from awarded obtained \
         achieved acquired year start_date datum ar utfardad utfardat utfardandedatum erhallen \
         ausgestellt ausgestellt_am ausstellungsdatum erworben jahr",
    ),
    (
        "issuer",
        "authority organization organisation issued_by issuing_organization vendor provider publisher \
         utfardare utfardad_av aussteller ausgestellt_von herausgeber anbieter",
    ),
    (
        "credential_id",
        "credential credentialid certificate_id certificate_number certification_id license_number \
         number id certifikatnummer zertifikatsnummer nummer",
    ),
    (
        "technologies",
        "skills tools keywords tech stack tech_stack technology techniques teknik tekniker teknologi \
         teknologier verktyg kompetenser technologien technik techniken werkzeuge",
    ),
    (
        "key_results",
        "highlights achievements accomplishments results outcomes resultat prestationer ergebnisse \
         erfolge resultate",
    ),
    ("courses", "course modules kurser kurs kurse lehrveranstaltungen"),
    ("score", "grade gpa grades marks betyg noten abschlussnote"),
    ("level", "fluency proficiency niva kunskapsniva stufe sprachniveau"),
    ("url", "link website homepage web www uri href lank webbplats hemsida webseite webadresse"),
    ("linkedin", "linkedin_url linked_in linkedin_profile linkedin_profil"),
    (
        "website",
        "url web www homepage home_page site link webbplats hemsida lank webseite webadresse blog",
    ),
    (
        "phone",
        "telephone tel mobile mobile_phone cell cell_phone phone_number telefon mobil telefonnummer \
         mobilnummer mobiltelefon handy handynummer",
    ),
    ("email", "mail e_mail e_post epost mejl email_address mailadress mail_adresse"),
    ("city", "town place locality stad ort stadt"),
    ("region", "state county province district lan landskap bundesland"),
    ("country", "nation land country_code countrycode"),
    ("legal_name", "registered_name legalname firmanamn juridiskt_namn firmenname"),
    ("company", "employer organization foretag bolag firma unternehmen"),
    ("contact", "contacts contact_details kontakt kontaktuppgifter kontaktdaten"),
    ("location", "address adress place plats ort adresse standort based_in arbeitsort"),
    (
        "available_from",
        "available availability available_date start_date tillganglig tillganglig_fran \
         ledig ledig_fran verfugbar verfugbar_ab verfugbarkeit",
    ),
    (
        "available_from_note",
        "availability_note available_note tillganglighet kommentar_tillganglighet",
    ),
    (
        "work_arrangements",
        "work_arrangement work_mode work_modes workplace remote arbetssatt arbetsform distans \
         arbeitsweise arbeitsmodell",
    ),
    ("f_skatt", "fskatt f_tax ftax f_skattsedel f_skattesedel"),
    ("pricing", "price rate rates pris priser preis preise tagessatz stundensatz timpris arvode"),
    ("pricing_note", "price_note rate_note prisnotering preisnotiz"),
    (
        "summary",
        "about about_me profile presentation text description details responsibilities beskrivning \
         sammanfattning om om_mig beschreibung zusammenfassung uber_mich ueber_mich profil",
    ),
    ("short", "summary intro introduction kort kurz"),
    ("full", "long text description about lang lang_text"),
    ("categories", "category keywords areas kategorier kategori kategorien kategorie"),
    (
        "languages",
        "language spoken_languages sprak sprakkunskaper sprachen sprache sprachkenntnisse",
    ),
    (
        "skills",
        "skill competencies competences competence expertise kompetens kompetenser kunskaper \
         fardigheter kenntnisse fahigkeiten kompetenzen faehigkeiten",
    ),
    (
        "certifications",
        "certificates certificate certification certs certifieringar certifiering certifikat \
         zertifikate zertifizierungen zertifizierung licenses",
    ),
    (
        "employment",
        "work jobs job experience work_experience employments employment_history positions \
         anstallningar anstallning arbetslivserfarenhet erfarenhet jobb berufserfahrung anstellungen \
         berufliche_laufbahn werdegang",
    ),
    (
        "contracts",
        "assignments assignment engagements projects project consulting uppdrag konsultuppdrag projekt \
         auftrage projekte",
    ),
    (
        "education",
        "educations studies degrees utbildning utbildningar studier ausbildung bildung studium \
         bildungsweg",
    ),
    (
        "name",
        "full_name fullname title language label namn titel sprak sprache bezeichnung certification \
         certificate",
    ),
];

/// Returns the fields that the author can have meant by `written`.
pub(super) fn fields(written: &str) -> impl Iterator<Item = &'static str> + use<> {
    let written = slug(written, '_').replace('_', "");
    let is_meant = move |synonym: &str| synonym.replace('_', "") == written;
    SYNONYMS
        .iter()
        .filter(move |(_, synonyms)| synonyms.split_whitespace().any(&is_meant))
        .map(|(field, _)| *field)
}

#[cfg(test)]
mod tests {
    use super::{SYNONYMS, fields};
    use crate::slug::slug;

    fn meant(written: &str, known: &[&str]) -> Option<&'static str> {
        fields(written).find(|field| known.contains(field))
    }

    #[test]
    fn finds_a_known_field_by_another_word() {
        let work = ["organization", "role", "start_date", "technologies"];
        assert_eq!(meant("Company", &work), Some("organization"));
        assert_eq!(meant("job-title", &work), Some("role"));
        assert_eq!(meant("från", &work), Some("start_date"));
        assert_eq!(meant("school", &work), None);
        let certification = ["name", "issuer", "date", "expires"];
        for (written, field) in [
            ("title", "name"),
            ("issued", "date"),
            ("issue_date", "date"),
            ("validUntil", "expires"),
            ("valid_until", "expires"),
            ("expiry", "expires"),
            ("Giltig till", "expires"),
            ("gültig_bis", "expires"),
            ("ausgestellt am", "date"),
            ("issued by", "issuer"),
        ] {
            assert_eq!(meant(written, &certification), Some(field), "{written}");
        }
    }

    #[test]
    fn synonyms_are_written_as_they_are_compared() {
        for (field, synonyms) in SYNONYMS {
            for synonym in synonyms.split_whitespace() {
                assert_eq!(slug(synonym, '_'), synonym, "{field}");
                assert_ne!(field, synonym);
            }
        }
    }
}
