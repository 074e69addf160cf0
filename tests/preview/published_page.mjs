// The published page in the preview: it looks as on the site, and its scripts cannot read the preview.
import assert from "node:assert/strict";
import { open } from "./browser.mjs";
import { check, run } from "./checks.mjs";
import { Preview } from "./preview.mjs";

const preview = new Preview(...process.argv.slice(2));
const home = await preview.start();
const site = new URL("/", home).href;
const TEMPLATE = "templates/pages/index.html.j2";

// An inactive consultant, and a text under `internal` of its profile.
const SECRET = "karin-ostlund-berg";
const NOTE = "no enquiries before spring 2027";

/** Replaces the published page, and waits until the preview serves it. */
async function publish(page, html) {
  preview.write(TEMPLATE, html);
  const id = /id="([^"]+)"/.exec(html)[1];
  do await page.goto(site);
  while ((await page.locator(`#${id}`).count()) === 0);
}

check("the embedded page has its styles", async () => {
  const { page, errors } = await open();
  await page.goto(site);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).margin), "0px");
  assert.deepEqual(errors, []);
});

check("photos and styles are shown as on the site", async () => {
  const { page, errors } = await open();
  await publish(
    page,
    `<!DOCTYPE html><title>Styled</title><link rel="icon" href="data:,"><style>body { color: rgb(1, 2, 3) }</style>
<p id="styled" style="margin: 7px">Styled</p><img src="/api/consultant-photo/linnea-sjoqvist" alt="">`,
  );
  await page.waitForFunction(() => document.images[0].naturalWidth > 100);
  const { color, margin } = await page.locator("#styled").evaluate((element) => getComputedStyle(element));
  assert.deepEqual([color, margin], ["rgb(1, 2, 3)", "7px"]);
  assert.deepEqual(errors, []);
});

check("no script of the page can read the preview", async () => {
  const { page, errors } = await open();
  const requests = [];
  page.on("request", (request) => request.url().startsWith(home) && requests.push(request.url()));
  // The secret would be in the title.
  const read = (from) =>
    `fetch('${home}${SECRET}').then((page) => page.text()).then((text) => { top.document.title += '${from} ' + text })`;
  const popup = `const page = open('${home}${SECRET}'); page.onload = () => { document.title += page.document.body.innerText }`;
  await publish(
    page,
    `<!DOCTYPE html><title>Unread</title><link rel="icon" href="data:,">
<p id="hostile">Hostile</p><script>${read("inline")}</script><script type="module">${read("module")}</script>
<script src="data:text/javascript,${encodeURIComponent(read("data"))}"></script>
<img src="data:," onerror="${read("handler")}" alt=""><svg onload="${read("svg")}"></svg>
<iframe srcdoc="<script>${read("srcdoc")}</script>"></iframe><iframe src="javascript:${read("javascript")}"></iframe>
<iframe src="data:text/html,<script>${read("opaque")}</script>"></iframe>
<button onclick="${popup}">Open</button>`,
  );
  assert.ok((await (await page.request.get(home + SECRET)).text()).includes(NOTE));
  await page.getByRole("button").click();
  // Everything that the page starts before is complete.
  await page.evaluate(async (url) => await (await fetch(url)).text(), site);
  assert.equal(await page.title(), "Unread");
  assert.deepEqual(requests, []);
  assert.deepEqual(page.context().pages(), [page]);
  // The browser's console says why scripts do not run.
  assert.ok(errors.filter((error) => error.includes("script-src 'none'")).length >= 3, errors.join("\n"));
});

check("no frame of the page shows the preview", async () => {
  const { page } = await open();
  await publish(
    page,
    `<!DOCTYPE html><title>Frames</title><link rel="icon" href="data:,"><p id="frames">Frames</p>
<iframe src="${home}${SECRET}"></iframe><object data="${home}${SECRET}"></object><embed src="${home}${SECRET}">`,
  );
  await page.waitForLoadState("load");
  assert.ok(page.frames().length > 1);
  for (const frame of page.frames()) assert.ok(!(await frame.content()).includes(NOTE), frame.url());
});

await run(preview);
