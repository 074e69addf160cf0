// The format of profiles for Sveltia CMS. Writing a form back replaces only what changed: all other text of the file
// stays, byte for byte. For that, a block is cut into chunks: each entry of a mapping and each item of a list is one,
// with the comments and empty lines above it. What did not change is written from its chunk.
import { isMap, isScalar, isSeq, parseDocument, stringify } from "yaml";

const SOURCE = "_source"; // The hidden property with the text of the file. It is never written.
const ITEM = "_item"; // The hidden property of an item: its place in that text. A new item has none.
const SCHEMA = "# yaml-language-server: $schema=../schema/consultant.json\n\n";

/** Returns the format for a form with these fields of Sveltia CMS. */
export function format(fields) {
  const profile = { fields };
  return {
    fromFile(text) {
      // Without an entry, Sveltia CMS would let an editor create a profile in place of this file.
      const name = /^name:(.*)/m.exec(text)?.[1].trim() ?? "";
      const damaged = { name: `${name} (this file has an error)`, active: /^active:\s*true\b/m.test(text) };
      return { ...(parsed(profile, text)?.value ?? damaged), [SOURCE]: text };
    },
    toFile({ [SOURCE]: source, ...form }) {
      const after = normal(profile, form) ?? {};
      if (!source) return SCHEMA + new Editor("", true).entries(profile, after, 0);
      const { node, value } = parsed(profile, source) ?? {};
      if (node && isSame(value, after)) return source;
      // A block scalar would take in a comment below it that is indented like its text.
      for (const hasBlocks of node ? [true, false] : []) {
        const text = new Editor(source, hasBlocks).profile(node, profile, value, after);
        if (isSame(normal(profile, parsed(profile, text)?.value, false), normal(profile, after, false))) return text;
      }
      throw new Error("the form cannot edit this file: run `vitae check`");
    },
  };
}

/** Returns the mapping in a file and its value; undefined if the file has a YAML error or a value of the wrong type. */
function parsed(profile, text) {
  const { contents: node, errors } = parseDocument(text, { keepSourceTokens: true, uniqueKeys: false });
  try {
    return errors.length || !isMap(node) ? undefined : { node, value: read(profile, node) ?? {} };
  } catch {
    return undefined;
  }
}

const nameOf = (entry) => String(entry.key.value);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** Keys of the author's choice are a list of groups in the form: a key and its skills. */
const isCategories = (field) => field.name === "categories" && Boolean(field.fields);
const isYesNo = (field) => field.options?.includes("yes");
const fieldOf = (field, name) => field.fields.find((field) => field.name === name);
/** Returns the option that a word in capital letters means: `c1` for `C1`. */
const optionOf = (field, text) => (!field.multiple && field.options?.find((option) => option === text?.toLowerCase())) || text;
const itemField = (field) => (field.fields ? { fields: field.fields } : field.field ?? field);
const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the value of a node in the form; undefined for what the form cannot show. Texts are as they are read, also of numbers. */
function read(field, node) {
  if (isScalar(node) ? String(node.value ?? "").trim() === "" : !node?.items.length) return undefined;
  const isList = !isCategories(field) && (field.widget === "list" || field.multiple);
  if (isScalar(node) ? field.fields : isSeq(node) ? !isList : isList || !field.fields) throw new Error("wrong type");
  const text = isScalar(node) && normal(field, String(node.source ?? node.value));
  if (typeof node.value === "boolean") return isYesNo(field) ? (node.value ? "yes" : "no") : field.widget === "boolean" ? node.value : text;
  if (isScalar(node)) return text && field.widget === "image" ? `/${text}` : optionOf(field, text);
  const item = (item, place) => (isMap(item) ? { ...read(itemField(field), item), [ITEM]: place } : read(itemField(field), item));
  const category = ({ key, value }, place) => ({ category: String(key.value), skills: read(field.fields[1], value), [ITEM]: place });
  if (isSeq(node) || isCategories(field)) return normal(field, node.items.map(isSeq(node) ? item : category));
  const value = (field) => [field.name, read(field, node.items.find((entry) => nameOf(entry) === field.name)?.value)];
  return normal(field, Object.fromEntries(field.fields.map(value)));
}

