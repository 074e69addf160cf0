// The format of profiles: an edit in the form changes only the lines of the edited entry.
//
//     node format.mjs <config.json> <directory of profiles>...
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { LineCounter, isMap, isSeq, parse, parseDocument } from "yaml";

const directory = dirname(fileURLToPath(import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "vitae-format-"));
const outfile = join(scratch, "format.mjs");
await build({
  entryPoints: [join(directory, "../../scripts/forms/format.js")],
  nodePaths: [join(directory, "node_modules")],
  bundle: true,
  format: "esm",
  outfile,
});
const { format } = await import(pathToFileURL(outfile));
rmSync(scratch, { recursive: true });

const [configuration, ...directories] = process.argv.slice(2);
const { fields } = JSON.parse(readFileSync(configuration, "utf8")).collections[0];
const { fromFile, toFile } = format(fields);
const HIDDEN = ["attributes", "card", "internal", "extra"];

const clone = (value) => JSON.parse(JSON.stringify(value));
const without = ({ _source, ...form }) => form;
const isEmpty = (value) => value === undefined || value === null || value === "" || (typeof value === "object" && Object.entries(value).every(([key, value]) => key === "_item" || isEmpty(value)));

/** Returns a value without empty parts and places of items. */
const present = (value) =>
  Array.isArray(value)
    ? value.filter((item) => !isEmpty(item)).map(present)
    : typeof value === "string"
      ? value.trim()
      : typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).filter(([key, value]) => key !== "_item" && !isEmpty(value)).map(([key, value]) => [key, present(value)]))
      : value;

/** Returns the values that the form does not show, and their text. */
function hidden(text) {
  const found = [];
  const visit = (node, path) => {
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        if (HIDDEN.includes(key.value)) found.push(JSON.stringify(value?.toJSON()));
        else visit(value, [...path, key.value]);
      }
    }
    if (isSeq(node)) node.items.forEach((item, index) => visit(item, [...path, index]));
  };
  visit(parseDocument(text).contents, []);
  return found.sort();
}

/** Returns a function that remembers the results for the text of a file, of which there are many edits. */
function remembered(compute) {
  let last;
  return (text) => (last?.text === text ? last : (last = { text, result: compute(text) })).result;
}
const hiddenBefore = remembered(hidden);
const parsedBefore = remembered((text) => {
  const lines = new LineCounter();
  return { root: parseDocument(text, { lineCounter: lines }).contents, lines };
});

const comments = (text) => text.split("\n").filter((line) => line.trim().startsWith("#")).sort();

/** Returns the paths of all values of the form. */
function paths(value, path = []) {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, value]) => paths(value, [...path, key]))];
}

const at = (value, path) => path.reduce((value, key) => value?.[key], value);

/** Returns the first and the last line, counted from 0, of the entry or item in the file that has the value at a path of the form. */
function linesOf(text, path) {
  const { root, lines } = parsedBefore(text);
  let node = root;
  let range = [0, text.length];
  for (const [index, key] of path.entries()) {
    if (path[index - 1] === "categories" && path[index - 2] === "skills") {
      const entry = node.items[Number(key)];
      range = [entry.key.range[0], entry.value.range[1]];
      node = { entry };
    } else if (node.entry) {
      node = key === "skills" ? node.entry.value : node.entry.key;
      if (key === "category") break;
    } else if (isMap(node)) {
      const entry = node.items.find((entry) => entry.key.value === key);
      range = [entry.key.range[0], entry.value?.range[1] ?? entry.key.range[1]];
      node = entry.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      range = [node.range[0], node.range[1]];
    }
  }
  const end = range[0] + text.slice(range[0], range[1]).trimEnd().length;
  return [lines.linePos(range[0]).line - 1, lines.linePos(end).line - 1];
}

/** Asserts that the texts differ only in these lines of the first. */
function assertOnlyLines(before, after, [first, last], what) {
  if (before === after) return;
  const [a, b] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  assert.ok(start >= first && a.length - 1 - end <= last, `${what}: lines ${first + 1} to ${last + 1} were edited, but ${start + 1} to ${a.length - end} changed\n${after}`);
}

let edits = 0;
let files = 0;

/** Edits the form of a file and asserts that the new file has the edited values, and everything that the form does not show. */
function edited(text, what, edit) {
  const form = fromFile(text);
  const expected = clone(form);
  edit(expected);
  const after = toFile(clone(expected));
  edits++;
  assert.ok(!after.includes("_source"), what);
  let read;
  try {
    read = fromFile(after);
  } catch (error) {
    assert.fail(`${what}: ${error}\n${after}`);
  }
  assert.deepEqual(present(without(read)), present(without(expected)), `${what}\n${after}`);
  assert.equal(toFile(read), after, `${what}: saved again`);
  return after;
}

