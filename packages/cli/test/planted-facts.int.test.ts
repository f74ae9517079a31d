/** 100 planted facts in the shapes of three clients: each is in the log and found by a question about it. */
import fs from 'node:fs';
import path from 'node:path';
import { openJsonlStore } from '@hookloom/log';
import { openMemory } from '@hookloom/memory';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startCommand } from './command-line.ts';
import { freshFolder, type Folder } from './folder.ts';
import { hookPayload, sessionFile } from './planted-reports.ts';
import { CLIENTS, plantedSteps, type Step } from './planted-sessions.ts';

const LEAST = 95;
/** Names without a relation to the facts, each for one fact of one client. */
const WORDS = Array.from({ length: 60 }, (_, at) => {
  const letters = 'bdfgklmnprstvz';
  const vowels = 'aeiou';
  return [at % 14, at % 5, (at * 5) % 14, (at * 3) % 5, (at * 11) % 14, (at * 2) % 5, (at * 9) % 14]
    .map((n, place) => (place % 2 === 0 ? letters[n] : vowels[n]))
    .join('');
});

let folder: Folder;
let root: string;
beforeEach(() => {
  folder = freshFolder();
  // The test and the command belong to one installation, because the test reads what the command writes.
  vi.stubEnv('HOOKLOOM_STATE_DIR', path.join(folder.path, 'state'));
  root = path.join(fs.realpathSync(folder.path), 'shop');
  fs.mkdirSync(path.join(root, '.eventloom'), { recursive: true, mode: 0o700 });
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

const stepsOf = (way: 'hooks' | 'files'): [(typeof CLIENTS)[number], Step[]][] =>
  CLIENTS.map((client, at) => {
    const steps = plantedSteps(client, root, WORDS.slice(at * 20, at * 20 + 20));
    return [client, steps.filter((step) => !('call' in step) || (step.call.only ?? way) === way)];
  });

/** The facts that are missing from the log, or from every row of their question. */
async function missed(way: 'hooks' | 'files'): Promise<{ count: number; lost: string[] }> {
  const log = folder.read('shop/.eventloom/shop-default.jsonl');
  const store = openJsonlStore({ dir: path.join(root, '.eventloom') });
  const memory = await openMemory({ file: ':memory:', store });
  const facts = stepsOf(way).flatMap(([client, steps]) =>
    steps.flatMap((step) => step.facts.map((fact) => [client, ...fact] as const)),
  );
  const lost: string[] = [];
  for (const [client, fact, query] of facts) {
    const names = WORDS.filter((word) => fact.includes(word));
    const found = await memory.search({ query, sessions: ['shop-default'], limit: 10 });
    const rows = [
      ...found.facts.map((hit) => hit.fact.content),
      ...found.sources.map(({ source }) => source.content),
    ];
    if (!names.every((name) => log.includes(name)) || !rows.some((row) => row.includes(fact)))
      lost.push(`${client} ${way}: ${fact}`);
  }
  await memory.close();
  await store.close();
  return { count: facts.length, lost };
}

it(`at least ${LEAST} of 100 facts in hooks and session files are recorded and found`, async () => {
  for (const [client, steps] of stepsOf('hooks'))
    for (const [at, step] of steps.entries()) {
      const input = JSON.stringify(hookPayload(client, step, at, root));
      expect(startCommand(folder, ['hook', client], { input, cwd: 'shop' }).status).toBe(0);
    }
  const hooks = await missed('hooks');
  fs.rmSync(path.join(root, '.eventloom'), { recursive: true });
  for (const [client, steps] of stepsOf('files')) {
    const [file, lines] = sessionFile(client, steps, root);
    fs.mkdirSync(path.dirname(path.join(folder.path, file)), { recursive: true });
    folder.write(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  expect((await folder.run(['capture', 'import', '--since', 'all'], { cwd: 'shop' })).status).toBe(
    0,
  );
  const files = await missed('files');
  const [count, lost] = [hooks.count + files.count, [...hooks.lost, ...files.lost]];
  expect(count).toBeGreaterThanOrEqual(100);
  expect((count - lost.length) / count, lost.join('\n')).toBeGreaterThanOrEqual(LEAST / 100);
}, 300_000);
