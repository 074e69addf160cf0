// Accessibility and use of the pages: keyboard, small screens, dark mode, print.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { open } from "./browser.mjs";
import { check, run } from "./checks.mjs";
import { Preview, TIMEOUT } from "./preview.mjs";

const preview = new Preview(...process.argv.slice(2));
const home = await preview.start();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// The errors come after a valid version, as in practice.
preview.write(
  "content/consultants/broken-file.yaml",
  "active: true\nname: Anna Berg\npersonal:\n  headlin: Cloud\n  contact: {email: invalid}\n",
);
const { page: first } = await open();
await first.goto(home);
await first.locator("#error-bar").waitFor();
await first.context().close();

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const PAGES = [
  "",
  "_diagnostics",
  "_files/site.yaml",
  "linnea-sjoqvist",
  "linnea-sjoqvist#changes",
  "linnea-sjoqvist#yaml",
  "linnea-sjoqvist#json",
  "karin-ostlund-berg",
  "broken-file#yaml",
  "hostile#profile",
  "hostile#yaml",
  "unknown-id",
];

check("every page fits narrow and wide screens and is accessible, in both color schemes", async () => {
  const { page, errors } = await open();
  for (const path of PAGES) {
    // URLs that differ only in their fragment would not load the page again.
    await page.goto("about:blank");
    await page.goto(home + path);
    await page.locator("#connection[data-state=live]").waitFor();
    await page.evaluate(axe);
    // Apart from its colors, a page has the same elements on every screen.
    for (const [width, colorScheme, runOnly] of [
      [400, "light", TAGS],
      [1400, "dark", ["color-contrast"]],
    ]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const { scroll, inner } = await page.evaluate(() => ({
        scroll: document.documentElement.scrollWidth,
        inner: innerWidth,
      }));
      assert.equal(inner, width);
      assert.ok(scroll <= inner, `${path} is ${scroll} pixels wide`);
      const options = { runOnly, resultTypes: ["violations"] };
      const found = await page.evaluate(`axe.run(${JSON.stringify(options)})`);
      const violations = found.violations.map(
        ({ id, nodes }) =>
          `${path}, ${colorScheme}: ${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join("\n")}`,
      );
      assert.deepEqual(violations, []);
      assert.ok(found.passes.some(({ id }) => id === "color-contrast"), `${path}: no contrast was checked`);
    }
  }
  assert.deepEqual(errors.filter((error) => !error.includes("404")), []);
});

check("the keyboard switches tabs", async () => {
  const { page, errors } = await open();
  await page.goto(`${home}linnea-sjoqvist`);
  const selected = () => page.locator("[role=tab][aria-selected=true]").innerText();
  const focused = () => page.evaluate(() => document.activeElement.id);
  const shown = () => page.locator("[role=tabpanel]:not([hidden])").evaluateAll((all) => all.map((one) => one.id));
  await page.locator("#tab-profile").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "tab-changes");
  assert.deepEqual(await shown(), ["panel-changes"]);
  await page.keyboard.press("End");
  assert.equal(await selected(), "JSON Resume");
  await page.keyboard.press("ArrowRight");
  assert.equal(await selected(), "Profile");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await selected(), "JSON Resume");
  assert.equal(new URL(page.url()).hash, "#json-resume");
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "panel-json-resume");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Home");
  assert.deepEqual(await shown(), ["panel-profile"]);
  assert.deepEqual(errors, []);
});

check("the JSON tabs show the published documents", async () => {
  const { page, errors } = await open();
  await page.goto(`${home}linnea-sjoqvist#json`);
  const api = await page.locator("#panel-json a").getAttribute("href");
  const published = await (await page.request.get(new URL(api, home).href)).text();
  assert.equal((await page.locator("#panel-json pre").innerText()).trim(), published.trim());
  const resume = await (await page.request.get(`${new URL(api, home).href}?format=jsonresume`)).text();
  assert.equal((await page.locator("#panel-json-resume pre").textContent()).trim(), resume.trim());
  assert.deepEqual(errors, []);
});

