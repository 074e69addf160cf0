// Runs `vitae serve` in a project's directory.
import { spawn } from "node:child_process";
import { copyFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// The timeout of everything, in milliseconds; no test measures time.
export const TIMEOUT = 60_000;

// A file in the project's directory that gets its name when it is complete.
const COMPLETE = "complete";

export class Preview {
  /** Creates the preview of the project in the directory `root`. */
  constructor(program, root) {
    this.program = program;
    this.root = root;
  }

  read(path) {
    return readFileSync(join(this.root, path), "utf8");
  }

  /** Writes a file in one step: the preview could read a file that is not complete. */
  write(path, text) {
    writeFileSync(join(this.root, COMPLETE), text);
    this.rename(COMPLETE, path);
  }

  remove(path) {
    rmSync(join(this.root, path));
  }

  rename(from, to) {
    renameSync(join(this.root, from), join(this.root, to));
  }

  /** Copies a file in one step. */
  copy(from, to) {
    copyFileSync(join(this.root, from), join(this.root, COMPLETE));
    this.rename(COMPLETE, to);
  }

  truncate(path, bytes) {
    truncateSync(join(this.root, path), bytes);
  }

  /** Replaces a text in a file. Throws if the file does not contain it. */
  edit(path, from, to) {
    const text = this.read(path);
    if (!text.includes(from)) throw new Error(`${path} does not contain ${JSON.stringify(from)}`);
    this.write(path, text.replace(from, to));
  }

  /** Starts the preview, by default on a free port, and returns its URL once its first state is complete. */
  start({ port = 0, isComplete = true, threads } = {}) {
    const listen = ["serve", "--listen", `127.0.0.1:${port}`];
    const env = { ...process.env, ...(threads && { RAYON_NUM_THREADS: threads }) };
    this.server = spawn(this.program, listen, { cwd: this.root, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no URL was printed: ${output}`)), TIMEOUT);
      const onOutput = (chunk) => {
        output += chunk;
        const url = /http:\/\/\S+\/_preview\//.exec(output);
        if (!url || (isComplete && !output.includes("revision 1: "))) return;
        clearTimeout(timer);
        resolve(url[0]);
      };
      this.server.stdout.on("data", onOutput);
      this.server.stderr.on("data", onOutput);
      this.server.on("exit", (code) => reject(new Error(`vitae exited with ${code}: ${output}`)));
    });
  }

  /** Kills the process. */
  async stop() {
    const { server } = this;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.on("exit", resolve));
    server.kill("SIGKILL");
    await ended;
  }
}
