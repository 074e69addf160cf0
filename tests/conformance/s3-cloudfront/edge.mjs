// Simulates a CloudFront distribution of a CloudFormation template for conformance tests.
//
//   node edge.mjs <template as JSON> <URL of the bucket> <port>
//
// Implements what the template defines: the function, the origin's headers and access, error responses,
// policies, the bucket's CORS rules, compression. The rest follows CloudFront's documentation. Where it leaves
// a question open, the simulator chooses what makes the template do more: it adds nothing to the function's
// responses, and CORS headers only if the request has an Origin. It has no cache.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const [templateFile, bucket, port] = process.argv.slice(2)
const { Resources } = JSON.parse(readFileSync(templateFile))

/** Returns the properties of the resource that a value refers to. */
const resource = (value) => {
  const name = value.Ref ?? value['Fn::GetAtt']?.[0]
  if (!Resources[name]) throw new Error(`the template has no resource ${JSON.stringify(value)}`)
  return Resources[name].Properties
}
const distribution = Resources.Distribution.Properties.DistributionConfig
if (distribution.CacheBehaviors) throw new Error('only the default behavior is supported')
const behavior = distribution.DefaultCacheBehavior
const origin = distribution.Origins.find(({ Id }) => Id === behavior.TargetOriginId)
const errors = new Map((distribution.CustomErrorResponses ?? []).map((error) => [error.ErrorCode, error]))
const cachePolicy = resource(behavior.CachePolicyId).CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin
const headersPolicy = resource(behavior.ResponseHeadersPolicyId).ResponseHeadersPolicyConfig

/** Returns whether the bucket's policy allows the distribution an action. */
const allows = (action) => Resources.BucketPolicy.Properties.PolicyDocument.Statement.some((statement) =>
  statement.Effect === 'Allow' && statement.Principal.Service === 'cloudfront.amazonaws.com' &&
  [statement.Action].flat().includes(action))
