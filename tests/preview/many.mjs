// The start page with a thousand consultants, each with a photo.
import assert from "node:assert/strict";
import { open } from "./browser.mjs";
import { check, run } from "./checks.mjs";
import { Preview } from "./preview.mjs";

const preview = new Preview(...process.argv.slice(2));
const home = await preview.start();

check("loads photos of visible cards only", async () => {
  const { page, errors } = await open();
  const photos = new Set();
  page.on("request", (request) => request.url().includes("/photo/") && photos.add(request.url()));
  await page.goto(home);
  assert.equal(await page.locator(".card").count(), 1000);
  await page.waitForFunction(() => document.querySelector(".card img").naturalWidth > 0);
  assert.ok(photos.size > 0 && photos.size < 200, `${photos.size} photos were requested`);
  await page.locator("#search").fill("consultant-0777");
  assert.equal(await page.locator(".card:visible").count(), 1);
  preview.edit("content/consultants/consultant-0777.yaml", "Consultant 777", "Another Name");
  await page.locator(".card:visible", { hasText: "Another Name" }).waitFor();
  assert.equal(await page.locator(".card:visible").count(), 1);
  assert.deepEqual(errors, []);
});

await run(preview);
