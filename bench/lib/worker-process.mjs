// The built worker as a process in a throw-away home: started, queried over HTTP, watched through /proc.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const bin = path.join(root, 'packages/cli/bin/hookloom.cjs');
const READY_MS = 60_000;

/** @param nodeArgs Such as `--cpu-prof`. */
export async function startWorkerProcess({ cwd, home, nodeArgs = [] }) {
  const stateDir = path.join(home, 'state');
  const child = spawn(process.execPath, [...nodeArgs, bin, 'up', '--background', '--port', '0'], {
    cwd,
    env: { PATH: process.env.PATH, HOME: home, HOOKLOOM_STATE_DIR: stateDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const port = await published(stateDir, child.pid);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return {
    /** Milliseconds, status and text of one call; `isNew` opens a connection for it. */
    call: (method, target, body, isNew = false) =>
      call({ port, method, target, body, agent: isNew ? undefined : agent }),
    cpuMs: () => cpuMs(child.pid),
    rssMb: () => rssMb(child.pid),
    async stop() {
      agent.destroy();
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function published(stateDir, pid) {
  const until = Date.now() + READY_MS;
  while (Date.now() < until) {
    try {
      const told = JSON.parse(readFileSync(path.join(stateDir, 'worker.json'), 'utf8'));
      if (told.pid === pid) return told.port;
    } catch {
      // Not yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The worker did not start.');
}

function call({ port, method, target, body, agent }) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers =
    text === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const request = http.request(
      { host: '127.0.0.1', port, method, path: target, headers, agent: agent ?? false },
      (response) => {
        const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const ms = performance.now() - begun;
          resolve({ ms, status: response.statusCode, text: Buffer.concat(parts).toString() });
        });
      },
    );
    request.on('error', reject);
    request.end(text);
  });
}

/** CPU time of all its threads so far: nanoseconds of the scheduler, not ticks. */
function cpuMs(pid) {
  let sum = 0;
  for (const task of readdirSync(`/proc/${pid}/task`))
    sum += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  return sum / 1e6;
}

function rssMb(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)[1]) / 1024;
}