/** Returns a value without what is empty, with its keys in the order of the fields; undefined if nothing is left. */
function normal(field, value, hasPlaces = true) {
  // Sveltia CMS removes white space around a text, and vitae ignores it.
  if (!value || typeof value === "boolean") return value === false ? false : value || undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => normal(itemField(field), item, hasPlaces)).filter((item) => item !== undefined && (item.skills || !isCategories(field)));
    return items.length ? items : undefined;
  }
  if (!isObject(value)) return String(value).trim() || undefined;
  const entries = (field.fields ?? []).map((field) => [field.name, normal(field, value[field.name], hasPlaces)]);
  const present = [...entries, [ITEM, hasPlaces ? value[ITEM] ?? undefined : undefined]].filter(([, value]) => value !== undefined);
  return present.length ? Object.fromEntries(present) : undefined;
}

const offsetOf = (tokens, type) => tokens?.find((token) => token.type === type)?.offset;
const colonOf = (entry) => offsetOf(entry.srcToken?.sep, "map-value-ind") ?? entry.key.range[1];
const isBlock = (node) => (isMap(node) || isSeq(node)) && !node.flow && node.items.length > 0;
const indented = (at) => " ".repeat(at);
const closed = (text) => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
const isDate = (field, text) => (field.widget === "datetime" || /date|expires|last_modified/.test(field.name)) && /^[12]\d{3}(-\d\d(-\d\d([T ][\d:.]+(Z|[+-][\d:]+))?)?)?$/.test(text);

/**
 * Returns a text on one line, with quotes where YAML or a reader could take it for something else, and without
 * characters that no profile can have: control characters, lone surrogates and noncharacters.
 */
function inline(written) {
  const value = typeof written !== "string" ? written : written.replace(/(?![\n\t])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, "");
  const isAmbiguous = /[\n,[\]{}]|^(y|n|yes|no|on|off|~|[-+.]?[0-9][0-9_:.,-]*)$/i.test(value);
  const plain = isAmbiguous ? "\n" : stringify(value, { lineWidth: 0 }).trimEnd();
  return plain.includes("\n") ? JSON.stringify(value) : plain;
}

const isNumber = (field, value) => field.widget === "number" && /^-?\d+$/.test(value);
const fileValue = (field, value) => (isNumber(field, value) ? Number(value) : isYesNo(field) ? ({ yes: true, no: false })[value] ?? value : field.widget === "image" ? value.split("/").pop() : value);

/** Prints values, and edits the text of a file. A column `at` is that of a key or dash. */
class Editor {
  constructor(source, hasBlocks) { Object.assign(this, { source, hasBlocks }); }
  lineStart = (at) => this.source.lastIndexOf("\n", at - 1) + 1;
  lineEnd = (at) => this.source.indexOf("\n", at) + 1 || this.source.length;

  /** Returns the end of what a node or entry writes, without comments after it. */
  endOf(node) {
    if (node.key) return node.value?.range[1] > node.value?.range[0] ? this.endOf(node.value) : colonOf(node) + 1;
    if (isBlock(node)) return this.endOf(node.items.at(-1));
    return node.range[0] + this.source.slice(node.range[0], node.range[1]).trimEnd().length;
  }

  /** Returns the text of the file with the new value. */
  profile(node, field, before, after) {
    if (node.flow) return this.source.slice(0, node.range[0]) + this.flow(field, after, node) + this.source.slice(node.range[1]);
    return this.group(node, field, before, after, 0) + this.source.slice(this.lineEnd(this.endOf(node)));
  }

  /** Cuts a block into chunks: `lead` is what is above an entry or item, `body` starts with its key or dash. */
  chunks(node, start) {
    let from = start;
    return node.items.map((item, index) => {
      const begin = isMap(node) ? offsetOf(item.srcToken?.start, "explicit-key-ind") ?? item.key.range[0] : offsetOf(node.srcToken.items[index].start, "seq-item-ind");
      const end = this.lineEnd(Math.max(begin, this.endOf(item)));
      const lead = this.source.slice(from, Math.max(from, this.lineStart(begin)));
      from = end;
      return { item, name: item?.key && nameOf(item), lead, begin, end, body: this.source.slice(begin, end) };
    });
  }

