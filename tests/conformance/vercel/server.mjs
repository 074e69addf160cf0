// Simulates Vercel's production servers, as documented, for conformance tests.
//
//   node server.mjs <output> --port <port>
//
// Listens on 127.0.0.1 until it is stopped.
// Vercel's own package parses and validates the routes. The routing follows the Build Output API and the router
// of `vercel dev`, which does not support `has`. Two questions are undocumented; this simulator does what most
// hosts do: the last of several equal parameters counts, and files are looked up by the path as sent.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isHandler, normalizeRoutes, routesSchema } from '@vercel/routing-utils'
import Ajv from 'ajv'

const MEDIA_TYPES = {
  '.html': 'text/html; charset=utf-8', '.jpg': 'image/jpeg', '.json': 'application/json; charset=utf-8',
  '.png': 'image/png', '.txt': 'text/plain; charset=utf-8',
}

const fail = (message) => { console.error(`server.mjs: ${message}`); process.exit(1) }

/** Loads the routes by phase: before and after the look-up of files. */
const loadRoutes = (file) => {
  const { version, routes: written } = JSON.parse(readFileSync(file, 'utf8'))
  if (version !== 3) fail(`${file} has version ${version}`)
  const ajv = new Ajv()
  if (!ajv.validate(routesSchema, written)) fail(ajv.errorsText())
  const { routes, error } = normalizeRoutes(written)
  if (error) fail(error.errors.join('\n'))
  const at = routes.findIndex(isHandler)
  if (routes.filter(isHandler).length !== 1 || routes[at].handle !== 'filesystem') fail('only the phase "filesystem" is supported')
  const compiled = (route) => ({ ...route, pattern: new RegExp(route.src, route.caseSensitive ? '' : 'i') })
  return { before: routes.slice(0, at).map(compiled), after: routes.slice(at + 1).map(compiled) }
}

/** Lists the published files by path. A file `index` or `index.html` is also listed at the path of its directory. */
const listFiles = (directory) => {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => `/${relative(directory, join(entry.parentPath ?? entry.path, entry.name))}`)
  const names = (path) => [path, path.replace(/(?<=\/)index(\.html)?$/, ''), path.replace(/\/index(\.html)?$/, '')]
  return new Map(paths.flatMap((path) => names(path).map((name) => [name, path])))
}

const has = (conditions = [], query) => conditions.every(({ type, key, value }) => {
  if (type !== 'query') fail(`only conditions on the query are supported, not on ${type}`)
  const given = query.getAll(key).at(-1)
  return given !== undefined && (value === undefined || new RegExp(`^${value}$`).test(given))
})

/** Selects the response: { status, file, headers }. */
const route = ({ before, after, files }, method, path, query) => {
  const headers = {}
  const go = (routes) => {
    for (const { pattern, dest, ...rule } of routes) {
      const match = pattern.exec(path)
      if (!match || (rule.methods && !rule.methods.includes(method)) || !has(rule.has, query)) continue
      Object.assign(headers, rule.headers)
      const target = dest === undefined ? path : dest.replace(/\$(\d)/g, (_, group) => match[group] ?? '')
      if (!rule.continue && !(rule.check && !files.has(target))) return { status: rule.status ?? 200, file: files.get(target) }
      path = target
    }
  }
  const found = go(before) ?? (files.has(path) ? { status: 200, file: files.get(path) } : go(after))
  return { status: 404, headers, ...found }
}

const isFresh = (given, etag) => given !== undefined &&
  given.split(',').map((tag) => tag.trim().replace(/^W\//, '')).some((tag) => tag === '*' || tag === etag)

const respond = (site, request, response) => {
  const [path, ...rest] = request.url.split('?')
  const { status, file, headers } = route(site, request.method, path, new URLSearchParams(rest.join('?')))
  if (status === 204) return response.writeHead(204, headers).end()
  const body = file === undefined ? Buffer.from('NOT_FOUND') : readFileSync(join(site.directory, file))
  response.setHeader('Content-Type', (file === undefined ? 'text/plain' : MEDIA_TYPES[extname(file)]) ?? 'application/octet-stream')
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (status === 200) {
    const etag = `"${createHash('md5').update(body).digest('hex')}"`
    response.setHeader('ETag', etag)
    if (isFresh(request.headers['if-none-match'], etag)) return response.writeHead(304).end()
  }
  response.writeHead(status, { 'Content-Length': body.length })
  response.end(request.method === 'HEAD' ? undefined : body)
}

const { values: { port }, positionals: [output] } = parseArgs({ allowPositionals: true, options: { port: { type: 'string' } } })
if (!output || !port) fail('usage: node server.mjs <output> --port <port>')
const directory = join(resolve(output), 'static')
const site = { directory, files: listFiles(directory), ...loadRoutes(join(output, 'config.json')) }

createServer((request, response) => {
  try {
    respond(site, request, response)
  } catch (error) {
    console.error(error)
    response.writeHead(500).end()
  }
}).listen(Number(port), '127.0.0.1')
