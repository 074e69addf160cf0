// Pages of another origin in Chromium. One, which shows only images that allow it, reads a profile, asks whether it has
// changed, and shows the photo; the other is the team page of the documentation.
// Arguments: the URL of the site, and the identifiers of a consultant with a photo, of one without, and of one who is
// not public.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { close, open } from "../preview/browser.mjs";

const [url, id, withoutPhoto, inactive] = process.argv.slice(2);

/** Returns the team page of the documentation for this site. */
function teamPage() {
  const guide = readFileSync(new URL("../../docs/consuming.md", import.meta.url), "utf8");
  const [, page] = /```html\n(.+?)```/s.exec(guide);
  const replaced = page
    .replace("https://profiles.example.com", url)
    .replace('["anna-berg", "erik-sandell"]', JSON.stringify([id, inactive, withoutPhoto]));
  return `<!DOCTYPE html><title>Team</title><link rel="icon" href="data:,">${replaced}`;
}

const other = createServer((request, response) => {
  response.setHeader("Content-Type", "text/html");
  if (request.url === "/team") return response.end(teamPage());
  response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
  response.end("<!DOCTYPE html><title>Other</title>");
});
await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${other.address().port}`;

async function reads() {
  const { page, errors } = await open();
  await page.goto(origin);
  const found = await page.evaluate(async ([profile, photo]) => {
    const first = await fetch(profile, { cache: "no-store" });
    const tag = first.headers.get("ETag");
    const second = await fetch(profile, { cache: "no-store", headers: { "If-None-Match": tag ?? "" } });
    const image = new Image();
    image.src = photo;
    const isShown = await image.decode().then(() => image.naturalWidth > 0, () => false);
    return { statuses: [first.status, second.status], tag, link: first.headers.get("Link"), isShown };
  }, [`${url}/api/consultant-public/${id}`, `${url}/api/consultant-photo/${id}`]);
  assert.deepEqual(found.statuses, [200, 304]);
  assert.ok(found.tag && found.link && found.isShown, JSON.stringify(found));
  assert.deepEqual(errors, []);
}

async function showsTheTeam() {
  const { page, errors } = await open();
  await page.goto(`${origin}/team`);
  await page.waitForFunction(() => document.querySelectorAll("li").length === 2);
  await page.waitForFunction(() => document.images[0].naturalWidth > 0);
  const cards = await Promise.all(
    [id, withoutPhoto].map((id) => fetch(`${url}/api/consultant-public/${id}`).then((response) => response.json())),
  );
  const items = await page.locator("li").allInnerTexts();
  for (const [index, { card }] of cards.entries()) {
    for (const text of [card.name, card.headline, card.location, ...card.top_skills]) {
      assert.ok(items[index].includes(text), `${text}: ${items[index]}`);
    }
  }
  assert.equal(await page.locator("img").count(), 1);
  // The browser reports the response for the consultant who is not public, and nothing else.
  assert.equal(errors.length, 1, errors);
  assert.match(errors[0], /status of 404/);
}

try {
  await reads();
  await showsTheTeam();
} finally {
  await close();
  other.close();
}