function set(form, path, value) {
  at(form, path.slice(0, -1))[path.at(-1)] = value;
}

const TEXTS = ["A new text", "C# and @home: 50 % \"quoted\", it's", "First line\n\nSecond paragraph", "no", "2024", "- dash", "#1"];

function check(name, text) {
  files++;
  const form = fromFile(text);
  assert.equal(toFile(clone(form)), text, `${name}: nothing is edited`);
  // Sveltia CMS adds empty values.
  const touched = clone(form);
  for (const field of fields) touched[field.name] ??= field.widget === "list" ? [] : field.widget === "object" ? null : "";
  assert.equal(toFile(touched), text, `${name}: empty values are added`);
  // Every second value is edited, in the next file the others: most files have the same fields.
  const all = paths(without(form)).slice(1).filter((path) => path.at(-1) !== "_item");
  for (const path of all.filter((_, index) => index % 2 === files % 2)) {
    const value = at(form, path);
    const what = `${name}: ${path.join(".")}`;
    const isCategory = path.at(-1) === "category" && path.includes("categories");
    const keeps = (after) => {
      assert.deepEqual(hidden(after), hiddenBefore(text), what);
      assert.deepEqual(comments(after).filter((line) => comments(text).includes(line)), comments(text), what);
    };
    if (typeof value === "string" && !isCategory) {
      TEXTS.slice(0, edits % 5 === 0 ? TEXTS.length : 1).forEach((replacement) => {
        const after = edited(text, `${what} = ${JSON.stringify(replacement)}`, (form) => set(form, path, replacement));
        keeps(after);
        assertOnlyLines(text, after, linesOf(text, path), what);
      });
    }
    if (typeof value === "boolean") {
      const after = edited(text, what, (form) => set(form, path, !value));
      keeps(after);
      assertOnlyLines(text, after, linesOf(text, path), what);
    }
    if (path.length === 1 && path[0] !== "active" && path[0] !== "name") {
      const after = edited(text, `${what} emptied`, (form) => set(form, path, ""));
      // Comments in the entry go with it.
      const [first, last] = linesOf(text, path);
      const outside = text.split("\n").filter((_, line) => line < first || line > last);
      assert.equal(after, outside.join("\n"), what);
    }
    if (Array.isArray(value)) {
      const lines = linesOf(text, path);
      const change = (what2, edit) => {
        const after = edited(text, `${what} ${what2}`, (form) => set(form, path, edit(clone(value))));
        assertOnlyLines(text, after, [lines[0], lines[1] + 1], `${what} ${what2}`);
        return after;
      };
      const added = typeof value[0] === "string" ? "A new: item, #2" : { ...Object.fromEntries(Object.keys(value[0]).filter((key) => key !== "_item").map((key) => [key, Array.isArray(value[0][key]) ? ["New"] : "New text"])) };
      if (path.at(-1) === "categories") Object.assign(added, { category: "new_category" });
      if (path.at(-1) !== "work_arrangements") keeps(change("with a new item", (list) => [...list, added]));
      if (path.at(-1) !== "work_arrangements") keeps(change("with a new first item", (list) => [added, ...list]));
      keeps(change("with the first item moved to the end", ([first, ...rest]) => [...rest, first]));
      if (value.length > 1) change("without the first item", ([, ...rest]) => rest);
      if (value.length > 1) change("without the last item", (list) => list.slice(0, -1));
    }
  }
  for (const field of fields.filter((field) => form[field.name] === undefined && ["string", "text"].includes(field.widget))) {
    const after = edited(text, `${name}: new ${field.name}`, (form) => (form[field.name] = "A new: text"));
    assert.deepEqual(comments(after), comments(text));
    // Below a group, an empty line is above it.
    const added = new RegExp(`^\n?${field.name}:.*\n?`, "m");
    assert.deepEqual(after.replace(added, "").trimEnd(), text.trimEnd(), `${name}: new ${field.name}`);
  }
}

const profiles = directories.flatMap((directory) => readdirSync(directory).filter((file) => file.endsWith(".yaml")).map((file) => join(directory, file)));
assert.ok(profiles.length > 4, "profiles are missing");
for (const path of profiles) check(path.split("/").at(-1), readFileSync(path, "utf8").replaceAll("\r\n", "\n"));

