// Open pages follow the content.
import assert from "node:assert/strict";
import { open } from "./browser.mjs";
import { check, run } from "./checks.mjs";
import { Preview } from "./preview.mjs";

const preview = new Preview(...process.argv.slice(2));
const home = await preview.start();
const LINNEA = "content/consultants/linnea-sjoqvist.yaml";
const HENRIK = "content/consultants/henrik-tallbacka.yaml";

// Detects reloads: a reloaded page loses this variable.
const markPage = (page) => page.evaluate(() => void (window.isSamePage = true));
const isSamePage = (page) => page.evaluate(() => window.isSamePage === true);

// Returns the decoration of a mark. It must be an inline box, so that every line of it is decorated.
const underline = (mark) =>
  mark.evaluate((mark) => {
    const { display, textDecorationLine, textDecorationStyle } = getComputedStyle(mark);
    return display === "inline" ? `${textDecorationLine} ${textDecorationStyle}` : display;
  });

check("the start page follows an edit and keeps search, focus and scroll position", async () => {
  const { page, errors } = await open({ viewport: { width: 500, height: 400 } });
  await page.goto(home);
  await page.keyboard.press("/");
  await page.keyboard.type("a");
  await page.locator("#result-count", { hasText: "shown" }).waitFor();
  await markPage(page);
  await page.evaluate(() => scrollTo(0, 500));
  const y = await page.evaluate(() => scrollY);
  assert.ok(y > 300, `scrolled by ${y}`);
  preview.edit(LINNEA, "headline: Cloud and security architect, Microsoft 365 and Azure", "headline: Architect of private clouds");
  await page.getByText("Architect of private clouds").waitFor({ state: "attached" });
  assert.ok(await isSamePage(page));
  assert.equal(await page.evaluate(() => document.activeElement.id), "search");
  assert.equal(await page.locator("#search").inputValue(), "a");
  assert.equal(await page.evaluate(() => scrollY), y);
  await page.locator("#c-linnea-sjoqvist .badge", { hasText: "Unpublished changes" }).waitFor({ state: "attached" });
  assert.deepEqual(errors, []);
});

