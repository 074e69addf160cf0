// Takes screenshots of the pages. `node screenshots.mjs <program>` writes those in docs/images. With a
// directory as second argument, it writes every page to it, in two widths and two color schemes.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { close, open } from "./browser.mjs";
import { Preview } from "./preview.mjs";

const repository = resolve(import.meta.dirname, "../..");
const [program, directory] = process.argv.slice(2).map((path) => resolve(path));
const root = mkdtempSync(join(tmpdir(), "vitae-screenshots-"));
cpSync(join(repository, "content"), join(root, "content"), { recursive: true });
const git = (...args) =>
  execFileSync("git", ["-c", "user.name=Editor", "-c", "user.email=editor@example.com", ...args], { cwd: root });
git("init", "--quiet");
git("add", ".");
git("commit", "--quiet", "--message", "Profiles");
execFileSync(program, ["build"], { cwd: root, stdio: "ignore" });

// Some profiles differ from the last build.
const preview = new Preview(program, root);
const LINNEA = "content/consultants/linnea-sjoqvist.yaml";
preview.edit(LINNEA, "available_from: 2027-01-11", "available_from: 2027-03-01");
preview.edit(LINNEA, "      - KQL\n", "");
preview.edit(LINNEA, "      - GDPR", "      - GDPR\n      - Cyber Resilience Act");
preview.edit(LINNEA, "She works with the whole chain", "She takes care of the whole chain");
preview.edit("content/consultants/rosalind-pike.yaml", "active: true", "active: false");
preview.write(
  "content/consultants/asa-lindqvist.yaml",
  "active: true\nname: Åsa Lindqvist\ntitle: Test Lead\npersonal:\n  headline: Test lead for systems that people depend on\n  location: {city: Luleå, country: Sweden}\n",
);
git("add", ".");
git("commit", "--quiet", "--message", "Åsa");
const home = await preview.start();

const start = { name: "preview", path: "", height: 860 };
const profile = { name: "preview-profile", path: "linnea-sjoqvist", height: 1000 };
const changes = { name: "preview-changes", path: "linnea-sjoqvist#changes", height: 1000 };
const yaml = { name: "preview-yaml", path: "linnea-sjoqvist#yaml", height: 1000 };
const inactive = { name: "preview-inactive", path: "karin-ostlund-berg", height: 1000 };
const error = { name: "preview-error", path: "henrik-tallbacka#yaml", height: 960 };
const diagnostics = { name: "preview-diagnostics", path: "_diagnostics", height: 860 };

async function screenshot({ name, path, height }, width, colorScheme, to) {
  const { page } = await open({ viewport: { width, height }, colorScheme });
  await page.goto(home + path);
  await page.locator("#connection[data-state=live]").waitFor();
  // Without it, the screenshot has an empty place for a photo that is loaded but not decoded.
  await page.evaluate(() => {
    const shown = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    return Promise.all(shown.map((image) => image.decode()));
  });
  await page.screenshot({ path: join(to, `${name}.png`) });
  await page.context().close();
}

async function screenshots(pages) {
  if (!directory) {
    for (const page of pages.filter((page) => [start, profile, error].includes(page))) {
      await screenshot(page, 1400, "light", join(repository, "docs/images"));
    }
    return;
  }
  for (const page of pages) {
    for (const [width, scheme] of [[400, "light"], [400, "dark"], [1400, "light"], [1400, "dark"]]) {
      await screenshot({ ...page, name: `${page.name}-${width}-${scheme}` }, width, scheme, directory);
    }
  }
}

await screenshots([start, profile, changes, yaml, inactive]);
preview.edit("content/consultants/henrik-tallbacka.yaml", "  headline: ", "  headlin: ");
preview.edit("content/consultants/henrik-tallbacka.yaml", "  available_from: ", "  available_from: soon # ");
const { page } = await open();
await page.goto(home);
await page.locator("#error-bar").waitFor();
await page.context().close();
await screenshots([error, diagnostics]);
await close();
await preview.stop();
rmSync(root, { recursive: true });
