// Runs named checks in order, prints the failures, and exits with 1 if there are any.
import assert from "node:assert/strict";
import { close, closePages } from "./browser.mjs";

const checks = [];

/** Adds a check. */
export const check = (name, run) => checks.push({ name, run });

/** Runs all checks, then stops the preview. */
export async function run(preview) {
  let failed = 0;
  for (const { name, run } of checks) {
    try {
      await run();
      console.log(`ok: ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED: ${name}\n${error.stack}`);
    }
    await closePages();
  }
  await close();
  await preview.stop();
  assert.ok(checks.length > 0);
  console.log(`${checks.length - failed} of ${checks.length} checks passed`);
  process.exit(failed ? 1 : 0);
}
