// Bundles the script of the forms, with the library `yaml` and its license: templates/forms/yaml-format.js. Needs
// `npm ci --ignore-scripts` in tests/forms. `bundle.mjs <file>` writes to another file.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readFileSync } from "node:fs";

const directory = dirname(fileURLToPath(import.meta.url));
const packages = join(directory, "../../tests/forms");
const require = createRequire(join(packages, "package.json"));
const license = readFileSync(join(packages, "node_modules/yaml/LICENSE"), "utf8").trim();

await require("esbuild").build({
  entryPoints: [join(directory, "page.js")],
  nodePaths: [join(packages, "node_modules")],
  outfile: process.argv[2] ?? join(directory, "../../templates/forms/yaml-format.js"),
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  banner: { js: `/*! The format of profiles for forms, with the library "yaml":\n\n${license}\n*/` },
});
