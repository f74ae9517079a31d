/** What one writer of a team forgets is removed from the files of others, until the trust in the writer ends. */
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  appendShared,
  createMemoryStore,
  forgetShared,
  keyOf,
  openSharedStore,
  sharedSession,
  withShared,
  writersIn,
  type OwnFile,
} from '@hookloom/log';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMemory } from '../src/open-memory.ts';

const NOW = Date.parse('2026-10-01T09:00:00.000Z');
let root: string;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-team-files-')));
  fs.mkdirSync(`${root}/.eventloom`, { mode: 0o700 });
  fs.mkdirSync(writersIn(`${root}/.hookloom`), { recursive: true });
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function writer(author: string): OwnFile {
  const { privateKey } = generateKeyPairSync('ed25519');
  const session = sharedSession(keyOf(privateKey), 'clone');
  const writersDir = writersIn(`${root}/.hookloom`);
  return {
    writersDir,
    session,
    author,
    machine: 'desk',
    privateKey,
    eventloomDir: `${root}/.eventloom`,
  };
}

it.each(['first', 'last'])(
  "finds a line again after its forgetter is distrusted, and reads the writer's file %s",
  async (place) => {
    const [ann, bob] = [writer('ann'), writer('bob')];
    const payload = {
      kind: 'decision',
      text: 'We use Redis',
      by: 'user',
      since: new Date(NOW).toISOString(),
    };
    const [line] = appendShared(ann, () => [{ type: 'share.said', payload }], NOW);
    forgetShared(bob, [line!], NOW);
    const trusted = new Map([[keyOf(ann.privateKey), 'ann']]);
    const shared = openSharedStore({
      root,
      eventloomDir: `${root}/.eventloom`,
      access: () => ({
        writersDir: ann.writersDir,
        own: null,
        nameOf: (key) => trusted.get(key) ?? null,
      }),
    });
    const store = withShared(createMemoryStore(), shared);
    const memory = await openMemory({ file: ':memory:', store });
    const sessions = place === 'first' ? [ann.session, bob.session] : [bob.session, ann.session];
    const found = async () => {
      const reads = await memory.snapshot!(sessions);
      return (await reads.search({ query: 'Redis', sessions, limit: 5 })).facts.length;
    };
    expect(await found()).toBe(1);
    trusted.set(keyOf(bob.privateKey), 'bob');
    expect(await found()).toBe(0);
    trusted.delete(keyOf(bob.privateKey));
    expect(await found()).toBe(1);
    await memory.close();
  },
);
