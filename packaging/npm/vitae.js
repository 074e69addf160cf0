#!/usr/bin/env node
// Runs the program from the package for this platform, which npm installs as an optional dependency.
"use strict";

const { spawn } = require("node:child_process");

const platform = `${process.platform}-${process.arch}`;
const name = `@vitae-cli/${platform}`;

function fail(message, help) {
  console.error(`error: ${message}\n  help: ${help}`);
  process.exit(2);
}

function program() {
  try {
    return require.resolve(`${name}/vitae${process.platform === "win32" ? ".exe" : ""}`);
  } catch {
    if (name in require("./package.json").optionalDependencies) {
      fail(`the npm package \`${name}\` is missing`, "install `vitae-cli` again, without `--omit=optional`");
    }
    fail(`vitae has no npm package for \`${platform}\``, "build it from source: `cargo install --locked vitae`");
  }
}

const child = spawn(program(), process.argv.slice(2), { stdio: "inherit" });
// A terminal sends Ctrl-C to both processes: this one waits until the program has stopped.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("error", (error) => fail(`cannot run \`${child.spawnfile}\``, error.message));
child.on("exit", (code, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else {
    process.exit(code);
  }
});
