/** A log that was rolled back with its head file has valid bytes. Every surface with a verdict reports the rollback. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Workspace } from '@hookloom/core/settings';
import type { Admitted } from '../src/http/route.ts';
import { integrityRoutes } from '../src/http/viewer/integrity.ts';
import { openRuntime } from '../src/compose.ts';
import type { Runtime } from '../src/runtime.ts';
import { createDispatch } from '../src/mcp/dispatch.ts';
import { listingOf } from '../src/mcp/profile.ts';
import { tools } from '../src/mcp/tools/index.ts';
import { oneWorkspace } from './one-workspace.ts';

const SESSION = 'demo-default';
let root: string;
let workspace: Workspace;
let runtime: Runtime;
beforeEach(async () => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-verdict-'));
  const eventloomDir = path.join(root, '.eventloom');
  workspace = { root, eventloomDir, domain: 'demo', session: SESSION };
  const open = () => openRuntime(workspace, { stateDir: path.join(root, 'state'), env: {} });
  runtime = await open();
  await append('Due dates are calendar days');
  const files = ['jsonl', 'head'].map((end) => path.join(eventloomDir, `${SESSION}.${end}`));
  const older = files.map((file) => fs.readFileSync(file));
  await append('Due dates are working days');
  await runtime.close();
  files.forEach((file, at) => fs.writeFileSync(file, older[at]!));
  runtime = await open();
});
afterEach(async () => {
  await runtime.close();
  fs.rmSync(root, { recursive: true, force: true });
});

async function append(decision: string): Promise<void> {
  await runtime.store.append(SESSION, [
    { type: 'decision.made', actorId: 'user', payload: { decision }, origin: { channel: 'user' } },
  ]);
}

async function tool(name: string, args: object): Promise<any> {
  const listing = listingOf('full', tools);
  const dispatch = createDispatch({ runtime, tools, listing, adminToken: undefined });
  const { text } = await dispatch(name, { ...args }, { channel: 'model' });
  return JSON.parse(text);
}

async function integrity(full: string): Promise<any> {
  const [route] = integrityRoutes(oneWorkspace(runtime));
  const admitted = { params: {} } as Admitted;
  const { json } = await route!.reply(admitted, new URLSearchParams({ full }));
  return (json as { report: unknown }).report;
}

const scope = { session_id: SESSION };
it.each([
  ['memory_replay', async () => (await tool('memory_replay', scope)).integrity],
  ['memory_export', async () => (await tool('memory_export', scope)).integrity],
  ['the viewer', () => integrity('0')],
  ['the viewer, when all is hashed again', () => integrity('1')],
  ['the store', () => runtime.store.verify(SESSION)],
])('%s reports the rollback', async (_, ask) => {
  expect(await ask()).toMatchObject({ ok: false, broken_reason: 'rolled_back' });
});