// A file with comments in every place, keys that look like other values, and all styles of texts and lists.
const COMMENTED = `# yaml-language-server: $schema=../schema/consultant.json
# About the file.
active: true # is public
# Above the name.
name:   "Anna Berg"   # behind the name

title: >-
  A folded
  text
bio_short: 'single ''quoted'''
personal:
  # Above the headline.
  headline: plain # behind
  location: {city: Lund, country: Sweden} # flow
  contact: # behind the key
    phone: "+46 70 174 06 05"
skills:
  categories:
    # Above the cloud.
    cloud: [AWS, "C#", 'x, y'] # behind the list
    node_js:
      - Express   # an item
      # Between items.

      - Fastify
employment:
# Above the first.
- organization: Nordvik # behind
  role: Architect
  extra: {7: seven, node.js: yes}

  start_date: 2020
- # behind a dash
  organization: Fossa
  start_date: 2018-03
  summary: |
    A block.

    Second paragraph.
attributes:
  node.js: {7: 8}
  # In attributes.
  7: [x]
internal:
  7: 8
# At the end.`;
check("commented", COMMENTED);
check("commented, with a line break at the end", `${COMMENTED}\n`);

const cleaned = toFile({ active: true, name: "Bo\u0085 \uFFFEEk\uD800", summary: { full: "A\u007F\nB" } });
assert.ok(cleaned.includes("\nname: Bo Ek\n") && cleaned.includes('"A\\nB"'), cleaned);

const created = toFile({ active: false, name: "Bo Ek", publish_from: "2027-01-11", engagement: { f_skatt: "yes" }, photo: "/Holiday 2026.jpg", skills: { categories: [{ category: "cloud", skills: ["AWS", "C#"] }] }, employment: [{ organization: "Fossa: Energi", start_date: "2024-03" }] });
assert.equal(
  created,
  `# yaml-language-server: $schema=../schema/consultant.json

name: Bo Ek
active: false
photo: Holiday 2026.jpg
engagement:
  f_skatt: true
skills:
  categories:
    cloud:
      - AWS
      - C#
employment:
  - organization: "Fossa: Energi"
    start_date: 2024-03
publish_from: 2027-01-11
`,
);
// A file with a YAML error is an entry that cannot be saved: an editor cannot create another profile in its place.
const damaged = fromFile("name: Bo Ek\ntitle: [\n");
assert.equal(damaged.name, "Bo Ek (this file has an error)");
assert.throws(() => toFile(damaged), /vitae check/);

/** Asserts the new text of a profile after an edit of its form. */
function becomes(before, edit, after) {
  const start = "active: true\nname: Bo Ek\n";
  const form = clone(fromFile(start + before));
  edit(form);
  assert.equal(toFile(form).slice(start.length), after);
  edits++;
}

// A level in capital letters is the option in lower case, and stays as it is written.
const LEVELS = "skills:\n  languages:\n    - name: German\n      level: C1\n    - name: Dutch\n      level: A2\n";
assert.equal(fromFile(`active: true\nname: Bo Ek\n${LEVELS}`).skills.languages[0].level, "c1");
becomes(LEVELS, ({ skills }) => (skills.languages[1].level = "b1"), LEVELS.replace("A2", "b1"));

// Comments and what the form does not show stay at their item, whatever happens to others.
const JOBS = `employment:
  # Confidential.
  - organization: Nordvik
    extra: {team: 8}
  - organization: Fossa # since 2020
    extra: {team: 2}
`;
const [NORDVIK, FOSSA] = ["  # Confidential.\n  - organization: Nordvik\n    extra: {team: 8}\n", "  - organization: Fossa # since 2020\n    extra: {team: 2}\n"];
const employment = (edit) => (form) => (form.employment = edit(form.employment));
const NEW = "  - organization: Bergo\n";
const bergo = { organization: "Bergo" };
const ended = (item) => ({ ...item, end_date: "2026-01" });
const END = (text) => text.replace("    extra", "    end_date: 2026-01\n    extra");
becomes(JOBS, employment(([a, b]) => [bergo, ended(a), b]), `employment:\n${NEW}${END(NORDVIK)}${FOSSA}`);
becomes(JOBS, employment(([, b]) => [ended(b)]), `employment:\n${END(FOSSA)}`);
becomes(JOBS, employment(([a, b]) => [ended(b), ended(a)]), `employment:\n${END(FOSSA)}${END(NORDVIK)}`);
becomes(JOBS, employment(([a, b]) => [a, { ...a }, b]), `employment:\n${NORDVIK}  - organization: Nordvik\n${FOSSA}`);
becomes(JOBS, employment(() => [bergo]), `employment:\n${NEW}`);
becomes(JOBS, employment(([a, b]) => [a, { ...b, organization: "" }]), `employment:\n${NORDVIK}  - extra: {team: 2}\n`);

