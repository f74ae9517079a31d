/** A running worker sees what a team shares later: it opens the places of a team only when they exist. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resolveWorkspace } from '@hookloom/core/settings';
import type { Connection } from '@hookloom/log';
import { pullLogs } from '@hookloom/log/testing';
import { openRuntime } from '../src/compose.ts';
import { checkout } from '../src/operations/checkout.ts';
import { trustWriter } from '../src/operations/share.ts';
import type { Runtime } from '../src/runtime.ts';
import { logsFolder, teamFolder, writeTeamState } from '../src/team/team-state.ts';

const PERSON = { channel: 'user' as const };
const DECISION = 'Invoices are numbered per year';
let root: string;
let ann: Runtime;
let bob: Runtime;
beforeEach(async () => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-while-open-')));
  ann = await openFor('ann');
  bob = await openFor('bob');
  await ann.append({ event_type: 'decision.made', actor: 'ann', payload: { decision: DECISION } });
  const own = { decision: 'Doors are green' };
  await bob.append({ event_type: 'decision.made', actor: 'bob', payload: own });
  expect(await answer()).not.toContain(DECISION);
});
afterEach(async () => {
  await ann.close();
  await bob.close();
  fs.rmSync(root, { recursive: true });
});

async function openFor(name: string): Promise<Runtime> {
  fs.mkdirSync(`${root}/${name}/shop`, { recursive: true });
  const workspace = resolveWorkspace({ cwd: `${root}/${name}/shop`, env: {} });
  return openRuntime(workspace, { stateDir: `${root}/${name}/state` });
}

async function answer(): Promise<string> {
  const request = { query: 'How are invoices numbered?' };
  return JSON.stringify(await checkout(bob.context, request, { channel: 'model' }));
}

it("a checkout shows what a colleague's push brought into the repository meanwhile", async () => {
  const { initShare, planPublishing, publish } = await ann.share();
  await initShare(ann.context, { author: 'ann' }, PERSON);
  publish(ann.context, await planPublishing(ann.context));
  fs.cpSync(`${root}/ann/shop/.hookloom`, `${root}/bob/shop/.hookloom`, { recursive: true });
  expect(await answer()).toContain(DECISION);
  await trustWriter(bob.context, { named: 'ann' }, PERSON);
  expect(await answer()).toContain(DECISION);
});

it('a checkout shows the logs that a sync with the store of a team fetched meanwhile', async () => {
  const { eventloomDir, session } = ann.workspace;
  const lines = fs.readFileSync(`${eventloomDir}/${session}.jsonl`, 'utf8').trimEnd().split('\n');
  const rows = lines.map((line, at) => {
    const { hash, previousHash } = JSON.parse(line).integrity;
    return { seq: at + 1, hash, previous_hash: previousHash, line, at: 1 };
  });
  const head = { writer: 'ann', session, seq: rows.length, hash: rows.at(-1)!.hash };
  const store: Pick<Connection, 'query'> = {
    query: async (text) => (text.includes('FROM hookloom.log') ? [head] : rows),
  };
  const folder = teamFolder(bob.workspace, `${root}/bob/state`);
  const about = { project: 'shop', writer: 'bob' };
  writeTeamState(folder, { ...about, send: 'decisions', last: null, heads: {} });
  const here = { eventloomDir: bob.workspace.eventloomDir, folder: logsFolder(folder) };
  const [pulled] = await pullLogs(store as Connection, { ...here, ...about });
  expect(pulled).toMatchObject({ added: rows.length, refused: null });
  expect(await answer()).toContain(DECISION);
});
