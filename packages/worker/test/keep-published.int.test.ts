/** The worker publishes only if a person has allowed it, and with the rules of `share publish`. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resolveWorkspace } from '@hookloom/core/settings';
import { readOwnLines } from '@hookloom/log';
import { openRuntime } from '../src/compose.ts';
import type { Runtime } from '../src/runtime.ts';
import { changeSettings } from '../src/settings/settings.ts';
import { keepPublished } from '../src/keep-published.ts';
import { ownFile } from '../src/share/share-state.ts';
import type { Workspaces } from '../src/workspaces/workspaces.ts';

let root: string;
let stateDir: string;
let runtime: Runtime;
beforeEach(async () => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-published-')));
  stateDir = `${root}/state`;
  fs.mkdirSync(`${root}/shop`);
  const workspace = resolveWorkspace({ cwd: `${root}/shop`, env: {} });
  runtime = await openRuntime(workspace, { stateDir });
  await decide('Invoices are numbered per year');
  const { initShare } = await runtime.share();
  await initShare(runtime.context, { author: 'ann' }, { channel: 'user' });
});
afterEach(async () => {
  await runtime.close();
  fs.rmSync(root, { recursive: true });
});

const decide = (decision: string) =>
  runtime.append({ event_type: 'decision.made', actor: 'ann', payload: { decision } });
const allow = () =>
  changeSettings(stateDir, { HOOKLOOM_SHARE_PUBLISH: 'automatic' }, { byPerson: true });
const shared = () =>
  readOwnLines(ownFile(runtime.workspace, stateDir)).map(({ payload }) => payload['text']);

/** One round of the worker. */
async function round(said: string[] = []): Promise<void> {
  const open = { slot: 1, project: { id: 'p', alias: 'shop' }, workspace: runtime.workspace };
  const workspaces: Pick<Workspaces, 'all'> = { all: async () => [{ ...open, runtime }] };
  const say = (message: string) => void said.push(message);
  const kept = keepPublished({ workspaces, stateDir, env: {}, say });
  await new Promise((resolve) => setImmediate(resolve));
  await kept.close();
}

it('writes nothing until a person allows it, and says what is pending', async () => {
  await round();
  expect(shared()).toEqual([]);
  const { publishingState } = await runtime.share();
  expect(await publishingState(runtime.context)).toEqual({ mode: 'ask', waiting: 1 });
});

it('writes new content once, without secrets, after a person allowed it', async () => {
  allow();
  const said: string[] = [];
  await round(said);
  expect(shared()).toEqual(['Invoices are numbered per year']);
  expect(said).toEqual(['Wrote 1 new line to the shared file of shop.']);
  await decide('The key of the shop is AKIAIOSFODNN7EXAMPLE');
  await round();
  await round();
  expect(shared()).toHaveLength(2);
  expect(JSON.stringify(shared())).not.toContain('AKIAIOSFODNN7EXAMPLE');
  const { publishingState } = await runtime.share();
  expect(await publishingState(runtime.context)).toEqual({ mode: 'automatic', waiting: 0 });
});

it('shares what a person said without the words before it', async () => {
  allow();
  const payload = { role: 'user', content: 'Remember that refunds are paid within ten days.' };
  const said = { type: 'transcript.turn', actorId: 'user', payload } as const;
  await runtime.store.append(runtime.workspace.session, [{ ...said, origin: { channel: 'user' } }]);
  await round();
  expect(shared()).toContain('refunds are paid within ten days.');
});