// Texts that YAML could take for something else, and comments that a text could take in.
const headline = (text) => (form) => (form.personal = { headline: text });
for (const text of ["---", "...and more", "- x", "no", "a: b", "#1", "0x1F", "~"]) {
  becomes("personal:\n  headline: x\n", headline(text), `personal:\n  headline: ${JSON.stringify(text)}\n`);
}
becomes("title: Short.\n  # salary: 70000\n", (form) => (form.title = "a\nb"), 'title: "a\\nb"\n  # salary: 70000\n');
becomes("engagement:\n    f_skatt: true\n    # pricing: secret\n", (form) => (form.summary = { full: "a\n\nb" }), 'engagement:\n    f_skatt: true\nsummary:\n  full: "a\\n\\nb"\n    # pricing: secret\n');

// Unusual notations.
becomes("title : x\n", (form) => (form.title = "z"), "title : z\n");
becomes("photo: me.jpg\ntitle: x\n", (form) => (form.photo = ""), "title: x\n");
becomes("summary:\n  short: x\n\n# Notes.\ninternal: {a: 1}\n", (form) => (form.publish_until = "2027-06-30"), "summary:\n  short: x\n\npublish_until: 2027-06-30\n\n# Notes.\ninternal: {a: 1}\n");
becomes("? title\n: x\n", (form) => (form.title = "z"), "? title\n: z\n");
becomes("title: # ask\n", (form) => (form.title = "z"), "title: z # ask\n");
becomes("title: >- # ask\n  x\n  y\n", (form) => (form.title = "z"), "title: z # ask\n");
becomes("personal: {headline: x, internal: {a: 1}} # c\n", headline(""), "personal: {internal: {a: 1}} # c\n");
becomes("employment: [{organization: A, extra: {x: 1}}, {organization: B}]\n", employment(([a, b]) => [{ ...b, role: "R, S" }, a]), 'employment: [{organization: B, role: "R, S"}, {organization: A, extra: {x: 1}}]\n');
becomes("education:\n  - institution: A\n    # note\n    area: B\n", (form) => (form.education[0].institution = ""), "education:\n  -\n    # note\n    area: B\n");
becomes("employment:\n  - # client - secret\n    organization: A\n", employment(([a]) => [ended(a)]), "employment:\n  - # client - secret\n    organization: A\n    end_date: 2026-01\n");
const skills = (edit) => (form) => (form.skills.categories = edit(form.skills.categories));
const CATEGORIES = "skills:\n  categories:\n    # Above.\n    cloud: [AWS] # behind\n    365: [Teams]\n    constructor: [x]\n";
becomes(CATEGORIES, skills(([a, ...rest]) => [{ ...a, skills: ["AWS", "Go"] }, ...rest]), CATEGORIES.replace("[AWS]", "[AWS, Go]"));
becomes(CATEGORIES, skills(([a, ...rest]) => [{ ...a, category: "clouds" }, ...rest]), CATEGORIES.replace("cloud:", "clouds:"));
becomes(CATEGORIES, skills((all) => [...all, { category: "cloud", skills: ["Z"] }]), `${CATEGORIES}    cloud:\n      - Z\n`);
becomes(CATEGORIES, skills((all) => [...all, { category: "empty", skills: [] }]), CATEGORIES);
becomes("personal: {headline: x, company: {unknown: 1}}\n", headline("z"), "personal: {headline: z, company: {unknown: 1}}\n");
// Values of the wrong type, which the form cannot show.
for (const text of ["title: [a]\n", "title: {a: b}\n", "personal: x\n", "employment:\n  - text\n", "employment: {a: b}\n", "skills: {categories: {a: {b: [x]}}}\n"]) {
  const shown = fromFile(`active: true\nname: Bo Ek\n${text}`);
  assert.match(shown.name, /^Bo Ek \(/);
  assert.equal(shown.active, true);
  const [pattern] = fields.find((field) => field.name === "name").pattern;
  assert.ok(!new RegExp(pattern).test(shown.name) && new RegExp(pattern).test("Bo Ek"), pattern);
}
assert.equal(toFile({ ...fromFile("{name: Bo Ek, active: true}\n"), title: "T" }), "{name: Bo Ek, active: true, title: T}\n");
assert.ok(edits > 500, `${edits} edits`);
console.log(`${edits} edits of ${profiles.length + 2} profiles`);
