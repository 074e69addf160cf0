// A page of another origin, which shows only images that allow it, reads a profile, asks whether it has changed,
// and shows the photo. Arguments: the URL of the site and the identifier of a consultant with a photo.
import { createServer } from "node:http";
import { close, open } from "../preview/browser.mjs";

const [url, id] = process.argv.slice(2);
const other = createServer((_, response) => {
  response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
  response.setHeader("Content-Type", "text/html").end("<!DOCTYPE html><title>Other</title>");
});
await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
const { page, errors } = await open();
await page.goto(`http://127.0.0.1:${other.address().port}/`);
const found = await page.evaluate(async ([profile, photo]) => {
  const first = await fetch(profile, { cache: "no-store" });
  const tag = first.headers.get("ETag");
  const second = await fetch(profile, { cache: "no-store", headers: { "If-None-Match": tag ?? "" } });
  const image = new Image();
  image.src = photo;
  const isShown = await image.decode().then(() => image.naturalWidth > 0, () => false);
  return { statuses: [first.status, second.status], tag, link: first.headers.get("Link"), isShown };
}, [`${url}/api/consultant-public/${id}`, `${url}/api/consultant-photo/${id}`]);
await close();
other.close();
if (`${found.statuses}` !== "200,304" || !found.tag || !found.link || !found.isShown || errors.length > 0) {
  console.error(found, errors);
  process.exitCode = 1;
}