check("search matches names without accents, skills, and several words", async () => {
  const { page, errors } = await open();
  await page.goto(home);
  // Waits until the identifiers of the cards meet a condition.
  const shows = async (condition, what) => {
    const end = Date.now() + TIMEOUT;
    let ids;
    do {
      ids = await page.locator(".card").evaluateAll((all) => all.map((one) => one.id));
      if (condition(ids)) return;
      await page.waitForTimeout(20);
    } while (Date.now() < end);
    assert.fail(`${what}: ${ids}`);
  };
  const showsOnly = (ids, what) => shows((found) => found.join() === ids.join(), what);
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "search");
  for (const [text, ids] of [
    ["sjoqv", ["c-linnea-sjoqvist"]],
    ["BRZEZNIAK", ["c-lukasz-brzezniak"]],
    ["x-road", ["c-henrik-tallbacka"]],
    ["tallbacka uppsala", ["c-henrik-tallbacka"]],
    ["no such consultant", []],
  ]) {
    await page.locator("#search").fill(text);
    await showsOnly(ids, text);
  }
  assert.ok(await page.getByText("No consultant matches").isVisible());
  await page.keyboard.press("Escape");
  await shows((ids) => ids.length > 5, "no search");
  await page.locator("#filter").getByText("Inactive").click();
  await shows((ids) => ids.includes("c-karin-ostlund-berg") && !ids.includes("c-linnea-sjoqvist"), "inactive");
  assert.equal(await page.locator("#filter [aria-current]").getAttribute("id"), "show-inactive");
  assert.equal(await page.evaluate(() => document.activeElement.id), "show-inactive");
  await page.locator("#filter").getByText("With errors").click();
  await showsOnly(["c-broken-file"], "with errors");
  await page.locator("#filter").getByText("Changed").click();
  await showsOnly(["c-linnea-sjoqvist"], "changed");
  await page.locator("#filter").getByText("Active", { exact: false }).first().click();
  await page.locator("#search").fill("linnea");
  await showsOnly(["c-linnea-sjoqvist"], "linnea");
  await page.getByRole("link", { name: "Linnea Sjöqvist" }).click();
  await page.getByRole("heading", { name: "Linnea Sjöqvist" }).waitFor();
  await page.goBack();
  await page.locator("#cards").waitFor();
  assert.equal(await page.locator("#search").inputValue(), "linnea");
  await showsOnly(["c-linnea-sjoqvist"], "back");
  await page.locator("#search").fill("no-such-word");
  await page.locator("#clear").click();
  await shows((ids) => ids.length > 5, "cleared");
  assert.equal(await page.evaluate(() => document.activeElement.id), "search");
  assert.equal(await page.locator("#search").inputValue(), "");
  assert.equal(page.url(), home);
  assert.deepEqual(errors, []);
});

check("inactive consultants are shown and marked", async () => {
  const { page, errors } = await open();
  await page.goto(`${home}karin-ostlund-berg`);
  assert.ok((await page.locator(".banner").innerText()).startsWith("Not published."));
  await page.waitForFunction(() => document.querySelector(".portrait").naturalWidth > 100);
  // Internal notes are only in the YAML tab.
  const note = "no enquiries before spring 2027";
  assert.ok((await page.locator("#panel-yaml").textContent()).includes(note));
  const elsewhere = await page.evaluate(() => {
    document.getElementById("panel-yaml").remove();
    return document.documentElement.outerHTML;
  });
  assert.ok(!elsewhere.includes("no enquiries"));
  assert.ok(elsewhere.includes("Vindkraft Grimsholm"));
  assert.deepEqual(errors, []);
});

