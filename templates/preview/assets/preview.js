// The preview in the browser: pages follow the content without losing the reader's place. What the
// server sends is the truth but for what the reader did: the open tab, the search, what is folded.

import { subscribe } from "./events.js";
import { morph } from "./morph.js";

// Tabs, by the ARIA pattern; the address keeps the open one, and a line of the YAML opens its tab.

const tabs = () => [...document.querySelectorAll("[role=tab]")];
const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
let openTab = null;

function open(name) {
  openTab = tabs().some((tab) => panelOf(tab).dataset.name === name) ? name : "profile";
  for (const tab of tabs()) {
    const isOpen = panelOf(tab).dataset.name === openTab;
    tab.setAttribute("aria-selected", isOpen);
    tab.tabIndex = isOpen ? 0 : -1;
    panelOf(tab).hidden = !isOpen;
  }
}

function fragment() {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function followAddress() {
  const name = fragment();
  const target = name ? document.getElementById(name) : null;
  if (tabs().length) open(target?.closest("[role=tabpanel]")?.dataset.name ?? name);
  for (const line of document.querySelectorAll(".lines > .target")) line.classList.remove("target");
  if (target?.matches(".lines > li")) {
    target.classList.add("target");
    // What is on top would cover the line, and its mistakes stand beside it anyway.
    const strip = document.getElementById("strip-details");
    if (strip) strip.open = false;
    target.scrollIntoView({ block: "center" });
  }
}

function choose(tab) {
  const { name } = panelOf(tab).dataset;
  open(name);
  history.replaceState(history.state, "", `#${name}`);
}

document.addEventListener("click", (event) => {
  const tab = event.target.closest("[role=tab]");
  if (!tab || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  choose(tab);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const tab = event.target.closest("[role=tab]");
  if (tab) {
    const all = tabs();
    const at = all.indexOf(tab);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined && event.key !== " ") return;
    event.preventDefault();
    const next = all[(to ?? at) % all.length];
    choose(next);
    next.focus();
  } else if (event.key === "/" && !event.target.closest("input, textarea, select")) {
    const search = document.getElementById("search");
    if (search) {
      event.preventDefault();
      search.focus();
      search.select();
    }
  } else if (event.key === "Escape" && event.target.id === "search" && event.target.value) {
    event.preventDefault();
    event.target.value = "";
    find();
  }
});

addEventListener("hashchange", followAddress);

// Search and filter; the address keeps both, so that "back" finds them again.

const LETTERS = { ł: "l", ø: "o", æ: "ae", œ: "oe", ß: "ss", đ: "d", þ: "th", ð: "d" };
const fold = (text) =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[łøæœßđþð]/g, (letter) => LETTERS[letter]);
const foldedCards = new WeakMap();

function words(card) {
  const text = `${card.querySelector(".about").textContent} ${card.dataset.words}`;
  if (foldedCards.get(card)?.text !== text) foldedCards.set(card, { text, folded: fold(text) });
  return foldedCards.get(card).folded;
}

const shows = {
  all: () => true,
  active: (card) => card.dataset.active === "1",
  inactive: (card) => card.dataset.active === "0",
  mistakes: (card) => card.dataset.errors !== "0",
};

function find() {
  const search = document.getElementById("search");
  if (!search) return;
  const wanted = fold(search.value).split(/\s+/).filter(Boolean);
  const show = document.querySelector("#filter :checked")?.value ?? "all";
  const cards = document.querySelectorAll("#cards > .card");
  let count = 0;
  for (const card of cards) {
    const matches = shows[show](card) && (!wanted.length || wanted.every((word) => words(card).includes(word)));
    if (card.hidden === matches) card.hidden = !matches;
    if (matches) count += 1;
  }
  const isAll = show === "all" && !wanted.length;
  const found = isAll ? "" : `${count} of ${cards.length} shown`;
  const status = document.getElementById("found");
  if (status.textContent !== found) status.textContent = found;
  document.getElementById("nobody").hidden = count > 0;
  const query = new URLSearchParams();
  if (search.value) query.set("q", search.value);
  if (show !== "all") query.set("show", show);
  const address = query.size ? `?${query}` : location.pathname;
  if (location.search !== (query.size ? address : "")) history.replaceState(history.state, "", address);
}

function findFromAddress() {
  const search = document.getElementById("search");
  if (!search) return;
  const query = new URLSearchParams(location.search);
  search.value = query.get("q") ?? "";
  const show = document.querySelector(`#filter [value="${CSS.escape(query.get("show") ?? "all")}"]`);
  if (show) show.checked = true;
  find();
}

