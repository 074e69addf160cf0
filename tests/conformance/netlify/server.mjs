// Simulates Netlify's production servers for conformance tests.
//
//   node server.mjs <dist> --port <port> [--headers-by request|target] [--match decoded|raw]
//
// Listens on 127.0.0.1 until it is stopped.
// Netlify's own packages parse the rule files and match the rules. The steps around them follow Netlify's
// documentation and @netlify/redirects.
//
// The documentation leaves two questions open, so both answers can be tested:
//   --headers-by  does a `_headers` path match the request path (default) or the file served?
//   --match       is a percent-encoded path decoded before it is matched (default), or not?
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseAllHeaders } from '@netlify/headers-parser'
import { parseAllRedirects } from '@netlify/redirect-parser'
import redirector from 'netlify-redirector'

const RULE_FILES = ['_redirects', '_headers']
const METHODS = ['GET', 'HEAD']
const HTML = 'text/html; charset=UTF-8'
const MEDIA_TYPES = {
  '.css': 'text/css; charset=UTF-8', '.html': HTML, '.htm': HTML, '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg',
  '.js': 'application/javascript; charset=UTF-8', '.json': 'application/json', '.png': 'image/png',
  '.svg': 'image/svg+xml', '.txt': 'text/plain; charset=UTF-8', '.xml': 'application/xml',
}
// Netlify's servers set these themselves and ignore them in `_headers`.
const RESERVED_HEADERS = new Set(['accept-ranges', 'age', 'allow', 'alt-svc', 'connection', 'content-encoding',
  'content-length', 'content-range', 'date', 'location', 'server', 'trailer', 'transfer-encoding', 'upgrade'])

const fail = (message) => { console.error(`server.mjs: ${message}`); process.exit(1) }

/** Lists the deployed files once: a deploy is a snapshot, and no path can lead outside it. */
const listFiles = (dist) => new Set(readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `/${relative(dist, join(entry.parentPath ?? entry.path, entry.name))}`))

const loadRules = async (dist) => {
  const [redirectsFile, headersFile] = RULE_FILES.map((name) => join(dist, name))
  const { redirects, errors } = await parseAllRedirects({ redirectsFiles: [redirectsFile], minimal: false })
  const parsedHeaders = await parseAllHeaders({ headersFiles: [headersFile], minimal: false })
  const problems = [...errors, ...parsedHeaders.errors].map(({ message }) => message)
  problems.push(...redirects.filter(({ proxy }) => proxy).map(({ from }) => `proxying is not supported: ${from}`))
  if (problems.length > 0) fail(problems.join('\n'))
  // The matcher uses older names for `from` and `query`.
  const rules = redirects.map(({ from, query, ...rule }) => ({ ...rule, origin: from, params: query }))
  return { matcher: await redirector.parseJSON(JSON.stringify(rules), {}), headerRules: parsedHeaders.headers }
}

/** Finds the file for a decoded path. Like Netlify, ignores one trailing slash and adds `.html`. */
const findFile = (files, path) => {
  const base = path.endsWith('/') ? path.slice(0, -1) : path
  return [base, `${base}.html`, `${base}.htm`, `${base}/index.html`, `${base}/index.htm`].find((name) => files.has(name))
}

/** Joins the values that several rules set for one header, so that a header set twice is visible in the response. */
const customHeaders = (headerRules, path) => {
  const merged = new Map()
  for (const { forRegExp, values } of headerRules) {
    if (!forRegExp.test(path)) continue
    for (const [name, value] of Object.entries(values)) {
      const key = name.toLowerCase()
      if (!RESERVED_HEADERS.has(key)) merged.set(key, merged.has(key) ? `${merged.get(key)}, ${value}` : value)
    }
  }
  return merged
}

const isFresh = (ifNoneMatch, etag) => ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '')).some((tag) => tag === '*' || tag === etag)

/** Selects the response: { status, file } or, for a redirect, { status, location }. */
const route = ({ files, matcher, match }, path, decoded, query) => {
  const notFound = { status: 404, file: files.has('/404.html') ? '/404.html' : undefined }
  const own = findFile(files, decoded)
  const rule = matcher.match({
    scheme: 'http', host: 'localhost', path: match === 'raw' ? path : decoded, query,
    headers: {}, cookieValues: {}, getHeader: () => '', getCookie: () => '',
  })
  if (own !== undefined && !rule?.force) return { status: 200, file: own }
  if (!rule || rule.force404) return notFound
  if (rule.status >= 300 && rule.status < 400) return { status: rule.status, location: rule.to }
  // A rewrite is final: no later rule is tried when its target is missing.
  const target = findFile(files, decodeURIComponent(rule.to.split('?')[0]))
  return target === undefined ? notFound : { status: rule.status, file: target }
}

const respond = (site, request, response) => {
  const send = (status, headers, body = '') => {
    response.writeHead(status, { server: 'Netlify', 'content-length': Buffer.byteLength(body), ...headers })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  const [path, ...rest] = request.url.split('?')
  let decoded
  try { decoded = decodeURIComponent(path) } catch { return send(400, { 'content-type': 'text/plain' }, 'Bad Request') }
  const { status, file, location } = route(site, path, decoded, rest.join('?'))
  if (location !== undefined) return send(status, { location })
  if (status === 200 && !METHODS.includes(request.method)) {
    return send(405, { 'content-type': 'text/plain' }, 'Method Not Allowed')
  }
  const body = file === undefined ? Buffer.from('<!DOCTYPE html><title>Not Found</title>\n') : readFileSync(join(site.dist, file))
  const headers = {
    'content-type': file === undefined ? HTML : MEDIA_TYPES[extname(file)] ?? 'application/octet-stream',
    'cache-control': 'public,max-age=0,must-revalidate',
    ...Object.fromEntries(customHeaders(site.headerRules, site.headersBy === 'request' ? path : file ?? path)),
  }
  if (status === 200) {
    headers.etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
    if (isFresh(request.headers['if-none-match'], headers.etag)) {
      response.writeHead(304, { server: 'Netlify', ...headers })
      return response.end()
    }
  }
  send(status, headers, body)
}

const { values: options, positionals: [directory] } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string' }, 'headers-by': { type: 'string', default: 'request' }, match: { type: 'string', default: 'decoded' } },
})
if (!directory || !options.port) fail('usage: node server.mjs <dist> --port <port> [--headers-by request|target] [--match decoded|raw]')
if (!['request', 'target'].includes(options['headers-by'])) fail('--headers-by takes request or target')
if (!['decoded', 'raw'].includes(options.match)) fail('--match takes decoded or raw')

const dist = resolve(directory)
if (!statSync(dist, { throwIfNoEntry: false })?.isDirectory()) fail(`${dist} is not a directory`)
const files = listFiles(dist)
// Netlify's parsers treat a missing file as empty, so a missing file is an error here.
for (const name of RULE_FILES) if (!files.delete(`/${name}`)) fail(`${dist} has no ${name}`)
const site = { dist, files, ...(await loadRules(dist)), headersBy: options['headers-by'], match: options.match }

const server = createServer((request, response) => {
  try {
    respond(site, request, response)
  } catch (error) {
    console.error(error)
    response.writeHead(500).end()
  }
})
server.listen(Number(options.port), '127.0.0.1')
