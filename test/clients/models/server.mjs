// A small HTTP server on loopback that stores every request; the stand-in models are built on it.
import http from 'node:http';

/**
 * Answers JSON requests on an ephemeral port.
 *
 * @param route Gets `{ req, url, body, res, entry }` and answers; `entry` is the stored record, to which it may add.
 * @returns `{ url, requests, close }`
 */
export async function startServer(route) {
  const requests = [];
  const sockets = new Set();
  const server = http.createServer((req, res) => {
    const chunks = [];
    req.on('data', (chunk) => chunks.push(chunk));
    req.on('error', () => {});
    req.on('end', () => {
      const entry = { method: req.method, path: req.url, body: parsed(chunks) };
      requests.push(entry);
      const url = new URL(req.url, 'http://loopback');
      Promise.resolve(route({ req, url, body: entry.body, res, entry })).catch((error) => {
        entry.failed = String(error?.stack ?? error);
        if (!res.headersSent) res.writeHead(500);
        res.end();
      });
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function parsed(chunks) {
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return null;
  }
}

export function sendJson(res, status, value) {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify(value));
}

/** Starts a stream of server-sent events; `eol` ends an event, which one of the clients wants with carriage returns. */
export function eventStream(res, eol = '\n\n') {
  res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  return {
    named: (name, data) => res.write(`event: ${name}\ndata: ${JSON.stringify(data)}${eol}`),
    plain: (data) => res.write(`data: ${JSON.stringify(data)}${eol}`),
    end: () => res.end(),
  };
}
