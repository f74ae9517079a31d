import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openJsonlStore } from '@hookloom/log';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMemory } from '../src/open-memory.ts';
import { openDatabase } from '../src/store/sqlite/driver.ts';
import { event } from './agent-events.ts';
import { dump } from './dump.ts';
import { esbuildEntryPoints } from '../../../scripts/entry-points.mjs';

const EVENTS = 1200;
let dir: string;
let log: string;
let program: string;

beforeAll(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-memory-processes-'));
  log = path.join(dir, 'log');
  program = path.join(dir, 'project.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('project-process.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['source'],
    plugins: [esbuildEntryPoints(path.resolve('.'))],
    external: ['@photostructure/sqlite'],
    banner: {
      js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);",
    },
    outfile: program,
    logLevel: 'error',
  });
  // The bundle resolves the driver from the repository.
  const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
  fs.symlinkSync(modules, path.join(dir, 'node_modules'), 'dir');
  const store = openJsonlStore({ dir: log });
  await store.append(
    's',
    Array.from({ length: EVENTS }, (_, i) =>
      i % 3 === 0
        ? event('task.proposed', { taskId: `T-${i % 50}`, summary: `step ${i} of the parser` })
        : event('transcript.turn', { role: 'user', content: `turn ${i} about the lock` }),
    ),
    { durability: 'os' },
  );
  await store.close();
});
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

function start(file: string, step?: number) {
  const env = { ...process.env };
  delete env['NODE_EXTRA_CA_CERTS'];
  const child = spawn(
    process.execPath,
    [program, log, file, ...(step === undefined ? [] : [String(step)])],
    {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const out = { text: '', errors: '' };
  child.stdout.on('data', (part: Buffer) => (out.text += part.toString()));
  child.stderr.on('data', (part: Buffer) => (out.errors += part.toString()));
  return { child, out, closed: once(child, 'close') };
}

async function dumpOf(file: string): Promise<unknown> {
  const db = await openDatabase(file);
  try {
    return dump(db);
  } finally {
    db.close();
  }
}

async function rebuilt(): Promise<unknown> {
  const file = path.join(dir, 'rebuilt', 'memory.sqlite');
  const store = openJsonlStore({ dir: log });
  const memory = await openMemory({ file, store });
  await memory.reset();
  await memory.sync();
  await memory.close();
  await store.close();
  return dumpOf(file);
}

test('eight processes that open a new projection at once all see the complete log, once', async () => {
  const file = path.join(dir, 'eight', 'memory.sqlite');
  const children = Array.from({ length: 8 }, () => start(file));
  await Promise.all(children.map(({ closed }) => closed));
  expect(children.map(({ child, out }) => [child.exitCode, out.text, out.errors])).toEqual(
    children.map(() => [0, `done ${EVENTS}\n`, '']),
  );
  expect(
    fs.readdirSync(path.dirname(file)).filter((name) => !/^memory\.sqlite(-wal|-shm)?$/.test(name)),
  ).toEqual([]);
  expect(await dumpOf(file)).toEqual(await rebuilt());
});

test('a projector killed at any point continues, and the result equals a rebuild', async () => {
  const file = path.join(dir, 'killed', 'memory.sqlite');
  const signals: unknown[] = [];
  for (const afterLines of [0, 1, 3, 7, 12]) {
    const { child, out, closed } = start(file, 17);
    // Kills the process after that many lines, between two transactions or during one.
    child.stdout.on('data', () => {
      if (out.text.split('\n').length > afterLines) child.kill('SIGKILL');
    });
    if (afterLines === 0) setTimeout(() => child.kill('SIGKILL'), 60);
    await closed;
    signals.push(child.signalCode);
  }
  expect(signals).toContain('SIGKILL');
  const { child, out, closed } = start(file);
  await closed;
  expect([child.exitCode, out.text, out.errors]).toEqual([0, `done ${EVENTS}\n`, '']);
  expect(await dumpOf(file)).toEqual(await rebuilt());
});
