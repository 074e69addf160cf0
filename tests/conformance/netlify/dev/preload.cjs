// Loaded into every Node process of the emulator (through NODE_OPTIONS).
'use strict'
const net = require('node:net')

// `netlify dev` listens on every interface and has no option against it; a test server belongs on loopback only.
const HOST = '127.0.0.1'
const listen = net.Server.prototype.listen
net.Server.prototype.listen = function (...args) {
  const [target] = args
  const callback = args.find((arg) => typeof arg === 'function')
  if (typeof target === 'object' && target !== null) {
    // A handle, a file descriptor or a socket path has no host.
    return 'port' in target ? listen.call(this, { ...target, host: HOST }, callback) : listen.apply(this, args)
  }
  if (typeof target === 'string' && Number.isNaN(Number(target))) return listen.apply(this, args)
  const port = typeof target === 'function' ? 0 : Number(target ?? 0)
  const backlog = args.slice(1).find((arg) => typeof arg === 'number')
  return listen.call(this, { port, host: HOST, backlog }, callback)
}

// A starter that was killed outright cannot stop the emulator, so the emulator watches for it.
const parent = process.ppid
setInterval(() => { if (process.ppid !== parent) process.exit(1) }, 500).unref()