  /** Returns the text of a block mapping; nothing if no entry is left. `start` is where the text above its first entry starts. */
  group(node, field, before, after, start) {
    const parts = this.chunks(node, start);
    const at = parts[0].begin - this.lineStart(parts[0].begin);
    const hasDash = this.source.slice(parts[0].begin - at, parts[0].begin).trim() !== "";
    for (const part of parts) {
      const [name, known] = [part.name, fieldOf(field, part.name)];
      if (!known || isSame(before[name], after[name])) continue;
      const colon = colonOf(part.item) + 1;
      const value = this.value(part.item.value, known, before[name], after[name], at, colon, part.end);
      part.body = value && this.source.slice(part.begin, colon) + value;
    }
    const names = Object.keys(after).filter((name) => name !== ITEM);
    names.forEach((name, index) => {
      if (parts.some((part) => part.name === name)) return;
      const body = this.entry(fieldOf(field, name), name, after[name], at);
      const previous = names.slice(0, index).reverse().map((name) => parts.findIndex((part) => part.name === name));
      const above = previous.find((index) => index >= 0) ?? 0;
      const isApart = at === 0 && [parts[above].body, body].some((text) => /\n./.test(text));
      const lead = isApart && this.source.includes("\n\n") ? "\n" : "";
      parts.splice(above + 1, 0, { name, lead, body });
    });
    if (parts.every(({ body }) => body === "")) return "";
    const written = ({ lead, body }, index) => (hasDash && index === 0 ? "" : lead) + (body && indented(at) + (index < parts.length - 1 ? closed(body) : body));
    const text = parts.map(written).join("");
    // After a dash, the first entry has no indentation, and nothing can be above it.
    return !hasDash ? text : /^\s*#/.test(text) ? `\n${text}` : text.trimStart();
  }

  /** Returns what follows a key or dash, up to the end of the line; nothing if nothing is left. `start` is after the colon or dash. */
  value(node, field, before, after, at, start, end) {
    const isGroup = isMap(node) && field.fields && !isCategories(field);
    if (isGroup && isBlock(node)) {
      const first = node.items[0].key.range[0];
      const head = this.lineStart(first) > start ? this.lineEnd(start) : first;
      const text = this.group(node, field, before ?? {}, after ?? {}, head);
      return text && (head === first && text.startsWith("\n") ? "" : this.source.slice(start, head)) + text;
    }
    if (isBlock(node) && Array.isArray(after)) {
      const head = this.lineEnd(start);
      const text = this.list(node, field, before ?? [], after, head);
      return text && this.source.slice(start, head) + text;
    }
    const flow = node?.flow && (after || isGroup) ? this.flow(field, after ?? {}, node) : undefined;
    if (flow === "{}" || (flow ?? after) === undefined) return "";
    // Another value has the white space and the comments around the old one.
    const isWritten = node && node.range[1] > node.range[0];
    const from = !isWritten ? end : node.type?.startsWith("BLOCK") ? this.source.indexOf("\n", node.range[0]) : node.range[0];
    const above = this.source.slice(start, from);
    const note = /(^|\s)#.*/.exec(above)?.[0].trimEnd() ?? "";
    const space = (!note && /^[ \t]+/.exec(above)?.[0]) || " ";
    const behind = isWritten ? this.source.slice(this.endOf(node), end) : "\n";
    const [first, ...rest] = flow ? [flow] : this.print(field, after, at).split("\n");
    if (!rest.length) return space + first.trimStart() + note + behind;
    return closed([first + (note || behind.trimEnd()), ...rest].join("\n"));
  }

