// A page of another origin reads a profile, and asks whether it has changed. Arguments: the URL of the site
// and an identifier.
import { createServer } from "node:http";
import { close, open } from "../preview/browser.mjs";

const [url, id] = process.argv.slice(2);
const other = createServer((_, response) => {
  response.setHeader("Content-Type", "text/html").end("<!DOCTYPE html><title>Other</title>");
});
await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
const { page, errors } = await open();
await page.goto(`http://127.0.0.1:${other.address().port}/`);
const found = await page.evaluate(async (profile) => {
  const first = await fetch(profile, { cache: "no-store" });
  const tag = first.headers.get("ETag");
  const second = await fetch(profile, { cache: "no-store", headers: { "If-None-Match": tag ?? "" } });
  return { statuses: [first.status, second.status], tag, link: first.headers.get("Link") };
}, `${url}/api/consultant-public/${id}`);
await close();
other.close();
if (`${found.statuses}` !== "200,304" || !found.tag || !found.link || errors.length > 0) {
  console.error(found, errors);
  process.exitCode = 1;
}
