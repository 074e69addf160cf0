// The program under test: `vitae serve`, started in a project's folder.
import { spawn } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// How long anything may take before it is taken for lost. Nothing here measures time.
export const PATIENCE = 60_000;

export class Preview {
  /** The preview of the project in the folder `root`. */
  constructor(program, root) {
    this.program = program;
    this.root = root;
  }

  read(path) {
    return readFileSync(join(this.root, path), "utf8");
  }

  write(path, text) {
    writeFileSync(join(this.root, path), text);
  }

  remove(path) {
    rmSync(join(this.root, path));
  }

  copy(from, to) {
    copyFileSync(join(this.root, from), join(this.root, to));
  }

  truncate(path, bytes) {
    truncateSync(join(this.root, path), bytes);
  }

  /** Replaces a text that has to be in the file. */
  edit(path, from, to) {
    const text = this.read(path);
    if (!text.includes(from)) throw new Error(`${path} has no ${JSON.stringify(from)}`);
    this.write(path, text.replace(from, to));
  }

  /** Starts it and gives its address; at the same port again if one is given. */
  start(port = 0) {
    const listen = ["serve", "--listen", `127.0.0.1:${port}`];
    this.server = spawn(this.program, listen, { cwd: this.root, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no address was told: ${said}`)), PATIENCE);
      const hear = (chunk) => {
        said += chunk;
        const address = /http:\/\/\S+\/_preview\//.exec(said);
        if (!address) return;
        clearTimeout(timer);
        resolve(address[0]);
      };
      this.server.stdout.on("data", hear);
      this.server.stderr.on("data", hear);
      this.server.on("exit", (code) => reject(new Error(`it ended with ${code}: ${said}`)));
    });
  }

  /** Ends it, as a power cut would. */
  async stop() {
    const { server } = this;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.on("exit", resolve));
    server.kill("SIGKILL");
    await ended;
  }
}
