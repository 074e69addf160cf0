// Reads every published document with the client that openapi-typescript and openapi-fetch give.
// `schema.d.ts` is generated. Arguments: the URL of the site and the identifiers.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Profile = components["schemas"]["Profile"];
type JsonResume = components["schemas"]["JsonResume"];

declare const process: { argv: string[] };

const [baseUrl = "", ...ids] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl });

function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

// The annotations do not compile if a field is missing or has no type.
function ofProfile(profile: Profile) {
  const { personal, engagement, summary, skills, attributes, card, _links: links } = profile;
  const texts: (string | null | undefined)[] = [
    profile.id, profile.schema_version, profile.name, profile.title, profile.bio_short, profile.lastModified,
    personal.name, personal.headline, personal.location.city, personal.location.region,
    personal.location.country, personal.company.name, personal.company.legal_name,
    personal.contact.email, personal.contact.phone, personal.contact.linkedin, personal.contact.website,
    engagement.available_from, engagement.available_from_note, engagement.pricing, engagement.pricing_note,
    summary.short, summary.full, card.name, card.headline, card.location, card.available_from, card.photo,
    links.self, links.photo, attributes.location?.address, attributes.location?.postal_code,
  ];
  const f_skatt: boolean | undefined = engagement.f_skatt;
  const categories: { [key: string]: string[] } = skills.categories;
  const lists: string[][] = [engagement.work_arrangements, card.top_skills, ...Object.values(categories)];
  for (const { name, level } of skills.languages) texts.push(name, level);
  for (const { name, issuer, date, expires, credential_id, url } of profile.certifications) {
    texts.push(name, issuer, date, expires, credential_id, url);
  }
  for (const work of [...profile.employment, ...profile.contracts]) {
    texts.push(work.organization, work.role, work.location, work.url, work.start_date, work.end_date);
    texts.push(work.description, work.summary);
    lists.push(work.technologies, work.key_results);
  }
  for (const { institution, url, area, study_type, start_date, end_date, score, courses } of profile.education) {
    texts.push(institution, url, area, study_type, start_date, end_date, score);
    lists.push(courses);
  }
  for (const { organization, role, start_date, key_results } of attributes.volunteer ?? []) {
    texts.push(organization, role, start_date);
    lists.push(key_results ?? []);
  }
  for (const { network, username, url } of attributes.profiles ?? []) texts.push(network, username, url);
  for (const { title, date, awarder, summary } of attributes.awards ?? []) texts.push(title, date, awarder, summary);
  for (const { name, publisher, release_date } of attributes.publications ?? []) texts.push(name, publisher, release_date);
  for (const { name, keywords } of attributes.interests ?? []) lists.push([name ?? ""], keywords ?? []);
  for (const { name, reference } of attributes.references ?? []) texts.push(name, reference);
  for (const { name, roles, type, entity } of attributes.projects ?? []) {
    texts.push(name, type, entity);
    lists.push(roles ?? []);
  }
  const names: { [key: string]: string } | undefined = attributes.category_names;
  assert(f_skatt === undefined || typeof f_skatt === "boolean", "f_skatt");
  return { texts: [...texts, ...Object.values(names ?? {})], lists };
}

function ofJsonResume(resume: JsonResume) {
  const { basics, meta } = resume;
  const own = meta.consultantProfile;
  const texts: (string | undefined)[] = [
    resume.$schema, basics.name, basics.label, basics.image, basics.email, basics.phone, basics.url, basics.summary,
    basics.location.address, basics.location.postalCode, basics.location.city, basics.location.countryCode,
    basics.location.region, meta.canonical, meta.version, meta.lastModified, own.id, own.title, own.bio_short,
    own.personal.name, own.personal.country, own.personal.company.name, own.personal.linkedin, own.summary.short,
    own.engagement.pricing, own.card.headline, own.attributes.location?.address,
  ];
  const lists: string[][] = [own.skills.categories, own.skills.levels];
  for (const { network, username, url } of basics.profiles) texts.push(network, username, url);
  for (const work of resume.work) {
    texts.push(work.name, work.position, work.employmentType, work.location, work.url, work.startDate, work.endDate);
    texts.push(work.description, work.summary);
    lists.push(work.highlights ?? [], work.keywords ?? []);
  }
  for (const { institution, url, area, studyType, startDate, endDate, score, courses } of resume.education) {
    texts.push(institution, url, area, studyType, startDate, endDate, score);
    lists.push(courses ?? []);
  }
  for (const { name, issuer, date, expires, credentialId, url } of resume.certificates) {
    texts.push(name, issuer, date, expires, credentialId, url);
  }
  for (const { name, keywords } of resume.skills) lists.push([name], keywords);
  for (const { language, fluency } of resume.languages) texts.push(language, fluency);
  for (const { organization, position, startDate, endDate, highlights } of resume.volunteer ?? []) {
    texts.push(organization, position, startDate, endDate);
    lists.push(highlights ?? []);
  }
  for (const { title, date, awarder } of resume.awards ?? []) texts.push(title, date, awarder);
  for (const { name, publisher, releaseDate } of resume.publications ?? []) texts.push(name, publisher, releaseDate);
  for (const { name, keywords } of resume.interests ?? []) lists.push([name ?? ""], keywords ?? []);
  for (const { name, reference } of resume.references ?? []) texts.push(name, reference);
  for (const { name, startDate, roles, type } of resume.projects ?? []) {
    texts.push(name, startDate, type);
    lists.push(roles ?? []);
  }
  return { texts, lists };
}

function assertTexts({ texts, lists }: { texts: unknown[]; lists: unknown[][] }, id: string) {
  for (const text of [...texts, ...lists.flat()]) {
    assert(text === undefined || text === null || typeof text === "string", `${id}: ${text} is not text`);
  }
}

for (const consultant_id of ids) {
  const path = { consultant_id };
  const profile = (await client.GET("/api/consultant-public/{consultant_id}", { params: { path } })).data;
  assert(profile && "schema_version" in profile, `${consultant_id}: no profile`);
  assert(profile.id === consultant_id, profile.id);
  assertTexts(ofProfile(profile), consultant_id);

  const query = { format: "jsonresume" };
  const resume = (await client.GET("/api/consultant-public/{consultant_id}", { params: { path, query } })).data;
  assert(resume && "basics" in resume, `${consultant_id}: no JSON Resume`);
  assert(resume.basics.name === profile.name, resume.basics.name);
  assertTexts(ofJsonResume(resume), consultant_id);

  const photo = await client.GET("/api/consultant-photo/{consultant_id}", { params: { path }, parseAs: "blob" });
  const size: number | undefined = photo.data?.size;
  assert(profile.card.photo ? size : photo.error?.error, `${consultant_id}: neither a photo nor an error`);
}
const unknown = { params: { path: { consultant_id: "nobody-here" } } };
const { error, response } = await client.GET("/api/consultant-public/{consultant_id}", unknown);
assert(response.status === 404 && error?.error === "Consultant not found", "no error");
const description = (await client.GET("/api/openapi.json")).data;
assert(description?.["openapi"] === "3.1.0", "no description");
console.log(`read ${ids.length} consultants`);
