// Runs Netlify's local emulator (`netlify dev`) over a built site, offline and on loopback only.
//
//   node start.mjs <dist>
//
// Prints `listening <port>` once it answers, and stops every process it started when stdin closes.
// NETLIFY_DEV_MODULES names the folder that holds node_modules/netlify-cli, if that is not this one.
//
// The emulator ends at the first request with a malformed percent-encoding. This then exits with 1.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const READY_TIMEOUT_MS = 90_000
const POLL_MS = 100
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

const answers = (port) => new Promise((done) => {
  get({ host: '127.0.0.1', port, path: '/', timeout: 5_000 }, (response) => { response.resume(); done(response.statusCode !== 500) })
    .on('timeout', function () { this.destroy() })
    .on('error', () => done(false))
})

const [folder] = process.argv.slice(2)
if (!folder) fail('usage: node start.mjs <dist>')
const dist = resolve(folder)
if (!statSync(dist, { throwIfNoEntry: false })?.isDirectory()) fail(`${dist} is not a directory`)
const cli = join(resolve(process.env.NETLIFY_DEV_MODULES ?? here), 'node_modules/netlify-cli/bin/run.js')
if (!existsSync(cli)) fail(`${cli} is missing: run \`npm ci --ignore-scripts\` in ${here}`)

// The emulator writes `.netlify/` to its working directory and settings to HOME, and reads netlify.toml and rule
// files from its working directory as well: it gets an empty site of its own, outside the repository.
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'netlify-dev-')))
const [site, home, temporary] = ['site', 'home', 'tmp'].map((name) => join(scratch, name))
for (const path of [site, home, temporary]) mkdirSync(path)
const [port, functionsPort, staticPort] = await freePorts(3)
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
// A pipe reports its end as both events, a file or /dev/null only as `end`.
for (const event of ['end', 'close']) process.stdin.on(event, () => stop(0))
process.stdin.resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(1))

const deadline = Date.now() + READY_TIMEOUT_MS
while (!(await answers(port))) {
  if (Date.now() > deadline) {
    console.error(`${log}\nstart.mjs: netlify dev did not answer within ${READY_TIMEOUT_MS / 1000} s`)
    stop(1)
  }
  await sleep(POLL_MS)
}
console.log(`listening ${port}`)
