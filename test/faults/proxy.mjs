// A network between machines and a server: it can be cut, go silent, become slow, and switch to another server.
import { connect, createServer } from 'node:net';

export async function startProxy(port) {
  let target = port;
  let state = 'up';
  let delayMs = 0;
  /** Number of delayed deliveries since it became slow. */
  let late = 0;
  let since = 0;
  let bytes = 0;
  let wanted = null;
  const open = new Set();
  const server = createServer((near) => {
    near.on('error', () => {});
    if (state === 'cut') return near.destroy();
    const far = connect(target, '127.0.0.1');
    const pair = { near, far };
    open.add(pair);
    const end = () => {
      open.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const side of [near, far]) side.on('error', end).on('close', end);
    near.on('data', (data) => {
      bytes += data.length;
      if (wanted !== null && bytes >= wanted.bytes) {
        wanted.resolve(true);
        wanted = null;
      }
      forward(data, far);
    });
    far.on('data', (data) => forward(data, near));
  });
  function forward(data, to) {
    if (state === 'silent') return;
    if (delayMs === 0) to.write(data);
    else {
      const sentIn = since;
      setTimeout(() => {
        if (sentIn === since) late++;
        if (to.writable) to.write(data);
      }, delayMs).unref();
    }
  }
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    /** Resolves when this many more bytes were sent to the server; false after a timeout. */
    passed(count, withinMs = 8000) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), withinMs);
        wanted = {
          bytes: bytes + count,
          resolve(value) {
            clearTimeout(timer);
            resolve(value);
          },
        };
      });
    },
    cut() {
      state = 'cut';
      for (const { near, far } of open) {
        near.destroy();
        far.destroy();
      }
    },
    /** Connections stay open and nothing arrives. */
    silence: () => void (state = 'silent'),
    slow(ms) {
      [delayMs, late] = [ms, 0];
      since++;
    },
    late: () => late,
    leadTo: (other) => void (target = other),
    /** A connection that went silent or very slow stays dead: its bytes are lost. */
    heal() {
      if (state === 'silent' || delayMs > 1000) this.cut();
      state = 'up';
      delayMs = 0;
    },
    close() {
      this.cut();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