check("profile text is never executed", async () => {
  const { page, errors } = await open();
  for (const path of ["", "hostile", "_diagnostics", "_files/site.yaml"]) {
    await page.goto(home + path);
    await page.locator("#connection[data-state=live]").waitFor();
    const found = await page.evaluate(() => ({
      pwned: "pwned" in window,
      scripts: [...document.scripts].map((script) => script.src),
      images: [...document.images].filter((image) => !image.src.includes("/_preview/photo/")).length,
      handlers: [...document.querySelectorAll("*")].filter((one) => one.getAttributeNames().some((name) => /^on|^style$/.test(name))).length,
      schemes: [...new Set([...document.links].map((link) => link.protocol))],
    }));
    assert.equal(found.pwned, false, path);
    assert.deepEqual(found.scripts.map((script) => script.replace(/\?[0-9a-f]+$/, "")), [`${home}assets/preview.js`]);
    assert.deepEqual([found.images, found.handlers], [0, 0], path);
    for (const scheme of found.schemes) assert.ok(["http:", "https:", "mailto:", "tel:", "vscode:"].includes(scheme), scheme);
  }
  await page.goto(`${home}hostile`);
  assert.ok((await page.locator("#panel-profile").innerText()).includes("<script>"));
  assert.deepEqual(errors, []);
});

check("an invalid fragment opens the profile tab", async () => {
  const { page, errors } = await open();
  await page.goto(`${home}linnea-sjoqvist#%zz`);
  await page.locator("#connection[data-state=live]").waitFor();
  assert.equal(await page.locator("#tab-profile").getAttribute("aria-selected"), "true");
  preview.edit("content/consultants/linnea-sjoqvist.yaml", "  headline: ", "  headline: Another ");
  await page.locator(".headline", { hasText: "Another" }).waitFor();
  preview.edit("content/consultants/linnea-sjoqvist.yaml", "  headline: Another ", "  headline: ");
  assert.deepEqual(errors, []);
});

check("a value that wraps is underlined in every line", async () => {
  const { page, errors } = await open({ viewport: { width: 400, height: 900 } });
  const value = "an invalid address that is longer than any line of a small screen is wide";
  const file = "content/consultants/broken-file.yaml";
  const { text, write } = { text: preview.read(file), write: (text) => preview.write(file, text) };
  write(text.replace("invalid", value));
  await page.goto(`${home}_diagnostics`);
  const mark = page.locator(".excerpt mark", { hasText: "an invalid address" });
  await mark.waitFor();
  const { lines, style } = await mark.evaluate((mark) => ({
    lines: mark.getClientRects().length,
    style: getComputedStyle(mark).textDecorationStyle,
  }));
  // An inline box has one rectangle per line, each underlined.
  assert.ok(lines > 1, `${lines} lines`);
  assert.equal(style, "wavy");
  write(text);
  assert.deepEqual(errors, []);
});

check("the error bar leaves most of a small screen to the page", async () => {
  for (const viewport of [{ width: 400, height: 700 }, { width: 900, height: 400 }]) {
    const { page } = await open({ viewport });
    await page.goto(home);
    const bar = page.locator("#error-bar");
    const height = () => bar.evaluate((bar) => bar.getBoundingClientRect().height);
    const lines = await bar.locator("summary").evaluate((it) => it.clientHeight / parseFloat(getComputedStyle(it).lineHeight));
    assert.ok(lines < 2 && (await height()) < 50, `${lines} lines`);
    await bar.locator("summary").click();
    assert.ok((await height()) <= 0.45 * viewport.height, `${await height()} of ${viewport.height} pixels`);
  }
});

