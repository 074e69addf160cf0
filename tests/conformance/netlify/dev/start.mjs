// Runs Netlify's local emulator (`netlify dev`) over a built site, offline and on loopback only.
//
//   node start.mjs <dist> --port <port>
//
// Stops every process it started when it is told to end.
// NETLIFY_DEV_MODULES names the folder that holds node_modules/netlify-cli, if that is not this one.
//
// The emulator ends at the first request with a malformed percent-encoding. This then exits with 1.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const LOG_LIMIT = 20_000

const here = dirname(fileURLToPath(import.meta.url))
const fail = (message) => { console.error(`start.mjs: ${message}`); process.exit(1) }

const freePorts = async (count) => {
  // All are held open at once, so that they differ.
  const servers = await Promise.all(Array.from({ length: count }, () => new Promise((done, failed) => {
    const server = createServer().once('error', failed).listen(0, '127.0.0.1', () => done(server))
  })))
  const ports = servers.map((server) => server.address().port)
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return ports
}

const { values: { port }, positionals: [folder] } = parseArgs({ allowPositionals: true, options: { port: { type: 'string' } } })
if (!folder || !port) fail('usage: node start.mjs <dist> --port <port>')
const dist = resolve(folder)
if (!statSync(dist, { throwIfNoEntry: false })?.isDirectory()) fail(`${dist} is not a directory`)
const cli = join(here, 'node_modules/netlify-cli/bin/run.js')
if (!existsSync(cli)) fail(`${cli} is missing: run \`npm ci --ignore-scripts\` in ${here}`)

// The emulator writes `.netlify/` to its working directory and settings to HOME, and reads netlify.toml and rule
// files from its working directory as well: it gets an empty site of its own, outside the repository.
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'netlify-dev-')))
const [site, home, temporary] = ['site', 'home', 'tmp'].map((name) => join(scratch, name))
for (const path of [site, home, temporary]) mkdirSync(path)
const [functionsPort, staticPort] = await freePorts(2)
// The file server behind the emulator has no flag for its port; two emulators would both choose 3999.
writeFileSync(join(site, 'netlify.toml'), `[dev]\nstaticServerPort = ${staticPort}\n`)

const emulator = spawn(process.execPath, [
  cli, 'dev', '--offline', '--no-open', '--skip-gitignore', '--internal-disable-edge-functions', '--framework', '#static',
  '--dir', dist, '--port', port, '--functions-port', functionsPort,
].map(String), {
  cwd: site,
  // A process group of its own, so that it can be stopped with all its children.
  detached: true,
  stdio: ['ignore', 'pipe', 'pipe'],
  env: {
    PATH: process.env.PATH, HOME: home, TMPDIR: temporary, CI: '1', BROWSER: 'none', NO_UPDATE_NOTIFIER: '1',
    // Polling needs no file-watch handles, of which a shared machine may have none left.
    CHOKIDAR_USEPOLLING: '1', CHOKIDAR_INTERVAL: '1000',
    NODE_OPTIONS: `--require ${JSON.stringify(join(here, 'preload.cjs'))}`,
  },
})

let log = ''
for (const stream of [emulator.stdout, emulator.stderr]) {
  stream.setEncoding('utf8').on('data', (text) => { log = (log + text).slice(-LOG_LIMIT) })
}

const stop = (code) => {
  // Nothing the emulator holds is worth keeping, so it need not shut down in order.
  try { process.kill(-emulator.pid, 'SIGKILL') } catch { /* the group is gone already */ }
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  process.exit(code)
}
emulator.on('error', (error) => { console.error(`start.mjs: ${error.message}`); stop(1) })
emulator.on('exit', (code, signal) => {
  console.error(`${log}\nstart.mjs: netlify dev ended by itself (${signal ?? `exit code ${code}`})`)
  stop(1)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))
