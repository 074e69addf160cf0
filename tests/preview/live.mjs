// The pages follow the content while somebody reads them.
import assert from "node:assert/strict";
import { open } from "./browser.mjs";
import { check, run } from "./checks.mjs";
import { Preview } from "./preview.mjs";

const preview = new Preview(...process.argv.slice(2));
const home = await preview.start();
const LINNEA = "content/consultants/linnea-sjoqvist.yaml";
const HENRIK = "content/consultants/henrik-tallbacka.yaml";

// A page that was loaded anew has forgotten this.
const remember = (page) => page.evaluate(() => void (window.isSame = true));
const isSame = (page) => page.evaluate(() => window.isSame === true);

// How the text itself is marked, wherever its lines end; what is no inline box is no text of the line.
const underline = (mark) =>
  mark.evaluate((mark) => {
    const { display, textDecorationLine, textDecorationStyle } = getComputedStyle(mark);
    return display === "inline" ? `${textDecorationLine} ${textDecorationStyle}` : display;
  });

check("an edit shows on the start page, and search, focus and place stay", async () => {
  const { page, wrong } = await open({ viewport: { width: 500, height: 400 } });
  await page.goto(home);
  await page.keyboard.press("/");
  await page.keyboard.type("a");
  await remember(page);
  await page.evaluate(() => scrollTo(0, 500));
  const y = await page.evaluate(() => scrollY);
  assert.ok(y > 300, `scrolled by ${y}`);
  preview.edit(LINNEA, "headline: Cloud and security architect, Microsoft 365 and Azure", "headline: Architect of calm clouds");
  await page.getByText("Architect of calm clouds").waitFor({ state: "attached" });
  assert.ok(await isSame(page));
  assert.equal(await page.evaluate(() => document.activeElement.id), "search");
  assert.equal(await page.locator("#search").inputValue(), "a");
  assert.equal(await page.evaluate(() => scrollY), y);
  await page.locator("#c-linnea-sjoqvist .badge", { hasText: "Changed" }).waitFor({ state: "attached" });
  assert.deepEqual(wrong, []);
});

check("a mistake shows on top with its line and what is wrong in it, and goes when it is mended", async () => {
  const { page, wrong } = await open();
  await page.goto(`${home}linnea-sjoqvist`);
  await remember(page);
  assert.equal(await page.locator("#strip").count(), 0);
  preview.edit(LINNEA, "  f_skatt: true", "  f_skatt: perhaps");
  const mistake = page.locator("#strip .mistake");
  await mistake.waitFor();
  const line = preview.read(LINNEA).split("\n").findIndex((text) => text.includes("perhaps")) + 1;
  assert.ok((await mistake.innerText()).includes(`content/consultants/linnea-sjoqvist.yaml:${line}:12`));
  assert.equal(await mistake.locator(".excerpt .number").innerText(), String(line));
  assert.equal(await mistake.locator(".excerpt mark").innerText(), "perhaps");
  assert.equal(await underline(mistake.locator(".excerpt mark")), "underline wavy");
  assert.ok((await mistake.locator(".hint").innerText()).length > 10);
  await mistake.getByText("Why, with an example").click();
  assert.ok(await mistake.getByText("Why it matters").isVisible());
  assert.ok((await mistake.locator(".why pre").first().innerText()).length > 10);
  // What is shown is the last version without it.
  assert.ok((await page.locator("#panel-profile").innerText()).includes("Approved (F-skatt)"));
  assert.equal(await page.locator(".banner.error").count(), 1);
  preview.edit(LINNEA, "  f_skatt: perhaps", "  f_skatt: false");
  await page.locator("#strip").waitFor({ state: "detached" });
  await page.getByText("Not approved").waitFor();
  assert.ok(await isSame(page));
  assert.deepEqual(wrong, []);
});

check("YAML that cannot be read at all is told, and the last good version stays", async () => {
  const { page, wrong } = await open();
  await page.goto(`${home}henrik-tallbacka`);
  const good = preview.read(HENRIK);
  preview.write(HENRIK, good.replace("personal:", "personal: ["));
  await page.locator("#strip .mistake").first().waitFor();
  assert.ok((await page.locator("#panel-profile").innerText()).includes("Skärvsta kommun"));
  preview.write(HENRIK, good);
  await page.locator("#strip").waitFor({ state: "detached" });
  assert.deepEqual(wrong, []);
});

