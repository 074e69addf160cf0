// Runs Netlify's emulator (`netlify dev`) for a built site, offline and on loopback only.
//
//   node start.mjs <dist> --port <port>
//
// Stops every process that it started when it receives a signal. The emulator crashes on a request with a
// malformed percent-encoding; this script then exits with 1.
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
  // Opens all ports at once, so that they differ.
  const servers = await Promise.all(Array.from({ length: count }, () => new Promise((done, failed) => {
    const server = createServer().once('error', failed).listen(0, '127.0.0.1', () => done(server))
  })))
  const ports = servers.map((server) => server.address().port)
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return ports
}

const { values: { port }, positionals: [directory] } = parseArgs({ allowPositionals: true, options: { port: { type: 'string' } } })
if (!directory || !port) fail('usage: node start.mjs <dist> --port <port>')
const dist = resolve(directory)
if (!statSync(dist, { throwIfNoEntry: false })?.isDirectory()) fail(`${dist} is not a directory`)
const cli = join(here, 'node_modules/netlify-cli/bin/run.js')
if (!existsSync(cli)) fail(`${cli} is missing: run \`npm ci --ignore-scripts\` in ${here}`)

// The emulator writes to its working directory and to HOME, and also reads netlify.toml and rule files from its
// working directory: it runs in an empty site outside the repository.
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'netlify-dev-')))
const [site, home, temporary] = ['site', 'home', 'tmp'].map((name) => join(scratch, name))
for (const path of [site, home, temporary]) mkdirSync(path)
const [functionsPort, staticPort] = await freePorts(2)
// The emulator's file server has no option for its port; two emulators would both use 3999.
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
    // Polling needs no file-watch handles, which a shared machine may run out of.
    CHOKIDAR_USEPOLLING: '1', CHOKIDAR_INTERVAL: '1000',
    NODE_OPTIONS: `--require ${JSON.stringify(join(here, 'preload.cjs'))}`,
  },
})

let log = ''
for (const stream of [emulator.stdout, emulator.stderr]) {
  stream.setEncoding('utf8').on('data', (text) => { log = (log + text).slice(-LOG_LIMIT) })
}

const stop = (code) => {
  // The emulator has no state to save, so it need not shut down gracefully.
  try { process.kill(-emulator.pid, 'SIGKILL') } catch { /* the group has already ended */ }
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  process.exit(code)
}
emulator.on('error', (error) => { console.error(`start.mjs: ${error.message}`); stop(1) })
emulator.on('exit', (code, signal) => {
  console.error(`${log}\nstart.mjs: netlify dev ended unexpectedly (${signal ?? `exit code ${code}`})`)
  stop(1)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))
