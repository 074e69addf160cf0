// The format of profiles for Sveltia CMS. Writing a form back replaces only what changed: all other text of the file
// stays, byte for byte. For that, a file is cut into chunks: each entry of a mapping and each item of a list is one,
// with the comments and empty lines above it. What did not change is written from its chunk.
import { isMap, isScalar, isSeq, parseDocument, stringify } from "yaml";

const SOURCE = "_source"; // The hidden property with the text of the file. It is never written.
const SCHEMA = "# yaml-language-server: $schema=../schema/consultant.json\n\n";

/** Returns the format for a form with these fields of Sveltia CMS. */
export function format(fields) {
  return {
    fromFile: (text) => ({ ...converted(fields, valueOf(fields, root(text)), TO_FORM), [SOURCE]: text }),
    toFile: ({ [SOURCE]: source, ...form }) => {
      const value = converted(fields, form, FROM_FORM) ?? {};
      if (!source) return SCHEMA + printEntries(fields, value, 0);
      const node = root(source);
      const end = node.items.length ? lineEnd(source, endOf(node.items.at(-1), source)) : source.length;
      return editMap(source, node, fields, valueOf(fields, node) ?? {}, value, 0) + source.slice(end);
    },
  };
}

function root(text) {
  const document = parseDocument(text, { keepSourceTokens: true, uniqueKeys: false });
  // Sveltia CMS lists such a file as damaged, and does not open it.
  if (document.errors.length || !isMap(document.contents)) throw document.errors[0] ?? new Error("not a profile");
  return document.contents;
}

const nameOf = (entry) => String(entry.key.value);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isCategories = (field) => field.name === "categories" && Boolean(field.fields);
const kindOf = (field) => (isCategories(field) ? "categories" : field.options?.includes("yes") ? "yesNo" : field.widget);

/** Returns the value of a node: texts as they are read, also of numbers; undefined for what the form cannot show. */
function valueOf(field, node) {
  const fields = Array.isArray(field) ? field : field?.fields;
  if (isScalar(node)) {
    if (typeof node.value === "boolean") return node.value;
    // vitae and Sveltia CMS ignore line breaks at the end of a text.
    return node.value === null ? undefined : present(String(node.source ?? node.value).trimEnd());
  }
  if (isSeq(node)) return present(node.items.map((item) => valueOf(fields ?? field?.field, item)));
  if (!isMap(node)) return undefined;
  const value = (name, field) => [name, valueOf(field, node.items.find((entry) => nameOf(entry) === name)?.value)];
  // The order of categories is a part of the value; other entries have the order of the fields.
  if (isCategories(field)) return present(Object.fromEntries(node.items.map((entry) => value(nameOf(entry), field.fields[1]))));
  return present(Object.fromEntries((fields ?? []).map((field) => value(field.name, field))));
}

/** Returns a list or mapping without empty values; undefined if nothing is left. */
function present(value) {
  const isPresent = (value) => value !== undefined && value !== null && value !== "";
  if (Array.isArray(value)) return value.some(isPresent) ? value.filter(isPresent) : undefined;
  if (!isObject(value)) return isPresent(value) ? value : undefined;
  const entries = Object.entries(value).filter(([, value]) => isPresent(value));
  return entries.length ? Object.fromEntries(entries) : undefined;
}

/** In the form, categories are a list, optional booleans words, and photos have a path. */
const TO_FORM = {
  categories: (value) => Object.entries(value).map(([category, skills]) => ({ category, skills })),
  yesNo: (value) => ({ true: "yes", false: "no" })[value] ?? value,
  image: (name) => `/${name}`,
};
const FROM_FORM = {
  categories: (list) => present(Object.fromEntries(list.map((item) => [item?.category ?? "", present(item?.skills)]))),
  yesNo: (word) => ({ yes: true, no: false })[word] ?? present(word),
  image: (path) => present(String(path).split("/").pop()),
};

/** Converts the values of the fields to those of the form or back. */
function converted(fields, values, conversions) {
  const convert = (field, value) => {
    if (value === undefined || value === null) return undefined;
    const conversion = conversions[kindOf(field)];
    if (conversion) return conversion(value);
    if (Array.isArray(value)) return present(value.map((item) => convert(field, item)));
    if (isObject(value)) return converted(field.fields, value, conversions);
    return typeof value === "boolean" ? value : present(String(value).trimEnd());
  };
  return present(Object.fromEntries(fields.map((field) => [field.name, convert(field, values?.[field.name])])));
}

/** Returns the end of what a node or entry writes, without comments behind it. */
function endOf(node, source) {
  if (node.key) return node.value?.range[1] > node.value?.range[0] ? endOf(node.value, source) : endOf(node.key, source) + 1;
  if (isBlock(node)) return endOf(node.items.at(-1), source);
  return node.range[0] + source.slice(node.range[0], node.range[1]).trimEnd().length;
}

