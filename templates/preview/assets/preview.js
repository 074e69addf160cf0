// Updates open pages when the content changes, without losing the reader's place. The server decides
// everything except what the reader did: the open tab, the search, folded details.

import { subscribe } from "./events.js";
import { morph } from "./morph.js";

// Tabs (WAI-ARIA tabs pattern). The URL's fragment stores the open tab; the fragment of a line of the
// YAML opens the tab that contains it.

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

function openFragment() {
  const name = fragment();
  const target = name ? document.getElementById(name) : null;
  if (tabs().length) open(target?.closest("[role=tabpanel]")?.dataset.name ?? name);
  for (const line of document.querySelectorAll(".lines > .target")) line.classList.remove("target");
  if (target?.matches(".lines > li")) {
    target.classList.add("target");
    // An open error bar would cover the line, which shows its errors anyway.
    const errorBar = document.getElementById("error-bar-details");
    if (errorBar) errorBar.open = false;
    target.scrollIntoView({ block: "center" });
  }
}

function selectTab(tab) {
  const { name } = panelOf(tab).dataset;
  open(name);
  history.replaceState(history.state, "", `#${name}`);
}

document.addEventListener("click", (event) => {
  const tab = event.target.closest("[role=tab]");
  if (!tab || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  selectTab(tab);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const tab = event.target.closest("[role=tab]");
  if (tab) {
    const all = tabs();
    const index = all.indexOf(tab);
    const { length } = all;
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1 + length, Home: 0, End: length - 1 }[event.key];
    if (target === undefined && event.key !== " ") return;
    event.preventDefault();
    const next = all[(target ?? index) % length];
    selectTab(next);
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
    select({ q: "" });
  }
});

addEventListener("hashchange", openFragment);

// Search and filter. The server selects the cards; the URL's query stores what is selected, so that
// "back" restores it.

function select(changes) {
  const query = new URLSearchParams(location.search);
  query.delete("page");
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  history.replaceState(history.state, "", query.size ? `?${query}` : location.pathname);
  refresh();
}

document.addEventListener("input", (event) => {
  if (event.target.id === "search") select({ q: event.target.value });
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("#filter a, #clear");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const search = document.getElementById("search");
  if (link.id === "clear") {
    search.value = "";
    search.focus();
  }
  const { show } = link.dataset;
  select({ q: search.value, show: show === "all" ? "" : show });
});

// Names the language of the site. A tag that the browser does not know stays.

const LANGUAGES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

function nameLanguage(page) {
  const element = page.getElementById("language");
  try {
    const name = LANGUAGES.of(element.textContent);
    if (name) element.textContent = name;
  } catch {}
}

// Updating the page. Attributes that the reader or this script controls stay.

const isControlled = (element, name) =>
  (name === "open" && element.matches("details")) ||
  (name === "hidden" && element.matches("[role=tabpanel]")) ||
  (["aria-selected", "tabindex"].includes(name) && element.matches("[role=tab]"));

function update(page) {
  const { dataset } = document.documentElement;
  const { version, assets } = page.documentElement.dataset;
  if (!version) throw new Error("not a page of the preview");
  // New styles and scripts require a reload.
  if (assets !== dataset.assets) return location.reload();
  nameLanguage(page);
  const changed = morph(document.body, page.body, isControlled, "#connection");
  const isNew = version !== dataset.version;
  document.title = page.title;
  dataset.version = version;
  if (tabs().length) open(openTab ?? "profile");
  markTarget();
  // A search shows other cards, but changes none.
  if (!isNew) return;
  for (const element of changed) {
    const isContainer = element.matches("main, article, body, .panel");
    if (!element.isConnected || isContainer || !element.closest("main")) continue;
    element.classList.add("updated");
    element.addEventListener("animationend", () => element.classList.remove("updated"), { once: true });
  }
}

// Marks the line in the URL's fragment, whose element an update may have replaced.
function markTarget() {
  const line = document.getElementById(fragment());
  if (line?.matches(".lines > li")) line.classList.add("target");
}

// Fetching pages, repeated until the page has the newest version. Times in milliseconds.

const FETCH_TIMEOUT = 30_000;
const RETRY_DELAY = 1000;
const SLOW = 1000;

let status = null;
let isFetching = false;
let isOutdated = false;
let isSlow = false;
let hasFailed = false;

const STATUS_TEXTS = {
  connecting: "Connecting",
  lost: "Connection lost, trying again",
  outdated: "Not up to date, trying again",
  updating: "Updating",
  live: "Live",
};

function showStatus() {
  const element = document.getElementById("connection");
  if (!element) return;
  const state = !status ? "connecting" : !status.isConnected ? "lost" : hasFailed ? "outdated" : isSlow ? "updating" : "live";
  element.dataset.state = state;
  if (element.textContent !== STATUS_TEXTS[state]) element.textContent = STATUS_TEXTS[state];
}

async function refresh() {
  if (isFetching) {
    isOutdated = true;
    return;
  }
  isFetching = true;
  do {
    isOutdated = false;
    const timer = setTimeout(() => showStatus((isSlow = true)), SLOW);
    try {
      const signal = AbortSignal.timeout(FETCH_TIMEOUT);
      const url = location.pathname + location.search;
      const response = await fetch(url, { headers: { Accept: "text/html" }, signal });
      const text = await response.text();
      if (url === location.pathname + location.search) {
        update(new DOMParser().parseFromString(text, "text/html"));
      }
      hasFailed = false;
    } catch {
      hasFailed = true;
    }
    clearTimeout(timer);
    isSlow = false;
    showStatus();
    if (hasFailed) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
      // Otherwise the next status fetches the page: after a reconnection, or when the page is visible.
      isOutdated = status?.isConnected && !document.hidden;
    }
  } while (isOutdated);
  isFetching = false;
}

function onStatus(newStatus) {
  status = newStatus;
  const isNewest = status.version === document.documentElement.dataset.version;
  if (isNewest && !isFetching) hasFailed = false;
  showStatus();
  if (!isNewest && status.isConnected && !document.hidden) refresh();
}

// Hidden pages, and pages in the browser's back/forward cache, are not subscribed.

let unsubscribe = null;

function resume() {
  if (document.hidden) return;
  unsubscribe ??= subscribe(document.documentElement.dataset.assets, onStatus);
}

function pause() {
  unsubscribe?.();
  unsubscribe = null;
}

document.addEventListener("visibilitychange", () => (document.hidden ? pause() : resume()));
addEventListener("pagehide", pause);
addEventListener("pageshow", resume);

nameLanguage(document);
openFragment();
showStatus();
resume();
