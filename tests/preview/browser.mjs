// Chromium, and pages that notice what must not happen: scripts that fail, and requests that leave
// the preview.
import { chromium } from "playwright-core";
import { PATIENCE } from "./preview.mjs";

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let browser;

/** Opens a page; `wrong` gathers what must not happen. */
export async function open(options = {}) {
  browser ??= await chromium.launch({ executablePath: process.env.VITAE_CHROMIUM, args: QUIET });
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const wrong = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`script: ${error.message}`));
  page.on("dialog", (dialog) => {
    wrong.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    const origin = new URL(request.url()).origin;
    if (!["127.0.0.1", "localhost"].includes(new URL(request.url()).hostname)) wrong.push(`request: ${origin}`);
  });
  return { page, wrong };
}

/** Closes all pages. */
export const closePages = () => Promise.all((browser?.contexts() ?? []).map((context) => context.close()));

export const close = () => browser?.close();