check("right-to-left text is displayed in its direction", async () => {
  const { page, errors } = await open();
  const file = "content/consultants/right-to-left.yaml";
  preview.write(
    file,
    "active: true\nname: יעל כהן\npersonal: {headline: אדריכלית ענן}\nsummary: {short: סיכום קצר, full: טקסט ארוך}\n" +
      "attributes: {הערות: [{name: פרויקט, summary: תיאור}]}\n",
  );
  await page.goto(home);
  const direction = (found) => found.evaluate((element) => getComputedStyle(element).direction);
  await page.locator("#c-right-to-left").waitFor();
  assert.equal(await direction(page.locator("#c-right-to-left h2")), "rtl");
  assert.equal(await direction(page.locator("#c-linnea-sjoqvist h2")), "ltr");
  await page.goto(`${home}right-to-left`);
  for (const text of ["יעל כהן", "אדריכלית ענן", "סיכום קצר", "טקסט ארוך", "תיאור"]) {
    const found = page.locator("#consultant").getByText(text, { exact: true }).first();
    assert.equal(await direction(found), "rtl", text);
  }
  assert.equal(await direction(page.locator("#panel-yaml .lines code").first()), "ltr");
  assert.deepEqual(errors, []);
  preview.remove(file);
});

check("a long file shows its start", async () => {
  const { page, errors } = await open();
  const file = "content/consultants/long-file.yaml";
  preview.write(file, `active: true\nname: Anna Berg\n${"#\n".repeat(300_000)}unknown_key: 1\n`);
  const path = `${home}long-file`;
  await page.goto(path);
  await page.locator("#error-bar", { hasText: "unknown_key" }).waitFor();
  assert.ok((await (await page.request.get(path)).text()).length < 2_000_000);
  await page.locator("#error-bar summary").click();
  await page.locator("#error-bar li", { hasText: "long-file.yaml:300003" }).waitFor();
  assert.equal(await page.locator(".lines > .omitted").innerText(), "Lines 2001 to 300003 are not shown.");
  // The page may be requested before the preview knows the file.
  assert.deepEqual(errors.filter((error) => !error.includes("404")), []);
  preview.remove(file);
});

check("a long headline takes three lines of a card", async () => {
  const { page, errors } = await open();
  const id = "astrid-long-headline";
  preview.write(
    `content/consultants/${id}.yaml`,
    `active: false\nname: Astrid Lång\npersonal:\n  headline: ${"Architect of distributed platforms ".repeat(20)}\n`,
  );
  await page.goto(home);
  const headline = page.locator(`#c-${id} .headline`);
  await headline.waitFor();
  const lines = await headline.evaluate((it) => it.clientHeight / parseFloat(getComputedStyle(it).lineHeight));
  assert.ok(lines > 2.5 && lines < 3.5, `${lines} lines`);
  preview.remove(`content/consultants/${id}.yaml`);
  assert.deepEqual(errors, []);
});

check("print shows the profile only", async () => {
  const { page, errors } = await open();
  await page.goto(`${home}linnea-sjoqvist#yaml`);
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.locator("#panel-profile").isVisible());
  for (const hidden of [".bar", "#tabs", ".back", "#panel-yaml"]) {
    assert.ok(!(await page.locator(hidden).isVisible()), hidden);
  }
  const top = async (title) => (await page.getByRole("heading", { name: title, exact: true }).boundingBox()).y;
  assert.ok((await top("Contact")) < (await top("Summary")), "the contact is not at the top");
  assert.deepEqual(errors, []);
});

let printColors;
check("print shows the error banner, in both color schemes", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, errors } = await open({ colorScheme });
    await page.goto(`${home}broken-file`);
    await page.emulateMedia({ media: "print" });
    const banner = page.locator(".banner.error");
    assert.ok(await banner.isVisible());
    // Print has its own colors, whatever the screen has.
    const colors = await page.evaluate(() => {
      const rules = [...document.styleSheets[0].cssRules].find((rule) => rule.selectorText === ":root");
      const names = [...rules.style].filter((name) => /^#/.test(rules.style.getPropertyValue(name).trim()));
      const { getPropertyValue } = CSSStyleDeclaration.prototype;
      const own = getComputedStyle(document.documentElement);
      return Object.fromEntries(names.map((name) => [name, getPropertyValue.call(own, name).trim()]));
    });
    assert.ok(Object.keys(colors).length >= 15, JSON.stringify(colors));
    printColors ??= colors;
    assert.deepEqual(colors, printColors);
    assert.deepEqual(errors, []);
  }
});

await run(preview);