check("a mistake's place leads to its line in the YAML", async () => {
  const { page, wrong } = await open();
  preview.edit(HENRIK, "years_of_experience: 21", "postal_code: 021");
  await page.goto(home);
  await page.locator("#strip .place a:not(.editor)").first().click();
  await page.waitForURL(/henrik-tallbacka#L\d+$/);
  const line = page.locator(".lines > .target");
  await line.waitFor();
  assert.ok((await line.innerText()).includes("021"));
  assert.equal(await page.locator("#tab-yaml").getAttribute("aria-selected"), "true");
  const isSeen = await line.evaluate((line) => {
    const { left, top } = line.getBoundingClientRect();
    return line.contains(document.elementFromPoint(left + 100, top + 5));
  });
  assert.ok(isSeen, "something covers the line");
  const editor = await line.locator("a.editor").getAttribute("href");
  assert.match(editor, /^vscode:\/\/file\/.+henrik-tallbacka\.yaml:\d+:\d+$/);
  preview.edit(HENRIK, "postal_code: 021", "years_of_experience: 21");
  await page.locator("#strip").waitFor({ state: "detached" });
  assert.deepEqual(wrong, []);
});

check("the open tab stays open, and the count of changes follows", async () => {
  const { page, wrong } = await open();
  await page.goto(`${home}henrik-tallbacka#changes`);
  await page.locator("#panel-changes").getByText("Nothing changes").waitFor();
  preview.edit(HENRIK, "available_from: 2026-11-16", "available_from: 2027-02-01");
  const change = page.locator(".changes > li", { hasText: "Engagement" });
  await change.waitFor();
  assert.equal(await change.locator("del").innerText(), "2026-11-16");
  assert.equal(await change.locator("ins").innerText(), "2027-02-01");
  assert.equal(await page.locator("#tab-changes").getAttribute("aria-selected"), "true");
  preview.edit(HENRIK, "available_from: 2027-02-01", "available_from: 2026-11-16");
  await change.waitFor({ state: "detached" });
  assert.deepEqual(wrong, []);
});

check("consultants come and go", async () => {
  const { page, wrong } = await open();
  await page.goto(home);
  const file = "content/consultants/asa-lindqvist.yaml";
  preview.write(file, "active: true\nname: Åsa Lindqvist\npersonal: {headline: Test lead}\n");
  const card = page.locator("#c-asa-lindqvist");
  await card.waitFor();
  assert.ok((await card.innerText()).includes("Draft"));
  await card.getByRole("link").click();
  await page.getByText("Will be published for the first time with the next build").waitFor();
  preview.edit(file, "active: true", "active: false");
  await page.locator(".banner", { hasText: "Not published" }).waitFor();
  preview.remove(file);
  await page.getByText("No file of the content has this name").waitFor();
  preview.write(file, "active: true\nname: Åsa Lindqvist\n");
  await page.getByRole("heading", { name: "Åsa Lindqvist" }).waitFor();
  preview.remove(file);
  // The browser tells of a page that is missing; nothing else is wrong.
  assert.deepEqual(wrong.filter((told) => !told.includes("404")), []);
});

check("a photo that changes is shown anew, and one that is damaged is told", async () => {
  const { page, wrong } = await open();
  await page.goto(home);
  await remember(page);
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
  await page.locator("#strip .place", { hasText: "content/photos/linnea-sjoqvist.jpg" }).getByRole("link").first().click();
  await page.getByRole("heading", { name: "Linnea Sjöqvist" }).waitFor();
  await page.locator("#tab-yaml").click();
  await page.locator("#panel-yaml > .mistakes .mistake").waitFor();
  preview.copy("linnea.jpg", "content/photos/linnea-sjoqvist.jpg");
  await page.locator("#strip").waitFor({ state: "detached" });
  // The damaged photo cannot be shown, which the browser tells.
  assert.deepEqual(wrong.filter((told) => !told.includes("500")), []);
});

check("who was published and is not any more will be withdrawn", async () => {
  const { page, wrong } = await open();
  preview.edit(HENRIK, "active: true", "active: false");
  await page.goto(home);
  await page.locator("#c-henrik-tallbacka .badge", { hasText: "Will be withdrawn" }).waitFor();
  const text = preview.read(HENRIK);
  preview.remove(HENRIK);
  await page.locator(".gone li", { hasText: "henrik-tallbacka" }).waitFor();
  preview.write(HENRIK, text.replace("active: false", "active: true"));
  await page.locator(".gone").waitFor({ state: "detached" });
  assert.deepEqual(wrong, []);
});

check("a template that is wrong is told, and the last good version stays", async () => {
  const { page, wrong } = await open();
  await page.goto(home);
  preview.write("templates/pages/index.html.j2", "{{ nonsense }}");
  await page.locator("#strip .failure").waitFor();
  assert.ok((await page.locator("#strip").innerText()).includes("pages/index.html.j2"));
  assert.equal(await page.locator("nav .count.error").innerText(), "1");
  const { page: mistakes } = await open();
  await mistakes.goto(`${home}_mistakes`);
  const said = await mistakes.locator("main").innerText();
  assert.ok(said.includes("The newest version cannot be built, so it cannot be published."), said);
  assert.ok(!said.includes("Everything can be published"));
  assert.equal(await mistakes.locator(".failure").count(), 1);
  preview.remove("templates/pages/index.html.j2");
  await page.locator("#strip").waitFor({ state: "detached" });
  assert.deepEqual(wrong, []);
});

check("a template of the preview itself that is wrong is told, and the page comes back", async () => {
  const { page, wrong } = await open();
  await page.goto(home);
  preview.write("templates/preview/overview.html.j2", "{% extends 'preview/layout.html.j2' %}\n{{ nonsense");
  await page.getByRole("heading", { name: "This page cannot be shown" }).waitFor();
  assert.ok((await page.locator(".failure").innerText()).includes("preview/overview.html.j2"));
  preview.remove("templates/preview/overview.html.j2");
  await page.locator("#cards .card").first().waitFor();
  assert.deepEqual(wrong.filter((told) => !told.includes("500")), []);
});

check("styles and scripts that change are shown, and so is that they are gone", async () => {
  const { page, wrong } = await open();
  await page.goto(`${home}henrik-tallbacka#yaml`);
  const color = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const own = await color();
  const becomes = (color) =>
    page.waitForFunction((color) => getComputedStyle(document.body).backgroundColor === color, color);
  preview.write("templates/preview/assets/preview.css", "body { background: rgb(1, 2, 3); }");
  await becomes("rgb(1, 2, 3)");
  assert.ok(await page.locator("#panel-yaml").isVisible());
  preview.remove("templates/preview/assets/preview.css");
  await becomes(own);
  preview.write("templates/preview/assets/morph.js", "window.isOverlaid = true;\nexport const morph = () => new Set();\n");
  await page.waitForFunction(() => window.isOverlaid);
  preview.remove("templates/preview/assets/morph.js");
  await page.waitForFunction(() => !window.isOverlaid);
  await page.locator("#connection[data-state=live]").waitFor();
  assert.deepEqual(wrong, []);
});

check("a page that is wrong now is not taken for the newest: it is fetched until it comes", async () => {
  const { page } = await open();
  await page.goto(home);
  await page.locator("#connection[data-state=live]").waitFor();
  await remember(page);
  let isBroken = true;
  let refused = 0;
  const refusals = [
    (route) => route.abort(),
    (route) => route.fulfill({ status: 403, contentType: "text/plain", body: "Not for you." }),
    (route) => route.fulfill({ status: 500, contentType: "text/plain", body: "The preview failed." }),
  ];
  await page.route(home, (route) => (isBroken ? refusals[refused++ % 3](route) : route.continue()));
  preview.edit(HENRIK, "  headline: ", "  headline: Late and ");
  await page.locator("#connection[data-state=old]").waitFor();
  while (refused < 4) await page.waitForTimeout(100);
  assert.equal(await page.locator("#connection").innerText(), "Not up to date, trying again");
  isBroken = false;
  await page.getByText("Late and ").waitFor({ state: "attached" });
  await page.locator("#connection[data-state=live]").waitFor();
  assert.ok(await isSame(page));
  preview.edit(HENRIK, "  headline: Late and ", "  headline: ");
});

check("a page says that it is live only when it is", async () => {
  const { page } = await open();
  assert.match(await (await page.request.get(home)).text(), /data-state="off">Not live</);
  // A server that takes the connection and never answers.
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

check("more pages than a browser makes connections, all of them live", async () => {
  const { page: first } = await open();
  const pages = [first];
  while (pages.length < 9) pages.push(await first.context().newPage());
  for (const page of pages) {
    await page.goto(`${home}henrik-tallbacka`);
    await page.locator("#connection[data-state=live]").waitFor();
  }
  preview.edit(HENRIK, "  headline: ", "  headline: Everywhere ");
  for (const page of pages) await page.locator(".headline", { hasText: "Everywhere" }).waitFor();
  // Who stays is told still when others went, and who comes is.
  for (const page of pages.splice(0, 7)) await page.close();
  pages.push(await pages[0].context().newPage());
  await pages.at(-1).goto(`${home}henrik-tallbacka`);
  preview.edit(HENRIK, "  headline: Everywhere ", "  headline: ");
  for (const page of pages) await page.locator(".headline", { hasText: "Everywhere" }).waitFor({ state: "detached" });
});

check("a browser without shared workers is told too", async () => {
  const { page, wrong } = await open();
  await page.addInitScript(() => delete globalThis.SharedWorker);
  await page.goto(`${home}henrik-tallbacka`);
  await page.locator("#connection[data-state=live]").waitFor();
  preview.edit(HENRIK, "  headline: ", "  headline: Alone ");
  await page.locator(".headline", { hasText: "Alone" }).waitFor();
  preview.edit(HENRIK, "  headline: Alone ", "  headline: ");
  assert.deepEqual(wrong, []);
});

check("a connection that is lost is shown, and found again", async () => {
  const { page } = await open();
  await page.goto(home);
  await page.locator("#connection[data-state=live]").waitFor();
  await remember(page);
  await preview.stop();
  await page.locator("#connection[data-state=lost]").waitFor();
  preview.edit(LINNEA, "headline: Architect of calm clouds", "headline: Architect of bright clouds");
  assert.equal(await preview.start(new URL(home).port), home);
  await page.locator("#connection[data-state=live]").waitFor();
  await page.getByText("Architect of bright clouds").waitFor({ state: "attached" });
  // Each run of the preview counts from 1: the same number is another version.
  await preview.stop();
  preview.edit(LINNEA, "headline: Architect of bright clouds", "headline: Architect of high clouds");
  await preview.start(new URL(home).port);
  await page.getByText("Architect of high clouds").waitFor({ state: "attached" });
  await page.locator("#connection[data-state=live]").waitFor();
  assert.ok(await isSame(page));
});

await run(preview);
