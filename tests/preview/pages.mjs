// The pages as people use them: with eyes, a keyboard, a small screen, at night, on paper.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { open } from "./browser.mjs";
import { check, run } from "./checks.mjs";
import { Preview } from "./preview.mjs";

const preview = new Preview(...process.argv.slice(2));
const home = await preview.start();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// The mistakes come after a good version, as they do where people write.
preview.write(
  "content/consultants/broken-file.yaml",
  "active: true\nname: Anna Berg\npersonal:\n  headlin: Cloud\n  contact: {email: nobody}\n",
);
const { page: first } = await open();
await first.goto(home);
await first.locator("#strip .mistake").first().waitFor();
await first.context().close();

const PAGES = [
  "",
  "_mistakes",
  "_files/site.yaml",
  "linnea-sjoqvist",
  "linnea-sjoqvist#changes",
  "linnea-sjoqvist#yaml",
  "linnea-sjoqvist#json",
  "karin-ostlund-berg",
  "broken-file#yaml",
  "hostile#profile",
  "hostile#yaml",
  "nobody-at-all",
];

for (const [width, colorScheme] of [
  [400, "light"],
  [1400, "dark"],
]) {
  check(`every page fits a screen of ${width} pixels and is accessible, ${colorScheme}`, async () => {
    const { page, wrong } = await open({ colorScheme, viewport: { width, height: 900 } });
    for (const path of PAGES) {
      // Two addresses that differ in what follows the # would be one page.
      await page.goto("about:blank");
      await page.goto(home + path);
      await page.locator("#connection[data-state=live]").waitFor();
      const { scroll, inner } = await page.evaluate(() => ({
        scroll: document.documentElement.scrollWidth,
        inner: innerWidth,
      }));
      assert.ok(scroll <= inner, `${path} is ${scroll} pixels wide`);
      const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
      const found = await page.evaluate(`${axe}; axe.run({ runOnly: ${JSON.stringify(tags)} })`);
      const told = found.violations.map(
        ({ id, nodes }) => `${path}: ${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join("\n")}`,
      );
      assert.deepEqual(told, []);
      assert.ok(found.passes.some(({ id }) => id === "color-contrast"), `${path}: no contrast was judged`);
    }
    assert.deepEqual(wrong.filter((told) => !told.includes("404")), []);
  });
}

check("tabs follow the keyboard", async () => {
  const { page, wrong } = await open();
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
  assert.deepEqual(wrong, []);
});

check("every tab is of one profile", async () => {
  const { page, wrong } = await open();
  await page.goto(`${home}linnea-sjoqvist#json`);
  const api = await page.locator("#panel-json a").getAttribute("href");
  const published = await (await page.request.get(new URL(api, home).href)).text();
  assert.equal((await page.locator("#panel-json pre").innerText()).trim(), published.trim());
  const resume = await (await page.request.get(`${new URL(api, home).href}?format=jsonresume`)).text();
  assert.equal((await page.locator("#panel-json-resume pre").textContent()).trim(), resume.trim());
  assert.deepEqual(wrong, []);
});

check("search finds names without their accents, skills, and several words", async () => {
  const { page, wrong } = await open();
  await page.goto(home);
  const shown = () => page.locator(".card:not([hidden])").evaluateAll((all) => all.map((one) => one.id));
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "search");
  for (const [text, ids] of [
    ["sjoqv", ["c-linnea-sjoqvist"]],
    ["BRZEZNIAK", ["c-lukasz-brzezniak"]],
    ["x-road", ["c-henrik-tallbacka"]],
    ["tallbacka uppsala", ["c-henrik-tallbacka"]],
    ["nobody is called this", []],
  ]) {
    await page.locator("#search").fill(text);
    assert.deepEqual(await shown(), ids, text);
  }
  assert.ok(await page.getByText("Nobody matches").isVisible());
  await page.keyboard.press("Escape");
  assert.ok((await shown()).length > 5);
  await page.locator("#filter").getByText("Inactive").click();
  assert.ok((await shown()).includes("c-karin-ostlund-berg"));
  assert.ok(!(await shown()).includes("c-linnea-sjoqvist"));
  await page.locator("#filter").getByText("With mistakes").click();
  assert.deepEqual(await shown(), ["c-broken-file"]);
  await page.locator("#filter").getByText("Active", { exact: false }).first().click();
  await page.locator("#search").fill("linnea");
  await page.getByRole("link", { name: "Linnea Sjöqvist" }).click();
  await page.getByRole("heading", { name: "Linnea Sjöqvist" }).waitFor();
  await page.goBack();
  await page.locator("#cards").waitFor();
  assert.equal(await page.locator("#search").inputValue(), "linnea");
  assert.deepEqual(await shown(), ["c-linnea-sjoqvist"]);
  assert.deepEqual(wrong, []);
});

check("inactive consultants are shown, and said to be", async () => {
  const { page, wrong } = await open();
  await page.goto(`${home}karin-ostlund-berg`);
  assert.ok((await page.locator(".banner").innerText()).startsWith("Not published."));
  await page.waitForFunction(() => document.querySelector(".portrait").naturalWidth > 100);
  // The notes are in the file and nowhere else.
  const note = "no enquiries before spring 2027";
  assert.ok((await page.locator("#panel-yaml").textContent()).includes(note));
  const elsewhere = await page.evaluate(() => {
    document.getElementById("panel-yaml").remove();
    return document.documentElement.outerHTML;
  });
  assert.ok(!elsewhere.includes("no enquiries"));
  assert.ok(elsewhere.includes("Vindkraft Grimsholm"));
  assert.deepEqual(wrong, []);
});