const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const indented = (at) => " ".repeat(at);
const closed = (text) => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
const lineEnd = (source, at) => source.indexOf("\n", at) + 1 || source.length;
const lineStart = (source, at) => source.lastIndexOf("\n", at - 1) + 1;
const column = (source, at) => at - lineStart(source, at);
const isBlock = (node) => (isMap(node) || isSeq(node)) && !node.flow && node.items.length > 0;

/** Cuts a block into chunks: `lead` is what is above an entry or item, `body` starts with its key or dash. */
function chunks(source, node, start) {
  let from = start;
  return node.items.map((item) => {
    const first = (item.key ?? item).range[0];
    const begin = item.key ? first : source.lastIndexOf("-", first - 1);
    const lead = source.slice(from, Math.max(from, lineStart(source, begin)));
    const end = lineEnd(source, endOf(item, source));
    from = end;
    return { item, lead, begin, end, body: source.slice(begin, end) };
  });
}

/** Returns the text of a block mapping with the new value. `start` is where the text above its first entry starts. */
function editMap(source, node, field, before, after, start) {
  const fields = Array.isArray(field) ? field : field.fields;
  const begin = node.items[0].key.range[0];
  const at = column(source, begin);
  const hasDash = source.slice(begin - at, begin).trim() !== "";
  const fieldOf = (name) => (isCategories(field) ? field.fields[1] : fields.find((field) => field.name === name));
  const parts = chunks(source, node, start).map((chunk) => {
    const name = nameOf(chunk.item);
    const isShown = fieldOf(name) && valueOf(fieldOf(name), chunk.item.value) !== undefined;
    if (!isShown || isSame(before[name], after[name])) return { ...chunk, name };
    if (after[name] === undefined) return { ...chunk, name, body: "" };
    const start = endOf(chunk.item.key, source) + 1;
    const value = editValue(source, chunk.item.value, fieldOf(name), before[name], after[name], at, start, chunk.end);
    return { ...chunk, name, body: source.slice(chunk.begin, start) + value };
  });
  const names = Object.keys(after);
  names.forEach((name, index) => {
    const known = parts.find((part) => part.name === name);
    if (known && (known.body !== "" || before[name] !== undefined)) {
      // A field with an empty value in the file, such as `title:`.
      if (before[name] === undefined) known.body = printEntry(fieldOf(name), name, after[name], at);
      return;
    }
    const body = printEntry(fieldOf(name), name, after[name], at);
    const previous = names.slice(0, index).reverse().map((name) => parts.findIndex((part) => part.name === name));
    const place = previous.find((index) => index >= 0) ?? Math.min(1, parts.length) - 1;
    const isSection = at === 0 && body.trimEnd().includes("\n") && source.includes("\n\n");
    parts.splice(place + 1, 0, { name, lead: isSection ? "\n" : "", body });
  });
  const orderOf = ({ name }) => (names.includes(name) ? names.indexOf(name) : names.length);
  if (isCategories(field)) parts.sort((a, b) => orderOf(a) - orderOf(b));
  parts.slice(0, -1).forEach((part) => (part.body = closed(part.body)));
  // After a dash, the first entry has no indentation, and nothing can be above it.
  const first = hasDash ? parts.findIndex((part) => part.body !== "") : -1;
  const lead = parts.slice(0, first + 1).map((part) => part.lead).join("");
  const write = ({ lead, body }, index) => (index <= first ? body : lead + (body && indented(at) + body));
  return (first > 0 ? lead.trimStart() : "") + parts.map(write).join("");
}

/** Returns what follows a key or dash: the new value, up to the end of the line. */
function editValue(source, node, field, before, after, at, start, end) {
  if (isMap(node) && isBlock(node) && isObject(after)) {
    const head = lineStart(source, node.items[0].key.range[0]) > start ? lineEnd(source, start) : node.items[0].key.range[0];
    return source.slice(start, head) + editMap(source, node, field, before, after, head);
  }
  if (isSeq(node) && isBlock(node) && Array.isArray(after)) {
    const head = lineEnd(source, start);
    return source.slice(start, head) + editList(source, node, field, before, after, head);
  }
  const old = source.slice(start, endOf(node, source));
  const comment = source.slice(endOf(node, source), end);
  const space = /^[ \t]*/.exec(old)[0] || " ";
  if (node.flow) return space + flow(source, node, field, before, after) + comment;
  const value = print(field, after, at);
  if (!value.includes("\n")) return space + value.trimStart() + comment;
  // A comment behind the old value stays on the line of the key.
  const [first, ...rest] = value.split("\n");
  return closed([old.includes("\n") ? first : first + comment.trimEnd(), ...rest].join("\n"));
}

