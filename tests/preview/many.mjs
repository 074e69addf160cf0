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
  assert.equal(await page.locator(".card").count(), 100);
  assert.equal(await page.locator("#result-count").innerText(), "1 to 100 of 1000 shown");
  await page.waitForFunction(() => document.querySelector(".card img").naturalWidth > 0);
  assert.ok(photos.size > 0 && photos.size < 200, `${photos.size} photos were requested`);
  await page.locator("#search").fill("consultant-0777");
  await page.locator("#result-count", { hasText: "1 of 1000 shown" }).waitFor();
  assert.equal(await page.locator(".card:visible").count(), 1);
  preview.edit("content/consultants/consultant-0777.yaml", "Consultant 777", "Another Name");
  await page.locator(".card:visible", { hasText: "Another Name" }).waitFor();
  assert.equal(await page.locator(".card:visible").count(), 1);
  assert.deepEqual(errors, []);
});

check("the pages of the start page are links, and the search is restored by going back", async () => {
  const { page, errors } = await open();
  await page.goto(home);
  await page.getByRole("link", { name: "Next page" }).click();
  await page.locator("#c-consultant-0100").waitFor();
  assert.equal(new URL(page.url()).search, "?page=2");
  preview.edit("content/consultants/consultant-0150.yaml", "Consultant 150", "Consultant Changed");
  await page.locator(".card", { hasText: "Consultant Changed" }).waitFor();
  // The words are typed faster than the server can respond.
  await page.locator("#search").pressSequentially("consultant 99");
  await page.locator("#result-count", { hasText: /^\d+ of 1000 shown/ }).waitFor();
  assert.equal(await page.locator("#search").inputValue(), "consultant 99");
  assert.equal(await page.evaluate(() => document.activeElement.id), "search");
  const url = page.url();
  assert.equal(new URL(url).search, "?q=consultant+99");
  await page.getByRole("link", { name: "Consultant 990" }).click();
  await page.getByRole("heading", { name: "Consultant 990" }).waitFor();
  await page.goBack();
  await page.locator("#c-consultant-0990").waitFor();
  assert.equal(page.url(), url);
  assert.equal(await page.locator("#search").inputValue(), "consultant 99");
  assert.deepEqual(errors, []);
});

await run(preview);
