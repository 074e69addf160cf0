// Loaded into every Node process of the emulator with NODE_OPTIONS.
'use strict'
const net = require('node:net')

// `netlify dev` listens on every interface and has no option to change that; this restricts it to loopback.
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

// A parent that is killed cannot stop the emulator, so the emulator checks whether its parent is alive.
const parent = process.ppid
setInterval(() => { if (process.ppid !== parent) process.exit(1) }, 500).unref()