  /** Returns the text of a block list, or of a mapping of categories. Items that did not change keep their text, also if they move. */
  list(node, field, before, after, start) {
    const old = this.chunks(node, start);
    const at = old[0].begin - this.lineStart(old[0].begin);
    const texts = old.map(({ item }) => (isScalar(item) ? read({}, item) : undefined));
    const taken = new Set(after.flatMap((value, index) => (texts[index] === value ? [index] : [])));
    const places = after.map((value, index) => {
      // A duplicate of an item in the form is a new item.
      const isIt = (place) => !taken.has(place) && (isObject(value) ? place === value[ITEM] : texts[place] === value);
      const place = texts[index] === value ? index : texts.findIndex((_, place) => isIt(place));
      return taken.add(place) && place;
    });
    const edited = (value, index) => {
      // With as many texts as before, one at a free place is the old one with changes.
      const isEdit = places[index] === -1 && texts[index] !== undefined && after.length === old.length && !taken.has(index);
      const place = isEdit ? index : places[index];
      if (!old[place]) return indented(at) + closed(this.item(field, value, at));
      const { item, lead, begin, end, body } = old[place];
      const was = isObject(value) ? before.find((item) => item[ITEM] === place) : texts[place];
      if (isSame(was, value)) return lead + indented(at) + closed(body);
      const start = isMap(node) ? colonOf(item) + 1 : begin + 1;
      const head = was?.category === value.category ? this.source.slice(begin, start) : `${inline(value.category ?? "")}:`;
      const text = isMap(node) ? this.value(item.value, field.fields[1], was.skills, value.skills, at, start, end) : this.value(item, itemField(field), was, value, at, start, end);
      return text || isMap(node) ? lead + indented(at) + closed(head + text) : "";
    };
    return after.map(edited).join("");
  }

  /** Returns a value in brackets. What the form does not show of an old `node` keeps its text. */
  flow(field, value, node) {
    const items = isMap(node) || isSeq(node) ? node.items : [];
    const valueOf = (name) => items.find((entry) => entry.key && nameOf(entry) === name)?.value;
    if (isCategories(field)) return `{${value.map(({ category, skills }) => `${inline(category ?? "")}: ${this.flow(field.fields[1], skills)}`).join(", ")}}`;
    if (Array.isArray(value)) return `[${value.map((item) => this.flow(itemField(field), item, items[item[ITEM]])).join(", ")}]`;
    if (!isObject(value)) return inline(fileValue(field, value));
    const shown = field.fields.filter(({ name }) => value[name] !== undefined);
    const isHidden = (name, node) => !fieldOf(field, name) || (value[name] === undefined && read(fieldOf(field, name), node) === undefined);
    const others = items.filter((entry) => isHidden(nameOf(entry), entry.value)).map((entry) => this.source.slice(entry.key.range[0], this.endOf(entry)));
    return `{${[...shown.map((field) => `${field.name}: ${this.flow(field, value[field.name], valueOf(field.name))}`), ...others].join(", ")}}`;
  }

  entries = (field, value, at) => field.fields.filter(({ name }) => value[name] !== undefined).map((field) => indented(at) + this.entry(field, field.name, value[field.name], at)).join("");
  entry = (field, name, value, at) => closed(`${inline(name)}:${this.print(field, value, at)}`);

  /** Prints a value as it follows a key, with its space or line break. */
  print(field, value, at) {
    if (Array.isArray(value)) return value.map((item) => `\n${indented(at + 2)}${this.item(field, item, at + 2).trimEnd()}`).join("");
    return isObject(value) ? `\n${this.entries(field, value, at + 2).trimEnd()}` : ` ${this.scalar(field, fileValue(field, value), at)}`;
  }

  /** Prints an item of a list, with its dash, or an entry of categories. */
  item(field, value, at) {
    if (isCategories(field)) return this.entry(field.fields[1], value.category ?? "", value.skills, at);
    return isObject(value) ? `- ${this.entries(field, value, at + 2).trim()}` : `-${this.print(itemField(field), value, at)}`;
  }

  scalar(field, text, at) {
    if (isDate(field, text)) return text;
    if (!this.hasBlocks || !/\n/.test(text) || /[^\P{C}\n\t]|[ \t]\n/u.test(text)) return inline(text);
    return `|\n${text.split("\n").map((line) => line && indented(at + 2) + line).join("\n")}`;
  }
}
