import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { event, S } from '../../test/log-under-test.ts';
import { createSandbox, type Sandbox } from '../../test/sandbox.ts';
import { openJsonlStore } from '../stores/jsonl/index.ts';
import { holds, openLogBytes } from './log-bytes.ts';

let sandbox: Sandbox;
let hashes: string[];
const file = (): string => path.join(sandbox.root, `${S}.jsonl`);

beforeEach(async () => {
  sandbox = createSandbox();
  const store = openJsonlStore({ dir: sandbox.root });
  hashes = [];
  for (let at = 0; at < 40; at++) {
    const [stored] = await store.append(S, [event(`e${at} ${'x'.repeat((at % 7) * 900)}`)]);
    hashes.push(stored!.hash);
  }
  await store.close();
});
afterEach(() => sandbox.close());

const held = (): boolean[] => {
  const log = openLogBytes(file())!;
  return hashes.map((hash, at) => holds(log, { seq: at + 1, hash }));
};

it('finds every event of a log by its number and hash', () => {
  expect(held()).toEqual(hashes.map(() => true));
  const log = openLogBytes(file())!;
  const other = `sha256:${'0'.repeat(64)}`;
  expect(hashes.map((_, at) => holds(log, { seq: at + 1, hash: other }))).not.toContain(true);
  expect(holds(log, { seq: 7, hash: hashes[7]! })).toBe(false);
});

it('finds the other events of a log with a damaged line', () => {
  const lines = readFileSync(file(), 'utf8').split('\n');
  lines[19] = lines[19]!.slice(0, 50);
  writeFileSync(file(), lines.join('\n'));
  expect(held()).toEqual(hashes.map((_, at) => at !== 19));
});
