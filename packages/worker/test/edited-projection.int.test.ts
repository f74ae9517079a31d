/** The projection is a file that any program of the user can edit. Its quotations are compared with the log. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderCitation } from '@hookloom/core';
import type { Workspace } from '@hookloom/core/settings';
import { openDatabase } from '@hookloom/memory/testing';
import { openRuntime } from '../src/compose.ts';
import type { Runtime } from '../src/runtime.ts';
import { surfacesOf } from './served/surfaces.ts';

const SESSION = 'demo-default';
const QUESTION = 'On which port does service zqpelican listen?';
let root: string;
let runtime: Runtime;
let cited: { seq: number; hash: string };
beforeEach(async () => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-edited-'));
  const eventloomDir = path.join(root, '.eventloom');
  const workspace: Workspace = { root, eventloomDir, domain: 'demo', session: SESSION };
  const open = () => openRuntime(workspace, { stateDir: path.join(root, 'state'), env: {} });
  runtime = await open();
  const origin = { channel: 'user' } as const;
  for (const decision of ['Service zqpelican listens on port 4001', 'Invoices are sent on Fridays'])
    await runtime.store.append(SESSION, [
      { type: 'decision.made', actorId: 'user', payload: { decision }, origin },
    ]);
  const { hash } = (await runtime.store.at(SESSION, 1))!;
  cited = { seq: 1, hash };
  await runtime.query({ query: 'service' });
  await runtime.close();
  const db = await openDatabase(path.join(eventloomDir, 'projections/memory.sqlite'));
  for (const table of ['docs', 'facts'])
    db.prepare(`UPDATE ${table} SET content = replace(content, '4001', '6666')`).run();
  db.close();
  runtime = await open();
});
afterEach(async () => {
  await runtime.close();
  fs.rmSync(root, { recursive: true, force: true });
});

it('no surface shows words that are not in the log, and each names the event', async () => {
  const misses: [surface: string, what: string][] = [];
  for (const { name, ask } of surfacesOf(runtime, { ...cited, word: 'zqpelican' })) {
    const said = JSON.stringify(await ask());
    if (said.includes('6666')) misses.push([name, 'shows the edited text']);
    // These show no text of a decision. Surfaces that read the log itself show what was recorded.
    if (name === 'memory_why' || name === 'session start') continue;
    if (!said.includes('misquoted') && !said.includes('port 4001'))
      misses.push([name, 'is silent']);
  }
  expect(misses).toEqual([]);
});

it('an answer does not rely on it, and is complete again after the projection is deleted', async () => {
  const { diagnostics, prompt } = await runtime.checkout({ query: QUESTION, format: 'prompt' });
  expect(JSON.stringify(diagnostics)).not.toContain('answer_from_memory');
  expect(prompt.slice(0, 400)).toContain('misquoted');
  const { memory } = runtime;
  const opened = await memory.open();
  if (opened.ok) await opened.memory.reset();
  const again = await runtime.checkout({ query: QUESTION, format: 'prompt' });
  expect(again.prompt).toContain('port 4001');
  expect(again.prompt).not.toContain('misquoted');
  expect(again.prompt).toContain(renderCitation(SESSION, cited.seq, cited.hash));
});
