/** What changes while a worker runs applies to its next answer. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { byOperation, type UnsealedEvent } from '@hookloom/core/events';
import { resolveWorkspace } from '@hookloom/core/settings';
import { openRuntime } from '../src/compose.ts';
import { checkout } from '../src/operations/checkout.ts';
import { skill } from '../src/operations/skill.ts';
import type { Runtime } from '../src/runtime.ts';
import { changeSettings } from '../src/settings/settings.ts';

const PERSON = { channel: 'user' as const };
const MODEL = { channel: 'model' as const };
const DAY_MS = 86_400_000;
let root: string;
let runtime: Runtime;
beforeEach(async () => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-changes-')));
  for (const name of ['shop', 'state']) fs.mkdirSync(`${root}/${name}`);
  const workspace = resolveWorkspace({ cwd: `${root}/shop`, env: {} });
  runtime = await openRuntime(workspace, { stateDir: `${root}/state` });
  const payload = { decision: 'Releases are tagged on Mondays' };
  await runtime.append({ event_type: 'decision.made', actor: 'ann', payload });
});
afterEach(async () => {
  await runtime.close();
  fs.rmSync(root, { recursive: true });
});

const write = (...events: UnsealedEvent[]) =>
  runtime.store.append(runtime.workspace.session, events);

function note(daysAgo: number, title: string): UnsealedEvent {
  const timestamp = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
  const payload = { session_id: 'c-1', type: 'change', title, made_by: 'rules' };
  const origin = { channel: 'tool' } as const;
  return byOperation({ type: 'note.recorded', actorId: 'a', payload, origin, timestamp });
}

async function answer() {
  const request = { query: 'How do we release the shop?', detail: 'full' as const };
  return (await checkout(runtime.context, request, MODEL)).diagnostics;
}

it('a checkout shows the first procedure that was recorded after the last checkout', async () => {
  expect(await answer()).not.toHaveProperty('procedural_memory');
  const text = { skill_id: 'release', name: 'Release the shop', procedure: ['Tag the commit'] };
  await skill(runtime.context, { action: 'proposed', ...text }, MODEL);
  expect(await answer()).toHaveProperty('procedural_memory');
  const step = { action: 'validated' as const, skill_id: 'release', evidence: ['It worked'] };
  await skill(runtime.context, step, PERSON);
  expect(await answer()).toMatchObject({ skills: { count: 1 } });
});

it('a retention setting that another process shortened applies to the next answer, and so does its end', async () => {
  await write(note(60, 'Old'), note(1, 'New'));
  const keep = (days: number) =>
    changeSettings(`${root}/state`, { HOOKLOOM_RETENTION_NOTES_DAYS: days });
  const titles = async () => {
    await answer();
    const opened = await runtime.context.memory.open();
    if (!opened.ok) throw new Error(opened.reason);
    const request = { log: runtime.workspace.session, limit: 10 };
    return (await opened.memory.notes.observations(request)).map(({ title }) => title);
  };
  expect(await titles()).toEqual(['New', 'Old']);
  keep(30);
  expect(await titles()).toEqual(['New']);
  keep(50);
  expect(await titles()).toEqual(['New']);
  keep(0);
  expect(await titles()).toEqual(['New', 'Old']);
});
