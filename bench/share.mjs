// The cost of a team's shared files: events per second from the files into the projection, the later cost of an added
// line and an unchanged file, and a checkout over all writers. Targets: 10,000 per second; the checkout within its own
// aims.
//   node bench/share.mjs [--writers 50] [--events 200000] [--questions 40]
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { load, median, option } from './lib/load.mjs';

const writers = Number(option('writers', '50'));
const count = Number(option('events', '200000'));
const questions = Number(option('questions', '40'));
const {
  appendShared,
  keyOf,
  sharedSession,
  openSharedStore,
  withShared,
  openJsonlStore,
  openMemory,
  leanCheckout,
} = await load(
  'share',
  `export { appendShared, keyOf, sharedSession, openSharedStore, withShared, openJsonlStore } from '@hookloom/log';
     export { openMemory } from '@hookloom/memory';
     export { leanCheckout } from '@hookloom/memory/checkout';`,
);
const THINGS = [
  'sessions',
  'orders',
  'search index',
  'mail queue',
  'audit log',
  'price list',
  'export job',
  'login page',
];
const PARTS = [
  'PostgreSQL',
  'Redis',
  'SQLite',
  'RabbitMQ',
  'nginx',
  'Vault',
  'Grafana',
  'Kafka',
  'Terraform',
  'S3',
];
const KINDS = ['decision', 'rule', 'fact', 'cause'];
const textOf = (writer, at) =>
  `Team ${writer} uses ${PARTS[(writer + at) % PARTS.length]} ${1 + (at % 9)}.${at % 7} for the ${THINGS[at % THINGS.length]} of service ${writer}-${at}, because it holds ${at} rows in region ${at % 31}.`;

const root = mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
try {
  const eventloomDir = path.join(root, '.eventloom');
  const writersDir = path.join(root, '.hookloom', 'writers');
  for (const dir of [eventloomDir, writersDir]) mkdirSync(dir, { recursive: true, mode: 0o700 });
  const files = [];
  const each = Math.floor(count / writers);
  for (let writer = 0; writer < writers; writer++) {
    const { privateKey } = generateKeyPairSync('ed25519');
    const session = sharedSession(keyOf(privateKey), `clone ${writer}`);
    const own = {
      writersDir,
      session,
      author: `w${writer}`,
      machine: 'bench',
      privateKey,
      eventloomDir,
    };
    files.push(own);
    const events = Array.from({ length: each }, (_, at) => ({
      type: 'share.said',
      payload: {
        kind: KINDS[at % KINDS.length],
        text: textOf(writer, at),
        by: 'user',
        since: '2026-10-01T09:00:00.000Z',
      },
    }));
    // Written in few publications, because only reading them is measured.
    for (let at = 0; at < events.length; at += 500)
      appendShared(own, events.slice(at, at + 500), Date.now());
  }
  const trusted = new Map(
    files.map(({ privateKey, author }) => [keyOf(privateKey), `${author}@bench`]),
  );
  const open = () => {
    const access = () => ({ writersDir, own: null, nameOf: (key) => trusted.get(key) ?? null });
    const shared = openSharedStore({ root, eventloomDir, access });
    return withShared(openJsonlStore({ dir: eventloomDir }), shared);
  };
  const store = open();
  const file = path.join(root, 'projection.sqlite');
  let memory = await openMemory({ file, store });
  const timed = async (work) => {
    const [began, cpu] = [performance.now(), process.cpuUsage()];
    const result = await work();
    const { user, system } = process.cpuUsage(cpu);
    return { result, ms: performance.now() - began, cpu: (user + system) / 1000 };
  };
  const all = await timed(() => memory.sync());
  const total = all.result.projected;
  console.log(
    `projection: ${total} events of ${writers} writers, ${Math.round((total / all.ms) * 1000)} events/s, ${Math.round((total / all.cpu) * 1000)} per second of CPU (target 10000)`,
  );
  await memory.close();
  memory = await openMemory({ file, store: open() });
  const quiet = await timed(() => memory.sync());
  appendShared(
    files[0],
    [
      {
        type: 'share.said',
        payload: {
          kind: 'fact',
          text: 'The new line is here.',
          by: 'user',
          since: '2026-10-01T09:00:00.000Z',
        },
      },
    ],
    Date.now(),
  );
  const added = await timed(() => memory.sync());
  console.log(
    `follow: nothing new ${quiet.ms.toFixed(1)} ms in a new process, one new line ${added.ms.toFixed(1)} ms (${added.result.projected} projected)`,
  );
  const sessions = ['bench-default', ...store.shared()];
  const times = [];
  const cpus = [];
  for (let at = 0; at < questions; at++) {
    const query = `What does team ${at % writers} use for the ${THINGS[at % THINGS.length]}?`;
    const asked = await timed(() =>
      leanCheckout(
        { memory, store, clock: { now: () => Date.now() } },
        { query, session: 'bench-default', sessions },
      ),
    );
    times.push(asked.ms);
    cpus.push(asked.cpu);
  }
  times.sort((a, b) => a - b);
  console.log(
    `checkout: median ${median(times).toFixed(0)} ms, p95 ${times[Math.floor(times.length * 0.95)].toFixed(0)} ms; of CPU median ${median(cpus).toFixed(0)} ms`,
  );
  await memory.close();
} finally {
  rmSync(root, { recursive: true, force: true });
}
