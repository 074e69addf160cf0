//! Removes private values from a document, so that a profile has them only under `internal`.
//!
//! A key with a private meaning decides first, then the text itself: email addresses and phone
//! numbers outside the person's own contact fields, national identifiers, and tokens. The email
//! address and phone number in `basics` stay, because a profile publishes them.

use serde_json::{Map, Value as Json};

use super::convert::is_empty;
use super::path;
use super::report::{ImportReport, PUBLIC_CONTACT};
use crate::model::date_formats::{parse_lenient, parse_range};
use crate::slug::slug;

/// What a value is, the words of a key that mean it, and parts of a key, written without spaces.
///
/// Keys are compared in lower case, without accents, and without digits at the end of a word.
type Meaning = (&'static str, &'static str, &'static str);

const CONTACT: &str = "contact data";
const ADDRESS: &str = "a street address, postal code or position";
const NATIONAL_ID: &str = "a national identifier";
const SECRET: &str = "a token or password";

const MEANINGS: [Meaning; 9] = [
    (
        ADDRESS,
        "address addresses street zip apt apartment plz adress adresse anschrift gata rue calle \
         strasse direccion indirizzo endereco adres postnr latitude longitude lat lng lon geo \
         coordinates domicilio residence addr hemadress bostadsadress postadress besoksadress wohnort",
        "postalcode postcode zipcode streetaddress streetname housenumber pobox postleitzahl \
         hausnummer postnummer gatuadress codepostal codigopostal homeaddress addressline",
    ),
    (
        "a date or place of birth",
        "born dob bday age hometown geboren alder fodd ne nacido",
        "birth geburt fodelse naissance nacimiento geboorte fodsel nascita nascimento syntyma urodz",
    ),
    (
        "a gender",
        "gender genders sex kon geschlecht sexe sexo geslacht sesso kjonn sukupuoli genero",
        "",
    ),
    (
        NATIONAL_ID,
        "ssn dni nif cpf pesel bsn cnp nin passport ausweis aadhaar curp personnr nationality \
         nationalities citizenship nationalitet nationalitat nationalite nacionalidad nacionalidade \
         nazionalita staatsangehorigkeit medborgarskap idnr pnr persnr tin ahvnummer svnr aadhar",
        "socialsecurity nationalid personnummer personalnumber personalid idnumber idcard \
         identitynumber identitycard passportnumber passportno taxid taxnumber steuernummer \
         steuerid nationalinsurance civicnumber personid driverslicense driverslicence sozialversicherung fodselsnummer samordningsnummer henkilotunnus",
    ),
    (
        "a marital or family status",
        "marital married children kids spouse dependents mother father barn familienstand \
         familjesituation sivilstatus",
        "nextofkin maritalstatus civilstatus civilstand familystatus etatcivil estadocivil statocivile \
         burgerlijkestaat siviilisaaty",
    ),
    (
        "a salary",
        "compensation wage wages lon loner lohn gehalt salaire salario income pay \
         remuneration bonus ctc arvode ersattning manadslon timlon",
        "salary expectedpay currentctc gehaltswunsch lohnvorstellung lonekrav loneansprak gehaltsvorstellung hourlyrate dayrate dailyrate monthlyrate \
         stundensatz tagessatz timpris",
    ),
    (
        SECRET,
        "token tokens secret secrets password passwords passwd pwd pin jwt iban",
        "apikey accesskey accesstoken authtoken privatekey bankaccount creditcard",
    ),
    (
        CONTACT,
        "email emails mail mails epost mejl correo courriel phone phones telephone tel mobile mobil \
         cell cellphone handy fax telefon telefono whatsapp telefoon mobiltelefon telefonnummer mob \
         mobilnr mobiltel tfn telnr tlf tele",
        "email emailaddress mailaddress contactnumber emergencycontact phonenumber homephone workphone mobilephone cellphone telefonnummer \
         mobilnummer",
    ),
    (
        "a note or sensitive data",
        "note notes remark remarks notiz notizen bemerkung bemerkungen anteckning anteckningar \
         religion ethnicity ethnicgroup race disability disabilities",
        "privatenote politicalparty bloodgroup criminalrecord visastatus workpermit",
    ),
];

/// Replaces the private values of a document with null. The report keeps each one.
pub(super) fn remove_private_values(document: &mut Json, report: &mut ImportReport) {
    let own_contact = |key: &str| document["basics"][key].to_string().to_lowercase();
    let own_contact = PUBLIC_CONTACT.map(|path| own_contact(&path["basics.".len()..]));
    let mut search = Search { own_contact: own_contact.join(" "), report };
    search.value(document, "", false);
}

struct Search<'a> {
    /// The person's own email address and phone number, which are public anyway.
    own_contact: String,
    report: &'a mut ImportReport,
}

