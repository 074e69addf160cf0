// The first compilation of many consultants, one of whom has an error.
import assert from "node:assert/strict";
import { open } from "./browser.mjs";
import { check, run } from "./checks.mjs";
import { Preview } from "./preview.mjs";

const preview = new Preview(...process.argv.slice(2));

check("shows the first page while the content compiles, and completes it without a reload", async () => {
  // The browser takes longer to start than the preview.
  const { page, errors } = await open();
  const other = await open();
  const home = await preview.start({ isComplete: false, threads: 1 });
  let loads = 0;
  page.on("load", () => (loads += 1));
  await page.goto(home);
  const summary = page.locator(".summary", { hasText: "of 10000 consultants are compiled so far" });
  await summary.waitFor();
  const api = await page.request.get(new URL("/api/consultant-public/consultant-9998", home).href);
  assert.equal(api.status(), 503);
  assert.equal(api.headers()["retry-after"], "1");
  await other.page.goto(`${home}consultant-9998`);
  await other.page.getByRole("heading", { name: "Consultant 9998" }).waitFor();
  assert.ok((await summary.count()) > 0, "the content was compiled before the pages were opened");
  await page.locator("#show-all", { hasText: "10000" }).waitFor({ timeout: 300_000 });
  assert.equal(await summary.count(), 0);
  await page.locator("#error-bar", { hasText: "1 error. A build would publish nothing." }).waitFor();
  assert.equal(loads, 1);
  await page.locator("#show-errors").click();
  await page.locator("#result-count", { hasText: "1 of 10000 shown" }).waitFor();
  assert.deepEqual([...errors, ...other.errors], []);
});

await run(preview);
