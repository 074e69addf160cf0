// A thousand consultants, each with a photo.
import assert from "node:assert/strict";
import { open } from "./browser.mjs";
import { check, run } from "./checks.mjs";
import { Preview } from "./preview.mjs";

const preview = new Preview(...process.argv.slice(2));
const home = await preview.start();

check("a thousand cards, and only the photos that are near", async () => {
  const { page, wrong } = await open();
  const photos = new Set();
  page.on("request", (request) => request.url().includes("/photo/") && photos.add(request.url()));
  await page.goto(home);
  assert.equal(await page.locator(".card").count(), 1000);
  await page.waitForFunction(() => document.querySelector(".card img").naturalWidth > 0);
  assert.ok(photos.size > 0 && photos.size < 200, `${photos.size} photos were asked for`);
  await page.locator("#search").fill("consultant-0777");
  assert.equal(await page.locator(".card:visible").count(), 1);
  preview.edit("content/consultants/consultant-0777.yaml", "Consultant 777", "Somebody Else");
  await page.locator(".card:visible", { hasText: "Somebody Else" }).waitFor();
  assert.equal(await page.locator(".card:visible").count(), 1);
  assert.deepEqual(wrong, []);
});

await run(preview);
