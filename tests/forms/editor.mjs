// An editor's work in the form, in Chromium, with Sveltia CMS from its package.
//
//     node editor.mjs <directory of the page> <project> <photo>
//
// The project is copied to the origin private file system of the browser, from which the page reads it like a directory
// on the disk, and copied back at the end. VITAE_CHROMIUM is the browser.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { chromium } from "playwright-core";

const [site, project, photo] = process.argv.slice(2);
const packages = join(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), "node_modules");
const ORIGIN = "http://localhost:4500";
const TYPES = { ".html": "text/html", ".json": "application/json", ".js": "text/javascript", ".woff2": "font/woff2" };

const browser = await chromium.launch({ executablePath: process.env.VITAE_CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
const page = await (await browser.newContext({ viewport: { width: 1200, height: 900 } })).newPage();
const errors = [];
page.on("pageerror", (error) => errors.push(error.message));

/** Returns the file of a package that the page loads from elsewhere. */
function packaged(url) {
  if (url.pathname.endsWith("/sveltia-cms.js")) return join(packages, "@sveltia/cms/dist/sveltia-cms.js");
  const font = /\/fonts\/([a-z0-9-]+):vf@[^/]+\/(.+)$/.exec(url.pathname);
  return font && join(packages, "@fontsource-variable", font[1], "files", `${font[1]}-${font[2]}`);
}

await page.route("**/*", (route) => {
  const url = new URL(route.request().url());
  const file = url.origin === ORIGIN ? join(site, url.pathname === "/" ? "index.html" : url.pathname) : packaged(url);
  try {
    const body = readFileSync(file);
    return route.fulfill({ body, contentType: TYPES[extname(file)], headers: { "access-control-allow-origin": "*" } });
  } catch {
    return url.origin === ORIGIN ? route.fulfill({ body: "nothing", contentType: "text/html" }) : route.abort();
  }
});

/** Returns the paths of the files below a directory. */
function paths(directory) {
  return readdirSync(join(project, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    return entry.isDirectory() ? paths(path) : [path];
  });
}

const files = Object.fromEntries(paths("content").map((path) => [path, readFileSync(join(project, path)).toString("base64")]));
files[".git/HEAD"] = Buffer.from("ref: refs/heads/main\n").toString("base64");
await page.goto(`${ORIGIN}/start`);
await page.evaluate(async (files) => {
  const storage = await navigator.storage.getDirectory();
  for (const [path, text] of Object.entries(files)) {
    const parts = ["project", ...path.split("/")];
    let directory = storage;
    for (const part of parts.slice(0, -1)) directory = await directory.getDirectoryHandle(part, { create: true });
    const writable = await (await directory.getFileHandle(parts.at(-1), { create: true })).createWritable();
    await writable.write(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
    await writable.close();
  }
}, files);
await page.addInitScript(() => {
  window.showDirectoryPicker = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("project");
});

const field = (path) => page.locator(`[data-key-path="${path}"]`);
const saved = async () => {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Entry saved.").waitFor();
  await page.getByText("Entry saved.").waitFor({ state: "hidden" });
};

await page.goto(ORIGIN);
await page.getByRole("button", { name: /Local Repository/ }).waitFor();
await page.evaluate(createRequire(import.meta.url)("axe-core").source);
// The rest of the document is Sveltia CMS.
const rules = ["document-title", "html-has-lang", "html-lang-valid", "bypass", "meta-refresh"];
const { violations, passes } = await page.evaluate((rules) => axe.run({ runOnly: rules }), rules);
for (const { id } of violations) errors.push(`axe: ${id}`);
if (passes.length < 2) errors.push("axe: nothing was checked");
await page.getByRole("button", { name: /Local Repository/ }).click();

// One profile is edited: a value behind a comment, a list, and a field that becomes empty.
await page.getByText("Anna Berg").first().click();
await field("title").locator("input").fill("Cloud: Architect");
await field("bio_short").locator("textarea").fill("");
await saved();

// A new employment moves above the others, and one of these gets its last month.
await page.goto(`${ORIGIN}/#/collections/consultants/entries/anna-berg`);
// Sveltia CMS renders what is in view.
await page.setViewportSize({ width: 1200, height: 5000 });
await field("employment").getByRole("button", { name: /Add/ }).click();
await field("employment.2.organization").locator("input").fill("Bergo Data");
await field("employment").getByRole("button", { name: "Expand All" }).click();
const organization = (index) => field(`employment.${index}.organization`).locator("input").inputValue();
await field("employment").getByRole("button", { name: "Reorder Item" }).nth(2).focus();
await page.keyboard.press("Space");
// During the animation of a step, the list ignores keys.
for (let tries = 0; (await organization(0)) !== "Bergo Data"; tries++) {
  if (tries === 20) throw new Error("the new employment did not move");
  await page.waitForTimeout(500);
  await page.keyboard.press("ArrowUp");
}
await page.keyboard.press("Space");
await field("employment.1.end_date").locator("input").fill("2026-01");
await saved();
await page.setViewportSize({ width: 1200, height: 900 });

// Another one is created, with a photo.
await page.goto(`${ORIGIN}/#/collections/consultants/new`);
await field("name").locator("input").fill("Åsa Öberg Ek");
await field("active").getByRole("switch").click();
await page.locator("input[type=file]").first().setInputFiles(photo);
await field("photo").getByText(/\.jpg$/).first().waitFor();
await saved();

const after = await page.evaluate(async () => {
  const found = {};
  const visit = async (directory, path) => {
    for await (const [name, handle] of directory.entries()) {
      // Chromium's own files.
      if (name.endsWith(".crswap")) continue;
      if (handle.kind === "directory") await visit(handle, `${path}${name}/`);
      else found[path + name] = [...new Uint8Array(await (await handle.getFile()).arrayBuffer())];
    }
  };
  await visit(await (await navigator.storage.getDirectory()).getDirectoryHandle("project"), "");
  return found;
});
for (const [path, bytes] of Object.entries(after).filter(([path]) => !path.startsWith(".git/"))) {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), Buffer.from(bytes));
}
await browser.close();
if (errors.length) throw new Error(errors.join("\n"));