const { SigningBehavior } = resource(origin.OriginAccessControlId).OriginAccessControlConfig
/** A signature that moto accepts. Without it, moto denies access. */
const signature = SigningBehavior === 'always'
  ? { authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0' }
  : {}

// --- the function ---

// Headers that functions must not set; CloudFront responds with 502.
const DISALLOWED = /^(connection|expect|keep-alive|proxy-.*|trailer|upgrade|x-accel-.*|x-amz-cf-.*|x-cache|x-edge-.*|x-forwarded-proto|x-real-ip|content-length|transfer-encoding|via)$/
const MAX_CODE = 10_240

const handler = (() => {
  const association = behavior.FunctionAssociations.find(({ EventType }) => EventType === 'viewer-request')
  const { FunctionCode, FunctionConfig, AutoPublish } = resource(association.FunctionARN)
  if (FunctionConfig.Runtime !== 'cloudfront-js-2.0' || !AutoPublish) throw new Error('the function does not run')
  if (Buffer.byteLength(FunctionCode) > MAX_CODE) throw new Error('the function is too large')
  // A new context has the built-in objects of the language, but not those of Node.
  return runInNewContext(`${FunctionCode}\nhandler`, Object.create(null), { timeout: 1000 })
})()

const fields = (headers) => Object.fromEntries(Object.entries(headers).map(([name, { value }]) => {
  if (name !== name.toLowerCase() || typeof value !== 'string' || DISALLOWED.test(name)) {
    throw new Error(`the function sets an invalid header: ${name}`)
  }
  return [name, value]
}))

/** Parses the query like the event: names and values stay as sent. */
const parsed = (query) => {
  const parameters = {}
  for (const parameter of query ? query.split('&') : []) {
    const [name, ...value] = parameter.split('=')
    const one = { value: value.join('=') }
    if (Object.hasOwn(parameters, name)) {
      const first = parameters[name]
      first.multiValue = [...(first.multiValue ?? [{ value: first.value }]), one]
    } else parameters[name] = one
  }
  return parameters
}

const event = (request, ip) => {
  const [uri, ...rest] = request.url.split('?')
  const query = rest.length > 0 ? rest.join('?') : undefined
  const headers = Object.entries(request.headers).map(([name, value]) => [name, { value: String(value) }])
  return {
    version: '1.0',
    context: { distributionDomainName: 'd111111abcdef8.cloudfront.net', eventType: 'viewer-request' },
    viewer: { ip },
    request: {
      method: request.method, uri, querystring: parsed(query), headers: Object.fromEntries(headers), cookies: {},
      rawQueryString: () => query,
    },
  }
}

// --- the origin ---

/** Returns the headers that S3 adds for CloudFront's Origin. (moto returns the Origin, S3 an asterisk.) */
const crossOrigin = () => {
  const sent = origin.OriginCustomHeaders?.find(({ HeaderName }) => HeaderName.toLowerCase() === 'origin')
  const isAllowed = ({ AllowedOrigins, AllowedMethods }) => AllowedOrigins.includes('*') && AllowedMethods.includes('GET')
  const rules = Resources.Bucket.Properties.CorsConfiguration?.CorsRules ?? []
  const rule = sent && rules.find(isAllowed)
  return rule ? { 'access-control-allow-origin': '*', 'access-control-expose-headers': rule.ExposedHeaders?.join(', ') ?? '' } : {}
}

/** Fetches an object like the distribution does. */
const fetchObject = async (path) => {
  if (!allows('s3:GetObject')) return denied
  const response = await fetch(`${bucket}${path}`, { headers: signature, redirect: 'manual' })
  const body = Buffer.from(await response.arrayBuffer())
  // Without the permission to list the bucket, a missing object is a 403.
  if (response.status === 404 && !allows('s3:ListBucket')) return denied
  const names = ['content-type', 'cache-control', 'etag', 'last-modified'].filter((name) => response.headers.has(name))
  const headers = Object.fromEntries(names.map((name) => [name, response.headers.get(name)]))
  return { status: response.status, headers: { ...headers, ...crossOrigin() }, body }
}
const denied = { status: 403, headers: { 'content-type': 'application/xml' }, body: Buffer.from('<Error><Code>AccessDenied</Code></Error>') }

/** Replaces an error with the distribution's custom error response, which has the headers of its page. */
const withErrorPage = async (found) => {
  const error = errors.get(found.status)
  if (found.status < 400 || !error) return found
  const page = await fetchObject(error.ResponsePagePath)
  if (page.status !== 200) return found
  const { etag, 'last-modified': _, ...headers } = page.headers
  return { status: error.ResponseCode, headers, body: page.body }
}

// --- the response ---

const addPolicy = (headers, request) => {
  const set = (name, value, override) => {
    if (override || headers[name.toLowerCase()] === undefined) headers[name.toLowerCase()] = value
  }
  const { CorsConfig, CustomHeadersConfig, SecurityHeadersConfig } = headersPolicy
  if (CorsConfig && request.headers.origin) {
    set('access-control-allow-origin', CorsConfig.AccessControlAllowOrigins.Items.join(), CorsConfig.OriginOverride)
    set('access-control-expose-headers', CorsConfig.AccessControlExposeHeaders?.Items.join() ?? '', CorsConfig.OriginOverride)
  }
  const { ContentTypeOptions } = SecurityHeadersConfig ?? {}
  if (ContentTypeOptions) set('x-content-type-options', 'nosniff', ContentTypeOptions.Override)
  for (const { Header, Value, Override } of CustomHeadersConfig?.Items ?? []) set(Header, Value, Override)
}

const COMPRESSED = /^(application\/json|text\/(html|plain))/
const CODINGS = [['br', cachePolicy.EnableAcceptEncodingBrotli, brotliCompressSync],
  ['gzip', cachePolicy.EnableAcceptEncodingGzip, gzipSync]]

const compress = (answer, request) => {
  const accepted = (request.headers['accept-encoding'] ?? '').split(',').map((coding) => coding.split(';')[0].trim())
  const [coding, , encode] = CODINGS.find(([name, enabled]) => enabled && accepted.includes(name)) ?? []
  const { headers, body } = answer
  if (!behavior.Compress || !coding || request.headers.range || body.length < 1000 || body.length > 10_000_000 ||
    !COMPRESSED.test(headers['content-type'])) return
  answer.body = encode(body)
  headers['content-encoding'] = coding
  headers.vary = 'Accept-Encoding'
  if (headers.etag) headers.etag = `W/${headers.etag.replace(/^W\//, '')}`
}

/** Handles conditions and ranges, which CloudFront does itself from its cache. */
const select = (answer, request) => {
  const { headers, body } = answer
  const tags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  const since = Date.parse(request.headers['if-modified-since'])
  const isUnchanged = tags
    ? tags.some((tag) => tag === '*' || tag === headers.etag?.replace(/^W\//, ''))
    : Date.parse(headers['last-modified']) <= since
  if (isUnchanged) {
    answer.status = 304
    answer.body = Buffer.alloc(0)
    delete headers['content-type']
    return
  }
  const current = request.headers['if-range']
  if (current !== undefined && current !== headers.etag && current !== headers['last-modified']) return
  const [, first, last] = request.headers.range?.match(/^bytes=(\d*)-(\d*)$/) ?? []
  if (first === undefined || first + last === '') return
  const start = first === '' ? Math.max(0, body.length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? body.length - 1 : Math.min(Number(last), body.length - 1)
  if (start > end) {
    Object.assign(answer, { status: 416, body: Buffer.alloc(0) })
    headers['content-range'] = `bytes */${body.length}`
    return
  }
  Object.assign(answer, { status: 206, body: body.subarray(start, end + 1) })
  headers['content-range'] = `bytes ${start}-${end}/${body.length}`
}

const respond = async (request) => {
  if (!behavior.AllowedMethods.includes(request.method)) {
    return { status: 403, headers: { 'content-type': 'text/html' }, body: Buffer.from('<H1>403 ERROR</H1>') }
  }
  const result = handler(event(request, request.socket.remoteAddress))
  if (result.statusCode) {
    const { encoding = 'text', data = '' } = result.body ?? {}
    return { status: result.statusCode, headers: fields(result.headers ?? {}), body: Buffer.from(data, encoding === 'text' ? 'utf8' : 'base64') }
  }
  if (!result.uri?.startsWith('/')) throw new Error('the function returns an invalid path')
  const answer = await withErrorPage(await fetchObject(result.uri))
  addPolicy(answer.headers, request)
  if (answer.status === 200) {
    compress(answer, request)
    select(answer, request)
  }
  return answer
}

createServer(async (request, response) => {
  try {
    const { status, headers, body } = await respond(request)
    if (status !== 304 && status !== 204) headers['content-length'] = body.length
    response.writeHead(status, headers)
    response.end(request.method === 'HEAD' ? undefined : body)
  } catch (error) {
    console.error(error)
    response.writeHead(502, { 'content-type': 'text/html' }).end('<H1>502 ERROR</H1>')
  }
}).listen(Number(port), '127.0.0.1')
