// The program under test: `vitae serve`, started in a project's folder.
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// How long anything may take before it is taken for lost. Nothing here measures time.
export const PATIENCE = 60_000;

const [, , program, root] = process.argv;

export const read = (path) => readFileSync(join(root, path), "utf8");
export const write = (path, text) => writeFileSync(join(root, path), text);
export const remove = (path) => rmSync(join(root, path));

/** Replaces a text that has to be in the file. */
export function edit(path, from, to) {
  const text = read(path);
  if (!text.includes(from)) throw new Error(`${path} has no ${JSON.stringify(from)}`);
  write(path, text.replace(from, to));
}

let server;

/** Starts the preview and gives its address; at the same port again if one is given. */
export async function start(port = 0) {
  server = spawn(program, ["serve", "--listen", `127.0.0.1:${port}`], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no address was told: ${said}`)), PATIENCE);
    const listen = (chunk) => {
      said += chunk;
      const address = /http:\/\/\S+\/_preview\//.exec(said);
      if (address) {
        clearTimeout(timer);
        resolve(address[0]);
      }
    };
    server.stdout.on("data", listen);
    server.stderr.on("data", listen);
    server.on("exit", (code) => reject(new Error(`it ended with ${code}: ${said}`)));
  });
}

/** Ends the preview. */
export async function stop() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.on("exit", resolve));
  server.kill("SIGKILL");
  await ended;
}