document.addEventListener("input", (event) => {
  if (event.target.closest("#search, #filter")) find();
});
document.addEventListener("click", (event) => {
  if (event.target.id !== "clear") return;
  const search = document.getElementById("search");
  search.value = "";
  document.querySelector("#filter [value=all]").checked = true;
  find();
  search.focus();
});

// The page anew. What the reader or this script decides stays, by element and attribute.

const own = (element, name) =>
  (name === "open" && element.matches("details")) ||
  (name === "hidden" && element.matches("[role=tabpanel], .card, #nobody")) ||
  (["aria-selected", "tabindex"].includes(name) && element.matches("[role=tab]"));

function show(page) {
  const { dataset } = document.documentElement;
  const { version, assets } = page.documentElement.dataset;
  if (!version) throw new Error("this is no page of the preview");
  // Styles and scripts are exchanged by loading all anew.
  if (assets !== dataset.assets) return location.reload();
  const fresh = morph(document.body, page.body, own, "#connection, #found");
  document.title = page.title;
  dataset.version = version;
  foldMistakes();
  if (tabs().length) open(openTab ?? "profile");
  mark();
  find();
  for (const element of fresh) {
    const isPage = element.matches("main, article, body, .panel");
    if (!element.isConnected || isPage || !element.closest("main")) continue;
    element.classList.add("fresh");
    element.addEventListener("animationend", () => element.classList.remove("fresh"), { once: true });
  }
}

// The line that the address names keeps its mark when its element is a new one.
function mark() {
  const line = document.getElementById(fragment());
  if (line?.matches(".lines > li")) line.classList.add("target");
}

// As long as another version is told than the page shows, it is fetched. All in milliseconds.

const PATIENCE = 30_000;
const PAUSE = 1000;
const SLOW = 1000;

let news = null;
let isFetching = false;
let isOutdated = false;
let isSlow = false;
let hasFailed = false;

const SAID = {
  connecting: "Connecting",
  lost: "Connection lost, trying again",
  old: "Not up to date, trying again",
  updating: "Updating",
  live: "Live",
};

function say() {
  const status = document.getElementById("connection");
  if (!status) return;
  const state = !news ? "connecting" : !news.isConnected ? "lost" : hasFailed ? "old" : isSlow ? "updating" : "live";
  status.dataset.state = state;
  if (status.textContent !== SAID[state]) status.textContent = SAID[state];
}

async function refresh() {
  if (isFetching) {
    isOutdated = true;
    return;
  }
  isFetching = true;
  do {
    isOutdated = false;
    const timer = setTimeout(() => say((isSlow = true)), SLOW);
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const answer = await fetch(location.pathname, { cache: "no-store", headers: { Accept: "text/html" }, signal });
      show(new DOMParser().parseFromString(await answer.text(), "text/html"));
      hasFailed = false;
    } catch {
      hasFailed = true;
    }
    clearTimeout(timer);
    isSlow = false;
    say();
    if (hasFailed) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      // Without a connection the next news, when hidden those after the reader's return, ask again.
      isOutdated = news?.isConnected && !document.hidden;
    }
  } while (isOutdated);
  isFetching = false;
}

function hear(told) {
  news = told;
  const isNewest = news.version === document.documentElement.dataset.version;
  if (isNewest && !isFetching) hasFailed = false;
  say();
  if (!isNewest && news.isConnected && !document.hidden) refresh();
}

// A hidden page listens to nothing; what is kept to be shown again at "back" neither.

let leave = null;

function listen() {
  if (document.hidden) return;
  leave ??= subscribe(document.documentElement.dataset.assets, hear);
}

function rest() {
  leave?.();
  leave = null;
}

document.addEventListener("visibilitychange", () => (document.hidden ? rest() : listen()));
addEventListener("pagehide", rest);
addEventListener("pageshow", listen);

// Mistakes that were folded away stay so, on the next page too.

const FOLDED = "vitae-mistakes-folded";

function foldMistakes() {
  const details = document.getElementById("strip-details");
  if (details && sessionStorage.getItem(FOLDED)) details.open = false;
}

document.addEventListener("click", (event) => {
  const details = event.target.closest("summary")?.parentElement;
  if (details?.id !== "strip-details") return;
  // It is still as it was before the click.
  if (details.open) sessionStorage.setItem(FOLDED, "1");
  else sessionStorage.removeItem(FOLDED);
});

foldMistakes();
followAddress();
findFromAddress();
say();
listen();
