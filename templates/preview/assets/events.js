// Server-sent events: whether the preview is connected, and its newest version. All open pages share
// one event stream in a shared worker, because a browser opens at most six connections to a server:
// with a stream for each page, six pages would leave no connection to load anything. This file is
// also the script of that worker.

const URL_PATH = "/_preview/_events";

// After an error response the browser does not reconnect by itself; in milliseconds.
const RECONNECT_DELAY = 2000;

/** Calls `onStatus` with `{ isConnected, version }` after each change. Returns a function that stops it. */
function listen(onStatus) {
  let source = null;
  let timer = null;
  let version = null;
  const connect = () => {
    source = new EventSource(URL_PATH);
    source.addEventListener("revision", (event) => {
      version = event.lastEventId;
      onStatus({ isConnected: true, version });
    });
    source.onerror = () => {
      onStatus({ isConnected: false, version });
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(connect, RECONNECT_DELAY);
    };
  };
  connect();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

/** Like `listen`, but over the shared stream. `fingerprint` separates workers of different scripts. */
export function subscribe(fingerprint, onStatus) {
  // Some mobile browsers have no shared workers, but they do not show many pages at once either.
  if (!("SharedWorker" in globalThis)) return listen(onStatus);
  const worker = new SharedWorker(new URL(`?${fingerprint}`, import.meta.url), { type: "module" });
  let stop = () => worker.port.postMessage("unsubscribe");
  worker.port.onmessage = ({ data }) => onStatus(data);
  // If the worker cannot be loaded, each page has its own stream.
  worker.onerror = () => (stop = listen(onStatus));
  return () => {
    worker.onerror = null;
    stop();
  };
}

if ("SharedWorkerGlobalScope" in globalThis) {
  const ports = new Set();
  let status = null;
  let stop = null;
  globalThis.onconnect = ({ ports: [port] }) => {
    ports.add(port);
    if (status) port.postMessage(status);
    port.onmessage = () => {
      ports.delete(port);
      if (ports.size) return;
      stop();
      stop = status = null;
    };
    stop ??= listen((newStatus) => {
      status = newStatus;
      for (const port of ports) port.postMessage(status);
    });
  };
}
