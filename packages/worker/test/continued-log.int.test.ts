/**
 * A log that breaks while a server runs: the damage is detected when it is read, and no more events are added to it.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resolveWorkspace, type Workspace } from '@hookloom/core/settings';
import { coreListing } from '../src/mcp/tools/index.ts';
import { openRuntime } from '../src/compose.ts';
import type { Runtime } from '../src/runtime.ts';
import type { QueryPage } from '../src/operations/query.ts';

let workspace: Workspace;
let file: string;
let runtime: Runtime;
beforeEach(async () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-continued-'));
  workspace = resolveWorkspace({ cwd: root, env: { ZAXY_DOMAIN: 'demo' } });
  file = `${workspace.eventloomDir}/demo-default.jsonl`;
  runtime = await openRuntime(workspace);
  for (const decision of [
    'Invoices are numbered per year',
    'Walls are painted grey',
    'Parcels leave on Fridays',
  ])
    await decide(decision);
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('grey', 'gray'));
});
afterEach(async () => {
  await runtime.close();
  fs.rmSync(workspace.root, { recursive: true });
});

const decide = (decision: string) =>
  runtime.append({ event_type: 'decision.made', actor: 'ann', payload: { decision } });
const ask = (query: string) => runtime.checkout({ query, detail: 'full' }, { channel: 'model' });
const NEXT = 'demo-default.after-1';

it('continues in another log once an answer found the damage, and says so once', async () => {
  const met = await ask('How are walls painted?');
  expect(met.unavailable).toMatchObject([{ seq: 2, reason: 'hash_mismatch' }]);
  const before = fs.readFileSync(file, 'utf8');
  const first = await decide('Doors are painted green');
  expect(first).toMatchObject({
    session_id: NEXT,
    citation: expect.stringMatching(/^eventloom:\/\/demo-default\.after-1\//),
    notice: expect.stringContaining('`hookloom log repair demo-default`'),
  });
  const second = await decide('Windows are painted white');
  expect(second).toMatchObject({ session_id: NEXT });
  expect(second.notice).toBeUndefined();
  expect(fs.readFileSync(file, 'utf8')).toBe(before);
  const { prompt } = await ask('How are doors painted?');
  expect(prompt.indexOf('The log demo-default is broken at event 2')).toBeGreaterThan(0);
  expect(prompt).toContain('green');
  expect(await runtime.store.verify(NEXT)).toMatchObject({ ok: true });
});

it('answers every question from the log and its continuation together', async () => {
  await ask('How are walls painted?');
  await decide('Doors are painted green');
  const contents = (rows: { content: string }[]) => rows.map(({ content }) => content).join('\n');
  const query = 'invoices doors';
  expect(contents(await runtime.verbatim({ query }))).toMatch(
    /green[^]*per year|per year[^]*green/,
  );
  const page = (await runtime.query({ query, paged: true, limit: 1 })) as QueryPage;
  await decide('Locks of all doors come from Abloy');
  const next = await runtime.query({ query, limit: 1, cursor: page.next_cursor! });
  const both = contents([...page.contexts, ...(next as QueryPage).contexts]);
  expect(both).toContain('green');
  expect(both).toContain('per year');
  expect(both).not.toContain('Abloy');
  const { prompt } = await runtime.bootstrap({}, coreListing);
  expect(prompt).toContain('Doors are painted green');
  expect(prompt).toContain('demo-default/events/1 Decision: Invoices');
});