check("the error bar shows an error until it is fixed", async () => {
  const { page, errors } = await open();
  await page.goto(`${home}linnea-sjoqvist`);
  await markPage(page);
  assert.equal(await page.locator("#error-bar").count(), 0);
  preview.edit(LINNEA, "  f_skatt: true", "  f_skatt: perhaps");
  await page.locator("#error-bar summary").click();
  // The page shows the last version without errors.
  assert.ok((await page.locator("#panel-profile").innerText()).includes("Approved (F-skatt)"));
  assert.equal(await page.locator(".banner.error").count(), 1);
  const line = preview.read(LINNEA).split("\n").findIndex((text) => text.includes("perhaps")) + 1;
  const bar = page.locator("#error-bar li");
  assert.ok((await bar.innerText()).endsWith(` linnea-sjoqvist.yaml:${line}:12`));
  const message = (await bar.getByRole("link").innerText()).trim();
  await bar.getByRole("link").click();
  await page.waitForURL(/#L\d+$/);
  // An open bar would repeat the message.
  assert.equal(await page.getByText(message).filter({ visible: true }).count(), 1);
  const error = page.locator("#panel-yaml .lines .diagnostic");
  assert.equal(await page.locator("#panel-yaml mark").innerText(), "perhaps");
  assert.ok((await error.locator(".hint").innerText()).length > 10);
  await error.getByText("Explanation and example").click();
  assert.ok(await error.getByText("Why it matters").isVisible());
  assert.ok((await error.locator(".explanation pre").first().innerText()).length > 10);
  const { page: problems } = await open();
  await problems.goto(`${home}_diagnostics`);
  assert.equal(await problems.locator(".excerpt .number").innerText(), String(line));
  const mark = problems.locator(".excerpt mark");
  assert.equal(await mark.innerText(), "perhaps");
  assert.equal(await underline(mark), "underline wavy");
  // The heading names the file.
  assert.equal(await problems.locator(".error .position a:not(.editor)").innerText(), `Line ${line}`);
  await page.locator("#tab-profile").click();
  preview.edit(LINNEA, "  f_skatt: perhaps", "  f_skatt: false");
  await page.locator("#error-bar").waitFor({ state: "detached" });
  await page.getByText("Not approved").waitFor();
  assert.ok(await isSamePage(page));
  assert.deepEqual(errors, []);
});

check("the last good version stays while the YAML is invalid", async () => {
  const { page, errors } = await open();
  await page.goto(`${home}henrik-tallbacka`);
  const good = preview.read(HENRIK);
  preview.write(HENRIK, good.replace("personal:", "personal: ["));
  await page.locator("#error-bar").waitFor();
  assert.ok((await page.locator("#panel-profile").innerText()).includes("Skärvsta kommun"));
  preview.write(HENRIK, good);
  await page.locator("#error-bar").waitFor({ state: "detached" });
  assert.deepEqual(errors, []);
});

check("the position of an error links to its line in the YAML", async () => {
  const { page, errors } = await open();
  preview.edit(HENRIK, "years_of_experience: 21", "postal_code: 021");
  await page.goto(home);
  await page.locator("#error-bar summary").click();
  await page.locator("#error-bar li a").click();
  await page.waitForURL(/henrik-tallbacka#L\d+$/);
  const line = page.locator(".lines > .target");
  await line.waitFor();
  assert.ok((await line.innerText()).includes("021"));
  assert.equal(await page.locator("#tab-yaml").getAttribute("aria-selected"), "true");
  const isVisible = await line.evaluate((line) => {
    const { left, top } = line.getBoundingClientRect();
    return line.contains(document.elementFromPoint(left + 100, top + 5));
  });
  assert.ok(isVisible, "something covers the line");
  const editor = await line.locator("a.editor").getAttribute("href");
  assert.match(editor, /^vscode:\/\/file\/.+henrik-tallbacka\.yaml:\d+:\d+$/);
  preview.edit(HENRIK, "postal_code: 021", "years_of_experience: 21");
  await page.locator("#error-bar").waitFor({ state: "detached" });
  assert.deepEqual(errors, []);
});

check("the open tab stays open and shows new changes", async () => {
  const { page, errors } = await open();
  await page.goto(`${home}henrik-tallbacka#changes`);
  await page.locator("#panel-changes").getByText("the same as in").waitFor();
  preview.edit(HENRIK, "available_from: 2026-11-16", "available_from: 2027-02-01");
  const change = page.locator(".changes > li", { hasText: "Engagement" });
  await change.waitFor();
  assert.equal(await change.locator("del").innerText(), "2026-11-16");
  assert.equal(await change.locator("ins").innerText(), "2027-02-01");
  assert.equal(await page.locator("#tab-changes").getAttribute("aria-selected"), "true");
  preview.edit(HENRIK, "available_from: 2027-02-01", "available_from: 2026-11-16");
  await change.waitFor({ state: "detached" });
  assert.deepEqual(errors, []);
});

check("follows new and removed consultants", async () => {
  const { page, errors } = await open();
  await page.goto(home);
  const file = "content/consultants/asa-lindqvist.yaml";
  preview.write(file, "active: true\nname: Åsa Lindqvist\npersonal: {headline: Test lead}\n");
  const card = page.locator("#c-asa-lindqvist", { hasText: "New, not published yet" });
  await card.waitFor();
  await card.getByRole("link").click();
  await page.getByText("The next build will publish this profile for the first time").waitFor();
  preview.edit(file, "active: true", "active: false");
  await page.locator(".banner", { hasText: "Not published" }).waitFor();
  preview.remove(file);
  await page.getByText("The content contains no file with this name").waitFor();
  preview.write(file, "active: true\nname: Åsa Lindqvist\n");
  await page.getByRole("heading", { name: "Åsa Lindqvist" }).waitFor();
  preview.remove(file);
  // The browser logs the 404 response.
  assert.deepEqual(errors.filter((error) => !error.includes("404")), []);
});

check("shows replaced photos and reports damaged ones", async () => {
  const { page, errors } = await open();
  await page.goto(home);
  await markPage(page);
  const card = page.locator("#c-linnea-sjoqvist");
  const loaded = () => card.locator("img").evaluate((image) => (image.complete ? image.currentSrc : ""));
  await page.waitForFunction(() => document.querySelector("#c-linnea-sjoqvist img").naturalWidth > 0);
  const before = await loaded();
  preview.copy("content/photos/linnea-sjoqvist.jpg", "linnea.jpg");
  preview.copy("content/photos/amara-ndukwe.jpg", "content/photos/linnea-sjoqvist.jpg");
  await page.waitForFunction(
    (before) => document.querySelector("#c-linnea-sjoqvist img").currentSrc !== before,
    before,
  );
  await page.waitForFunction(() => document.querySelector("#c-linnea-sjoqvist img").naturalWidth > 0);
  preview.truncate("content/photos/linnea-sjoqvist.jpg", 9000);
  await card.locator(".badge.error").waitFor();
  await page.locator("#error-bar summary").click();
  await page.locator("#error-bar li", { hasText: "linnea-sjoqvist.jpg" }).getByRole("link").click();
  await page.getByRole("heading", { name: "Linnea Sjöqvist" }).waitFor();
  await page.locator("#tab-yaml").click();
  await page.locator("#panel-yaml > .diagnostics .error").waitFor();
  preview.copy("linnea.jpg", "content/photos/linnea-sjoqvist.jpg");
  await page.locator("#error-bar").waitFor({ state: "detached" });
  // The browser logs the 500 response for the damaged photo.
  assert.deepEqual(errors.filter((error) => !error.includes("500")), []);
});

check("marks published consultants that will be withdrawn", async () => {
  const { page, errors } = await open();
  preview.edit(HENRIK, "active: true", "active: false");
  await page.goto(home);
  await page.locator("#c-henrik-tallbacka .badge", { hasText: "Still published" }).waitFor();
  const text = preview.read(HENRIK);
  preview.remove(HENRIK);
  await page.locator(".removed-files li", { hasText: "henrik-tallbacka" }).waitFor();
  preview.write(HENRIK, text.replace("active: false", "active: true"));
  await page.locator(".removed-files").waitFor({ state: "detached" });
  assert.deepEqual(errors, []);
});

check("reports an invalid template", async () => {
  const { page, errors } = await open();
  await page.goto(home);
  preview.write("templates/pages/index.html.j2", "{{ nonsense }}");
  await page.locator("#error-bar summary").click();
  assert.ok((await page.locator("#error-bar").innerText()).includes("pages/index.html.j2"));
  assert.equal(await page.locator("nav .count.error").innerText(), "1");
  const { page: problems } = await open();
  await problems.goto(`${home}_diagnostics`);
  const text = await problems.locator("main").innerText();
  assert.ok(text.includes("The newest version cannot be built, so it cannot be published."), text);
  assert.ok(!text.includes("Everything can be published"));
  assert.equal(await problems.locator(".failure").count(), 1);
  preview.remove("templates/pages/index.html.j2");
  await page.locator("#error-bar").waitFor({ state: "detached" });
  assert.deepEqual(errors, []);
});

check("reports an invalid template of the preview itself until it is fixed", async () => {
  const { page, errors } = await open();
  await page.goto(home);
  preview.write("templates/preview/overview.html.j2", "{% extends 'preview/layout.html.j2' %}\n{{ nonsense");
  await page.getByRole("heading", { name: "This page cannot be displayed" }).waitFor();
  assert.ok((await page.locator(".failure").innerText()).includes("preview/overview.html.j2"));
  preview.remove("templates/preview/overview.html.j2");
  await page.locator("#cards .card").first().waitFor();
  assert.deepEqual(errors.filter((error) => !error.includes("500")), []);
});

check("reloads when styles and scripts change or are removed", async () => {
  const { page, errors } = await open();
  await page.goto(`${home}henrik-tallbacka#yaml`);
  const color = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const original = await color();
  const becomes = (color) =>
    page.waitForFunction((color) => getComputedStyle(document.body).backgroundColor === color, color);
  preview.write("templates/preview/assets/preview.css", "body { background: rgb(1, 2, 3); }");
  await becomes("rgb(1, 2, 3)");
  assert.ok(await page.locator("#panel-yaml").isVisible());
  preview.remove("templates/preview/assets/preview.css");
  await becomes(original);
  preview.write("templates/preview/assets/morph.js", "window.isOverlaid = true;\nexport const morph = () => new Set();\n");
  await page.waitForFunction(() => window.isOverlaid);
  preview.remove("templates/preview/assets/morph.js");
  await page.waitForFunction(() => !window.isOverlaid);
  await page.locator("#connection[data-state=live]").waitFor();
  assert.deepEqual(errors, []);
});

check("fetches the newest page until it succeeds", async () => {
  const { page } = await open();
  await page.goto(home);
  await page.locator("#connection[data-state=live]").waitFor();
  await markPage(page);
  let isBroken = true;
  let failures = 0;
  const failedResponses = [
    (route) => route.abort(),
    (route) => route.fulfill({ status: 403, contentType: "text/plain", body: "Not for you." }),
    (route) => route.fulfill({ status: 500, contentType: "text/plain", body: "The preview failed." }),
  ];
  await page.route(home, (route) => (isBroken ? failedResponses[failures++ % 3](route) : route.continue()));
  preview.edit(HENRIK, "  headline: ", "  headline: Late and ");
  await page.locator("#connection[data-state=outdated]").waitFor();
  while (failures < 4) await page.waitForTimeout(100);
  assert.equal(await page.locator("#connection").innerText(), "Not up to date, trying again");
  isBroken = false;
  await page.getByText("Late and ").waitFor({ state: "attached" });
  await page.locator("#connection[data-state=live]").waitFor();
  assert.ok(await isSamePage(page));
  preview.edit(HENRIK, "  headline: Late and ", "  headline: ");
});

check("shows \"Live\" only while connected", async () => {
  const { page } = await open();
  assert.match(await (await page.request.get(home)).text(), /data-state="off">Not live</);
  // A server that accepts the connection and never responds.
  await page.addInitScript(() => {
    delete globalThis.SharedWorker;
    globalThis.EventSource = class extends EventTarget {
      close() {}
    };
  });
  await page.goto(home);
  await page.locator("#connection[data-state=connecting]").waitFor();
  assert.equal(await page.locator("#connection").innerText(), "Connecting");
});

check("more pages than a browser has connections are all live", async () => {
  const { page: first } = await open();
  const pages = [first];
  while (pages.length < 9) pages.push(await first.context().newPage());
  for (const page of pages) {
    await page.goto(`${home}henrik-tallbacka`);
    await page.locator("#connection[data-state=live]").waitFor();
  }
  preview.edit(HENRIK, "  headline: ", "  headline: Everywhere ");
  for (const page of pages) await page.locator(".headline", { hasText: "Everywhere" }).waitFor();
  // Remaining and new pages are live after others are closed.
  for (const page of pages.splice(0, 7)) await page.close();
  pages.push(await pages[0].context().newPage());
  await pages.at(-1).goto(`${home}henrik-tallbacka`);
  preview.edit(HENRIK, "  headline: Everywhere ", "  headline: ");
  for (const page of pages) await page.locator(".headline", { hasText: "Everywhere" }).waitFor({ state: "detached" });
});

check("works without shared workers", async () => {
  const { page, errors } = await open();
  await page.addInitScript(() => delete globalThis.SharedWorker);
  await page.goto(`${home}henrik-tallbacka`);
  await page.locator("#connection[data-state=live]").waitFor();
  preview.edit(HENRIK, "  headline: ", "  headline: Alone ");
  await page.locator(".headline", { hasText: "Alone" }).waitFor();
  preview.edit(HENRIK, "  headline: Alone ", "  headline: ");
  assert.deepEqual(errors, []);
});

check("shows a lost connection and reconnects", async () => {
  const { page } = await open();
  await page.goto(home);
  await page.locator("#connection[data-state=live]").waitFor();
  await markPage(page);
  await preview.stop();
  await page.locator("#connection[data-state=lost]").waitFor();
  preview.edit(LINNEA, "headline: Architect of private clouds", "headline: Architect of public clouds");
  assert.equal(await preview.start({ port: new URL(home).port }), home);
  await page.locator("#connection[data-state=live]").waitFor();
  await page.getByText("Architect of public clouds").waitFor({ state: "attached" });
  // Each run of the preview counts revisions from 1, but has other versions.
  await preview.stop();
  preview.edit(LINNEA, "headline: Architect of public clouds", "headline: Architect of hybrid clouds");
  await preview.start({ port: new URL(home).port });
  await page.getByText("Architect of hybrid clouds").waitFor({ state: "attached" });
  await page.locator("#connection[data-state=live]").waitFor();
  assert.ok(await isSamePage(page));
});

await run(preview);