check("what is written in a profile is text, whatever it looks like", async () => {
  const { page, wrong } = await open();
  for (const path of ["", "hostile", "_mistakes", "_files/site.yaml"]) {
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
  assert.deepEqual(wrong, []);
});

check("an address that says nothing sensible harms nothing", async () => {
  const { page, wrong } = await open();
  await page.goto(`${home}linnea-sjoqvist#%zz`);
  await page.locator("#connection[data-state=live]").waitFor();
  assert.equal(await page.locator("#tab-profile").getAttribute("aria-selected"), "true");
  preview.edit("content/consultants/linnea-sjoqvist.yaml", "  headline: ", "  headline: Sensible ");
  await page.locator(".headline", { hasText: "Sensible" }).waitFor();
  preview.edit("content/consultants/linnea-sjoqvist.yaml", "  headline: Sensible ", "  headline: ");
  assert.deepEqual(wrong, []);
});

check("what is wrong is underlined wherever its lines end", async () => {
  const { page, wrong } = await open({ viewport: { width: 400, height: 900 } });
  const value = "somebody whose address is longer than any line of a small screen is wide";
  const file = "content/consultants/broken-file.yaml";
  const { text, write } = { text: preview.read(file), write: (text) => preview.write(file, text) };
  write(text.replace("nobody", value));
  await page.goto(`${home}broken-file`);
  const mark = page.locator("#strip .excerpt mark", { hasText: "somebody" });
  await mark.waitFor();
  const { lines, style, carets } = await mark.evaluate((mark) => ({
    lines: mark.getClientRects().length,
    style: getComputedStyle(mark).textDecorationStyle,
    carets: getComputedStyle(mark, "::after").content,
  }));
  // An inline box has one rectangle a line, each underlined.
  assert.ok(lines > 1, `${lines} lines`);
  assert.deepEqual([style, carets], ["wavy", "none"]);
  write(text);
  assert.deepEqual(wrong, []);
});

check("on a small screen the mistakes leave most of it to the page", async () => {
  for (const viewport of [{ width: 400, height: 700 }, { width: 900, height: 400 }]) {
    const { page } = await open({ viewport });
    await page.goto(home);
    const height = await page.locator("#strip").evaluate((strip) => strip.getBoundingClientRect().height / innerHeight);
    assert.ok(height > 0.1 && height <= 0.4, `${height} of ${viewport.height} pixels`);
    const body = page.locator(".strip-body");
    assert.ok(await body.evaluate((body) => body.scrollHeight > body.clientHeight), "nothing to scroll");
  }
});

check("texts from right to left run so", async () => {
  const { page, wrong } = await open();
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
  assert.deepEqual(wrong, []);
  preview.remove(file);
});

check("of a file of many lines the start and the mistakes are shown", async () => {
  const { page, wrong } = await open();
  const file = "content/consultants/long-file.yaml";
  preview.write(file, `active: true\nname: Anna Berg\n${"#\n".repeat(300_000)}mistaken: 1\n`);
  const path = `${home}long-file`;
  await page.goto(path);
  await page.locator("#strip", { hasText: "mistaken" }).waitFor();
  assert.ok((await (await page.request.get(path)).text()).length < 2_000_000);
  await page.locator("#strip .place a", { hasText: "long-file.yaml:300003" }).click();
  await page.locator(".lines > .target", { hasText: "mistaken" }).waitFor();
  assert.equal(await page.locator(".lines > .gap").innerText(), "Lines 2001 to 299992 are not shown here.");
  // The page may be asked for before the preview knows the file.
  assert.deepEqual(wrong.filter((told) => !told.includes("404")), []);
  preview.remove(file);
});

check("a printed profile is the profile alone", async () => {
  const { page, wrong } = await open();
  await page.goto(`${home}linnea-sjoqvist#yaml`);
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.locator("#panel-profile").isVisible());
  for (const hidden of [".bar", "#tabs", ".back", "#panel-yaml"]) {
    assert.ok(!(await page.locator(hidden).isVisible()), hidden);
  }
  assert.deepEqual(wrong, []);
});

let printed;
check("a profile with mistakes says so on paper too, by night as by day", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, wrong } = await open({ colorScheme });
    await page.goto(`${home}broken-file`);
    await page.emulateMedia({ media: "print" });
    const banner = page.locator(".banner.error");
    assert.ok(await banner.isVisible());
    // Every colour is the paper's: the same, whatever the screen had.
    const colors = await page.evaluate(() => {
      const rules = [...document.styleSheets[0].cssRules].find((rule) => rule.selectorText === ":root");
      const names = [...rules.style].filter((name) => /^#/.test(rules.style.getPropertyValue(name).trim()));
      const { getPropertyValue } = CSSStyleDeclaration.prototype;
      const own = getComputedStyle(document.documentElement);
      return Object.fromEntries(names.map((name) => [name, getPropertyValue.call(own, name).trim()]));
    });
    assert.ok(Object.keys(colors).length >= 15, JSON.stringify(colors));
    printed ??= colors;
    assert.deepEqual(colors, printed);
    assert.deepEqual(wrong, []);
  }
});

await run(preview);