impl Search<'_> {
    /// Searches the value at `path`. `is_third_person` is true for data about other persons.
    fn value(&mut self, value: &mut Json, path: &str, is_third_person: bool) {
        if PUBLIC_CONTACT.contains(&path) || path == "basics.name" {
            return;
        }
        match value {
            Json::Object(fields) => self.fields(fields, path, is_third_person),
            Json::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    self.value(item, &path::item(path, index), is_third_person);
                }
            }
            Json::String(text) => {
                if let Some(meaning) = self.meaning_of_text(text, path, is_third_person) {
                    self.remove(value, path, meaning);
                }
            }
            Json::Number(number) => {
                if let Some(meaning) = meaning_of_number(&number.to_string(), is_third_person) {
                    self.remove(value, path, meaning);
                }
            }
            Json::Null | Json::Bool(_) => {}
        }
    }

    fn fields(&mut self, fields: &mut Map<String, Json>, parent: &str, is_third_person: bool) {
        // `{"label": "Phone", "value": "..."}`, `{"network": "Email", "username": "..."}`
        let labels = ["network", "label", "name", "key", "type", "title"];
        let label = |key: &&str| {
            let meaning = fields.get(*key)?.as_str().and_then(meaning_of_key)?;
            Some((*key == "network", meaning))
        };
        let label = labels.iter().find_map(label);
        for (key, value) in fields {
            let path = path::child(parent, key);
            let labeled = label.filter(|(is_network, _)| {
                key == "value" || *is_network && ["username", "url"].contains(&key.as_str())
            });
            let meaning = labeled.map(|(_, meaning)| meaning).or_else(|| meaning_of_key(key));
            match meaning.filter(|_| !PUBLIC_CONTACT.contains(&path.as_str())) {
                Some(_) if is_empty(value) => {}
                Some(meaning) => self.remove(value, &path, meaning),
                None => self.value(value, &path, is_third_person || is_about_others(key)),
            }
        }
    }

    fn remove(&mut self, value: &mut Json, path: &str, meaning: &'static str) {
        self.report.private(path, value.take(), meaning);
    }

    fn meaning_of_text(
        &self,
        text: &str,
        path: &str,
        is_third_person: bool,
    ) -> Option<&'static str> {
        const SECRETS: [&str; 8] = [
            "token=",
            "apikey=",
            "api_key=",
            "password=",
            "ghp_",
            "github_pat_",
            "-----BEGIN ",
            "://eyJ",
        ];
        if path.starts_with("basics.location") && text.contains(|c: char| c.is_ascii_digit()) {
            return Some(ADDRESS);
        }
        if SECRETS.iter().any(|start| text.contains(start)) {
            return Some(SECRET);
        }
        let is_foreign = |part: &str| !self.own_contact.contains(&part.to_lowercase());
        let words = text.split(|c: char| c.is_whitespace() || is_separator(c));
        let words = words.map(|word| word.trim_matches(['.', '!', '_']));
        let mut emails = words.filter(|word| !word.starts_with("git@") && is_email(word));
        if emails.any(is_foreign) {
            return Some(CONTACT);
        }
        numbers(text).find_map(|number| {
            let meaning = meaning_of_number(number, is_third_person)?;
            is_foreign(number).then_some(meaning)
        })
    }
}

/// Returns what the key of a value means, if that is private.
fn meaning_of_key(key: &str) -> Option<&'static str> {
    let words = words(key);
    let joined = words.concat();
    let is_meant = |(_, whole, parts): &&Meaning| {
        let mut whole = whole.split_whitespace();
        whole.any(|known| joined == known || words.iter().any(|word| word == known))
            || parts.split_whitespace().any(|part| joined.contains(part))
    };
    MEANINGS.iter().find(is_meant).map(|(meaning, ..)| *meaning)
}

fn is_about_others(key: &str) -> bool {
    const OTHERS: &str = "reference references referee referees referens referenser referenz \
        referenzen recommendation recommendations supervisor manager contact contacts";
    words(key).iter().any(|word| OTHERS.split_whitespace().any(|known| known == word))
}

/// Returns the words of a key in lower case: those of `homeAddress2` are `home` and `address`.
fn words(key: &str) -> Vec<String> {
    let mut spaced = String::new();
    for character in key.chars() {
        if character.is_uppercase() && spaced.ends_with(char::is_lowercase) {
            spaced.push('_');
        }
        spaced.push(character);
    }
    let slug = slug(&spaced, '_');
    let words = slug.split('_').map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit()));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Returns whether a character separates an email address from what is around it.
fn is_separator(character: char) -> bool {
    "<>()[]{},;:\"'|*`=?/\u{2013}\u{2014}\u{2018}\u{2019}\u{201C}\u{201D}\u{2026}"
        .contains(character)
}

