"""Reads every published document with the client that openapi-python-client generates.

Arguments: the URL of the site and the identifiers.
"""

import json
import sys
from datetime import date, datetime
from urllib.request import urlopen

from consultants import Client
from consultants.api.consultants import get_consultant_photo, get_consultant_profile
from consultants.api.description import get_open_api_description
from consultants.models import Error, JsonResume, Profile
from consultants.types import UNSET, File, Unset

url, *ids = sys.argv[1:]
client = Client(base_url=url)


def published(path: str) -> dict[str, object]:
    """Returns a document as sent, with the date and time as the client writes it."""
    with urlopen(url + path) as response:
        document: dict[str, object] = json.load(response)
    if isinstance(document.get("lastModified"), str):
        document["lastModified"] = datetime.fromisoformat(str(document["lastModified"])).isoformat()
    return document


def profile_fields(profile: Profile) -> list[str | None | Unset]:
    """mypy rejects a field that is missing or has another type."""
    texts: list[str | None | Unset] = [profile.name, profile.title, profile.bio_short, profile.personal.headline]
    modified: datetime = profile.last_modified
    available: date | Unset = profile.engagement.available_from
    f_skatt: bool | Unset = profile.engagement.f_skatt
    assert modified.tzinfo and isinstance(f_skatt, (bool, Unset)) and isinstance(available, (date, Unset))
    texts += [profile.personal.location.city, profile.personal.contact.email, profile.summary.full]
    texts += [profile.card.headline, profile.card.photo, profile.field_links.self_]
    for work in profile.employment + profile.contracts:
        texts += [work.organization, work.start_date, *work.technologies, *work.key_results]
    for certification in profile.certifications:
        texts += [certification.name, certification.expires]
    for school in profile.education:
        texts += [school.institution, school.study_type, *school.courses]
    for language in profile.skills.languages:
        texts += [language.name, language.level]
    for category in profile.skills.categories.additional_keys:
        texts += profile.skills.categories[category]
    for project in profile.attributes.projects or []:
        texts += [project.name, project.type_, *(project.roles or [])]
    for award in profile.attributes.awards or []:
        texts += [award.title, award.date]
    return texts


def resume_fields(resume: JsonResume) -> list[str | Unset]:
    texts: list[str | Unset] = [resume.basics.name, resume.basics.label, resume.basics.location.country_code]
    texts += [resume.meta.canonical, resume.meta.consultant_profile.summary.short]
    for profile in resume.basics.profiles:
        texts += [profile.network, profile.url]
    for work in resume.work:
        texts += [work.name, work.employment_type, work.start_date, *(work.highlights or [])]
    for school in resume.education:
        texts += [school.institution, school.study_type]
    for skill in resume.skills:
        texts += [skill.name, *skill.keywords]
    for publication in resume.publications or []:
        texts += [publication.name, publication.release_date]
    return texts


for id in ids:
    profile = get_consultant_profile.sync(id, client=client)
    assert isinstance(profile, Profile), profile
    path = f"/api/consultant-public/{id}"
    assert profile.to_dict() == published(path), id
    assert all(isinstance(text, str) or text in (None, UNSET) for text in profile_fields(profile)), id

    resume = get_consultant_profile.sync(id, client=client, format_="jsonresume")
    assert isinstance(resume, JsonResume), resume
    assert resume.to_dict() == published(f"{path}?format=jsonresume"), id
    assert all(isinstance(text, (str, Unset)) for text in resume_fields(resume)), id

    photo = get_consultant_photo.sync(id, client=client)
    if isinstance(profile.card.photo, str):
        assert isinstance(photo, File) and photo.payload.read(3), id
    else:
        assert isinstance(photo, Error) and photo.error, id

unknown = get_consultant_profile.sync("nobody-here", client=client)
assert isinstance(unknown, Error) and unknown.error == "Consultant not found", unknown
description = get_open_api_description.sync(client=client)
assert description and description["openapi"] == "3.1.0"
print(f"read {len(ids)} consultants")
