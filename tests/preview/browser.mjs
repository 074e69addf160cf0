// Chromium pages that record errors: failing scripts, dialogs, and requests to other hosts.
import { chromium } from "playwright-core";
import { TIMEOUT } from "./preview.mjs";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let browser;

/** Opens a page; `errors` collects its errors. */
export async function open(options = {}) {
  browser ??= await chromium.launch({ executablePath: process.env.VITAE_CHROMIUM, args: FLAGS });
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT);
  const errors = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) errors.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => errors.push(`script: ${error.message}`));
  page.on("dialog", (dialog) => {
    errors.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    const origin = new URL(request.url()).origin;
    if (!["127.0.0.1", "localhost"].includes(new URL(request.url()).hostname)) errors.push(`request: ${origin}`);
  });
  return { page, errors };
}

/** Closes all pages. */
export const closePages = () => Promise.all((browser?.contexts() ?? []).map((context) => context.close()));

export const close = () => browser?.close();