/** Returns the text of a block list with the new items. Items that did not change keep their text, also if they move. */
function editList(source, node, field, before, after, start) {
  const old = chunks(source, node, start).filter(({ item }) => item !== null);
  const at = column(source, old[0].begin);
  const itemField = field.fields ?? field.field;
  const values = old.map(({ item }) => valueOf(itemField, item));
  const taken = new Set();
  const same = after.map((value, index) => {
    const isFree = (other) => !taken.has(other) && isSame(values[other], value);
    const found = isFree(index) ? index : values.findIndex((_, other) => isFree(other));
    if (found >= 0) taken.add(found);
    return found;
  });
  return after.map((value, index) => {
    if (same[index] >= 0) return { ...old[same[index]], at };
    // An item at a place whose item is gone is that item with changes.
    const place = old.findIndex((_, other) => !taken.has(other) && other >= index - 1);
    const isEdit = place >= 0 && (place === index || old.length === after.length);
    if (!isEdit) return { lead: "", body: `-${printItem(itemField, value, at)}` };
    taken.add(place);
    const { item, begin, end, lead } = old[place];
    const nested = Array.isArray(itemField) ? { fields: itemField } : itemField;
    return { lead, body: `-${editValue(source, item, nested, values[place], value, at, begin + 1, end)}` };
  }).map(({ lead, body }) => lead + indented(at) + closed(body)).join("");
}

/** Returns a collection in brackets with the new value. */
function flow(source, node, field, before, after) {
  const slice = (part) => source.slice(part.range[0], endOf(part, source));
  if (Array.isArray(after)) {
    const known = new Map(node.items.map((item) => [String(valueOf(field?.field, item)), slice(item)]));
    return `[${after.map((value) => known.get(value) ?? inline(value)).join(", ")}]`;
  }
  const entries = node.items.map((entry) => [nameOf(entry), source.slice(entry.key.range[0], endOf(entry, source))]);
  const isKept = ([name]) => before[name] === undefined || isSame(before[name], after[name]);
  const changed = Object.keys(after).filter((name) => !isSame(before[name], after[name]));
  return `{${[...entries.filter(isKept).map(([, text]) => text), ...changed.map((name) => `${name}: ${inline(after[name])}`)].join(", ")}}`;
}

const isDay = (text) => /^[12][0-9]{3}(-[0-9]{2}(-[0-9]{2}([T ][0-9:.]+(Z|[+-][0-9:]+))?)?)?$/.test(text);
const isDate = (field) => field?.widget === "datetime" || /date|expires|last_modified/.test(field?.name ?? "");
const printEntries = (fields, value, at) => {
  const known = fields.filter((field) => value[field.name] !== undefined);
  return known.map((field) => indented(at) + printEntry(field, field.name, value[field.name], at)).join("");
};
const printEntry = (field, name, value, at) => closed(`${inline(name)}:${print(field, value, at)}`);

/** Returns a value as it follows a key, with its space or line break. `at` is the column of the key. */
function print(field, value, at) {
  if (Array.isArray(value)) return value.map((item) => `\n${indented(at + 2)}-${printItem(field?.fields ?? field?.field, item, at + 2)}`).join("");
  if (!isObject(value)) return ` ${scalar(field, value, at)}`;
  const nested = isCategories(field) ? Object.entries(value).map(([name, skills]) => indented(at + 2) + printEntry(field.fields[1], name, skills, at + 2)).join("") : printEntries(field.fields, value, at + 2);
  return `\n${nested.trimEnd()}`;
}

/** Returns an item as it follows its dash at the column `at`. */
function printItem(field, value, at) {
  return isObject(value) ? ` ${printEntries(field, value, at + 2).trim()}` : print(field, value, at);
}

function scalar(field, value, at) {
  if (typeof value === "string" && isDate(field) && isDay(value)) return value;
  if (typeof value !== "string" || !value.includes("\n") || /[^\P{C}\n\t]/u.test(value) || /^\s|[ \t]\n/.test(value)) return inline(value);
  return `|\n${value.split("\n").map((line) => line && indented(at + 2) + line).join("\n")}`;
}

/** Returns a value on one line, with quotes where YAML or a reader could take it for something else. */
function inline(value) {
  if (typeof value !== "string") return JSON.stringify(value);
  const isPlain = !/[\n,[\]{}]|^(y|n|yes|no|on|off|~|[-+.]?[0-9][0-9_:.,-]*)$/i.test(value);
  return isPlain ? stringify(value, { lineWidth: 0 }).trimEnd() : JSON.stringify(value);
}