/// Returns whether a word can be an email address, also one with letters outside of ASCII.
fn is_email(word: &str) -> bool {
    let is_domain = |domain: &str| {
        let top = domain.rsplit_once('.').map_or("", |(_, top)| top);
        top.chars().count() > 1 && top.chars().all(char::is_alphabetic)
    };
    word.rsplit_once('@').is_some_and(|(local, domain)| !local.is_empty() && is_domain(domain))
}

/// Returns the runs of digits and of the characters that separate digits in phone numbers.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let is_part =
        |c: char| c.is_ascii_digit() || "+-./() \u{A0}\u{202F}\u{2011}\u{2212}–".contains(c);
    let runs = text.split(move |c: char| !is_part(c));
    runs.map(|run| run.trim_matches(|c: char| !c.is_ascii_digit() && !"+(".contains(c)))
}

/// Returns what a number is, if it is private. Any number that is long enough and not a date is a
/// phone number where the text is about other persons.
fn meaning_of_number(number: &str, is_third_person: bool) -> Option<&'static str> {
    let groups = number.split(|c: char| !c.is_ascii_digit()).map(str::len);
    let groups: Vec<usize> = groups.filter(|length| *length > 0).collect();
    let digits: usize = groups.iter().sum();
    if !(7..=15).contains(&digits)
        || parse_lenient(number).is_some()
        || parse_range(number).is_some()
    {
        return None;
    }
    match groups.as_slice() {
        [6 | 8, 4] | [10 | 12] if starts_with_birth_date(number) => Some(NATIONAL_ID),
        [3, 2, 4] => Some(NATIONAL_ID),
        [3, 3, 4] | [1, 3, 3, 4] => Some(CONTACT),
        _ if number.starts_with('+') && digits >= 8 => Some(CONTACT),
        _ if number.trim_start_matches('(').starts_with('0') && digits >= 9 => Some(CONTACT),
        _ => is_third_person.then_some(CONTACT),
    }
}

/// Returns whether a number of ten or twelve digits starts with a date, as identifiers in the Nordic
/// countries do. The day can be 60 higher.
fn starts_with_birth_date(number: &str) -> bool {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let part = |start: usize| digits[digits.len() - 10..][start..start + 2].parse().unwrap_or(0);
    let (month, day): (u8, u8) = (part(2), part(4));
    (1..=12).contains(&month) && matches!(day, 1..=31 | 61..=91)
}

#[cfg(test)]
mod tests {
    use super::{
        ADDRESS, CONTACT, NATIONAL_ID, is_email, meaning_of_key, meaning_of_number, numbers,
    };

    #[test]
    fn recognizes_private_keys() {
        for key in [
            "address2",
            "streetAddress",
            "postal_code",
            "ZIP",
            "Postleitzahl",
            "birthDate",
            "date of birth",
            "födelsedatum",
            "Gender",
            "SSN",
            "personnummer",
            "maritalStatus",
            "expectedSalary",
            "hourly-rate",
            "accessToken",
            "mobilePhone",
            "E-Mail",
            "notes",
            "hemadress",
            "månadslön",
            "personId",
            "emergencyContact",
            "Nacionalidad",
        ] {
            assert!(meaning_of_key(key).is_some(), "{key}");
        }
        for key in
            ["name", "city", "language", "page", "summary", "credentialId", "message", "image"]
        {
            assert_eq!(meaning_of_key(key), None, "{key}");
        }
        assert_eq!(meaning_of_key("homeAddress"), Some(ADDRESS));
    }

    #[test]
    fn recognizes_numbers_of_persons() {
        let meaning =
            |text: &str, others| numbers(text).find_map(|number| meaning_of_number(number, others));
        assert_eq!(meaning("Call +46 70 123 45 67.", false), Some(CONTACT));
        assert_eq!(meaning("(555) 123-4567", false), Some(CONTACT));
        for id in ["820101-1234", "820101–1234", "820101 1234", "198201011234"] {
            assert_eq!(meaning(id, false), Some(NATIONAL_ID), "{id}");
        }
        assert_eq!(meaning("+46\u{202F}70\u{202F}999\u{202F}88\u{202F}77", false), Some(CONTACT));
        assert_eq!(meaning("tel 12 34 56 78", true), Some(CONTACT));
        for word in ["boss@corp.com", "åsa@corp.se", "bo@bücher.de"] {
            assert!(is_email(word), "{word}");
        }
        assert!(!is_email("@anna") && !is_email("react@18.2.0"));
        for text in ["2010-2015", "01.02.2019", "ISO 27001 and 9001", "12 000 000 users", "1.2.3"] {
            assert_eq!(meaning(text, false), None, "{text}");
        }
    }
}
