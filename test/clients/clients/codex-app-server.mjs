// Asks Codex itself, through its app-server, how it reads our settings (reference: the protocol's own schema).
import { spawn } from 'node:child_process';
import { jsonLines } from '../lab/files.mjs';
import { killGroup } from '../lab/run-process.mjs';

const WAIT_MS = 30_000;

/** @returns Codex's own list of the hooks in the project: `{ key, eventName, trustStatus, … }`. */
export async function hooksSeenByCodex(lab, binary) {
  const server = startAppServer(lab, binary);
  try {
    await server.ask('initialize', {
      clientInfo: { name: 'verify-clients', title: 'Verify clients', version: '0.0.0' },
      capabilities: { experimentalApi: true },
    });
    server.tell('initialized');
    const { data } = await server.ask('hooks/list', { cwds: [lab.project] });
    return data.flatMap(({ hooks }) => hooks);
  } finally {
    await server.end();
  }
}

function startAppServer(lab, binary) {
  const child = spawn(binary, ['app-server'], {
    cwd: lab.project,
    env: { ...lab.environment },
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  lab.started.add(child.pid);
  const waiting = new Map();
  let rest = '';
  let nextId = 1;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const message of jsonLines(lines.join('\n'))) {
      const answer = waiting.get(message.id);
      if (answer === undefined || message.method !== undefined) continue;
      waiting.delete(message.id);
      answer(message);
    }
  });
  const tell = (method, params, id) =>
    child.stdin.write(`${JSON.stringify({ ...(id && { id }), method, params })}\n`);
  return {
    tell,
    async ask(method, params) {
      const id = nextId++;
      let timer;
      const answered = new Promise((resolve, reject) => {
        waiting.set(id, resolve);
        timer = setTimeout(() => reject(new Error(`Codex did not answer ${method}`)), WAIT_MS);
        void closed.then(() => reject(new Error(`Codex ended before it answered ${method}`)));
      });
      tell(method, params, id);
      const { result, error } = await answered.finally(() => clearTimeout(timer));
      if (error !== undefined) throw new Error(`Codex refused ${method}: ${error.message}`);
      return result;
    },
    async end() {
      child.stdin.end();
      const timer = setTimeout(() => killGroup(child.pid, 'SIGKILL'), 3000);
      await closed;
      clearTimeout(timer);
    },
  };
}
