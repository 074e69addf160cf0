// What the preview tells: whether it is there, and its newest version. All open pages share one
// stream, held by a worker, since a browser makes only six connections to one server: with a stream
// for each, six pages would leave none to load anything. This file is that worker, too.

const ADDRESS = "/_preview/_events";

// After a refusal the browser gives up; it is asked again after so long, in milliseconds.
const PAUSE = 2000;

/** Calls `tell` with `{ isConnected, version }` at each change, until the function it gives is called. */
function stream(tell) {
  let source = null;
  let timer = null;
  let version = null;
  const connect = () => {
    source = new EventSource(ADDRESS);
    source.addEventListener("revision", (event) => {
      version = event.lastEventId;
      tell({ isConnected: true, version });
    });
    source.onerror = () => {
      tell({ isConnected: false, version });
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(connect, PAUSE);
    };
  };
  connect();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

/** The same by the stream that all pages share; `edition` tells this worker from one of other scripts. */
export function subscribe(edition, tell) {
  // Some browsers on phones have no such workers; but neither do they show many pages at once.
  if (!("SharedWorker" in globalThis)) return stream(tell);
  const worker = new SharedWorker(new URL(`?${edition}`, import.meta.url), { type: "module" });
  let end = () => worker.port.postMessage("leave");
  worker.port.onmessage = ({ data }) => tell(data);
  // A worker that cannot be loaded: no other page has one either.
  worker.onerror = () => (end = stream(tell));
  return () => {
    worker.onerror = null;
    end();
  };
}

if ("SharedWorkerGlobalScope" in globalThis) {
  const ports = new Set();
  let news = null;
  let leave = null;
  globalThis.onconnect = ({ ports: [port] }) => {
    ports.add(port);
    if (news) port.postMessage(news);
    port.onmessage = () => {
      ports.delete(port);
      if (ports.size) return;
      leave();
      leave = news = null;
    };
    leave ??= stream((told) => {
      news = told;
      for (const port of ports) port.postMessage(news);
    });
  };
}
