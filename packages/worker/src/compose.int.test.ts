import { resolveWorkspace, type Workspace } from '@hookloom/core/settings';
import { readReminderState } from '@hookloom/hooks/testing';
import { updateRef } from '@hookloom/log';
import { appendOrSpool, createFileLock } from '@hookloom/log/append';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRuntime } from './compose.ts';
import type { Runtime } from './runtime.ts';

let workspace: Workspace;
let runtime: Runtime;
beforeEach(async () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'hookloom-runtime-'));
  workspace = resolveWorkspace({ cwd: root, env: { ZAXY_DOMAIN: 'demo' } });
  runtime = await openRuntime(workspace);
});
afterEach(async () => {
  await runtime.close();
  rmSync(workspace.root, { recursive: true });
});

const decision = {
  event_type: 'decision.made',
  actor: 'me',
  payload: { title: 'Compare due dates as calendar days' },
};
const setRef = async (name: string, session = workspace.session) => {
  const { seq, hash } = (await runtime.store.head(session))!;
  const origin = { channel: 'user' } as const;
  await updateRef(runtime.store, { name, session, targetSeq: seq, targetHash: hash, origin });
};
const types = async () =>
  (await runtime.replay({ session_id: workspace.session })).events.map(({ type }) => type);

describe('an opened workspace', () => {
  it('creates nothing until it is used', () => {
    expect(existsSync(workspace.eventloomDir)).toBe(false);
  });

  it('needs no projection to append and to replay', async () => {
    await runtime.append(decision);
    expect(await types()).toEqual(['decision.made']);
    expect(readdirSync(workspace.eventloomDir)).not.toContain('projections');
  });

  it('reads and writes through one log, and records for the hooks that memory was used', async () => {
    const { citation } = await runtime.append(decision);
    const query = 'How do we compare due dates?';
    await runtime.checkout({ query }, { channel: 'user' });
    expect(await types()).toEqual(['decision.made']);
    const answer = await runtime.checkout({ query }, { channel: 'model' });
    expect(answer.current_facts.map((fact) => fact.citation)).toEqual([citation]);
    expect(await types()).toEqual([
      'decision.made',
      'memory.checkout.completed',
      'memory.reinforcement',
    ]);
    const { events } = await runtime.replay({ session_id: workspace.session, from_seq: 2 });
    expect(events[0]?.payload).toEqual({
      query: 'How do we compare due dates?',
      session_id: 'demo-default',
      current_fact_count: 1,
      citation_count: 1,
      answerability: answer.quality.answerability,
      confidence: answer.quality.confidence,
      recall_status: 'partial',
      prompt_tokens: answer.diagnostics['budget_used'],
    });
    expect(events[1]?.payload).toMatchObject({
      kind: 'surfaced',
      targets: [{ seq: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      source: { checkout_id: events[0]?.id },
    });
    expect(readReminderState(workspace.eventloomDir, 'demo-default').checkoutSeq).toBe(2);
  });

  it('answers the same question the same way, however often you ask', async () => {
    await runtime.append(decision);
    const ask = async () => {
      const { quality, current_facts, evidence } = await runtime.checkout({
        query: 'Which format do due dates have?',
      });
      return { quality, current_facts, evidence };
    };
    const first = await ask();
    for (let i = 0; i < 3; i++) expect(await ask()).toEqual(first);
  });

  it('checks out as of a ref, also one of another session', async () => {
    await runtime.append(decision);
    await setRef('refs/heads/early');
    await runtime.append({ ...decision, payload: { title: 'Compare due dates as instants' } });
    const early = await runtime.checkout({ query: 'due dates', ref: 'refs/heads/early' });
    expect(early.current_facts.map(({ content }) => content).join()).toContain('calendar days');
    expect(early.current_facts.map(({ content }) => content).join()).not.toContain('instants');
    await runtime.append({ ...decision, session_id: 'other' });
    await setRef('refs/heads/other', 'other');
    const other = await runtime.checkout({ query: 'due dates', ref: 'refs/heads/other' });
    expect(other.session_id).toBe('other');
    await expect(
      runtime.checkout({ query: 'due dates', ref: 'refs/heads/none' }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('answers even if it cannot record the use', async () => {
    await runtime.append(decision);
    await runtime.checkout({ query: 'due dates' });
    const lock = createFileLock(workspace.eventloomDir, workspace.session);
    const impatient = await openRuntime(workspace, { lockWaitMs: 20 });
    expect(lock.acquire(1000)).toBe(true);
    const answer = await impatient.checkout({ query: 'due dates' });
    lock.release();
    lock.close();
    expect(answer.current_facts).toHaveLength(1);
    await impatient.close();
  });
});

describe('what hooks left beside the log', () => {
  it('is part of the next answer if the hook found no lock', async () => {
    await runtime.append(decision);
    const lock = createFileLock(workspace.eventloomDir, workspace.session);
    expect(lock.acquire(1000)).toBe(true);
    const outcome = appendOrSpool({
      dir: workspace.eventloomDir,
      session: workspace.session,
      deadline: Date.now() + 20,
      events: [
        {
          type: 'task.completed',
          actorId: 'assistant',
          payload: { title: 'Ship the parser' },
          origin: { channel: 'model' },
        },
      ],
    });
    expect(outcome.kind).toBe('spooled');
    lock.release();
    lock.close();
    expect(await types()).toEqual(['decision.made', 'task.completed']);
  });

  it('is part of the next answer if the shell transport left it raw', async () => {
    const raw = path.join(workspace.eventloomDir, 'inbox/raw');
    for (const folder of [workspace.eventloomDir, path.dirname(raw), raw])
      mkdirSync(folder, { mode: 0o700 });
    const prompt = {
      session_id: '5b4ff504-540e-44ff-a00b-d15f1bc75707',
      hook_event_name: 'UserPromptSubmit',
      cwd: workspace.root,
      prompt: 'Please compare due dates as calendar days.',
    };
    writeFileSync(
      path.join(raw, `claude-code.${workspace.session}.a1.json`),
      JSON.stringify(prompt),
      { mode: 0o600 },
    );
    expect(await types()).toContain('transcript.turn');
    expect(readdirSync(raw)).toEqual([]);
  });
});
