/** Every read-only tool, called on logs on disk. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRuntime } from '../../compose.ts';
import type { Runtime } from '../../runtime.ts';
import type { Caller } from '../../operations/context.ts';
import { createDispatch, type Dispatch } from '../dispatch.ts';
import { listingOf } from '../profile.ts';
import { tools } from './index.ts';

const session = 'demo-default';
const mission_id = 'login-bug';
const caller: Caller = { channel: 'model', client: 'claude-code', clientSession: 's-1' };
const worker: Caller = { channel: 'model', client: 'codex', connection: 'x-1' };
const query = 'Which format has the log?';

/** Arguments with which each of them answers. */
const ARGUMENTS: Record<string, (known: { citation: string; artifact_id: string }) => object> = {
  memory_query: () => ({ query }),
  context_assemble: () => ({ query }),
  memory_capabilities: () => ({}),
  memory_causal_successors: () => ({ entity_name: 'Use JSONL' }),
  memory_causal_predecessors: () => ({ entity_name: 'Use JSONL' }),
  memory_consolidation_status: () => ({}),
  memory_verbatim: () => ({ query }),
  memory_export: () => ({ session_id: session }),
  memory_replay: () => ({ session_id: session }),
  coordination_merge_brief: () => ({ mission_id }),
  coordination_checkout: () => ({ mission_id }),
  coordination_performance_ledger: () => ({ mission_id }),
  coordination_approval_packet: () => ({ mission_id }),
  coordination_proof_trace: ({ artifact_id }) => ({ mission_id, artifact_id }),
  memory_why: ({ citation }) => ({ citation, query }),
  search: () => ({ query: 'JSONL' }),
  timeline: () => ({ anchor: '2026-11-20T10:00:00.000Z' }),
  get_observations: () => ({ ids: [1] }),
};

let root: string;
let runtime: Runtime;
let call: Dispatch;
const known = { citation: '', artifact_id: '' };

async function ask(name: string, args: object, by = caller) {
  const { text, isError } = await call(name, { ...args }, by);
  const answer = JSON.parse(text);
  if (isError) throw new Error(`${name}: ${text}`);
  return answer;
}

beforeAll(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), 'hookloom-read-only-'));
  runtime = await openRuntime(
    { root, eventloomDir: path.join(root, '.eventloom'), domain: 'demo', session },
    { stateDir: path.join(root, 'state') },
  );
  const listing = listingOf('full', tools);
  call = createDispatch({ runtime, tools, listing, adminToken: undefined });
  const payload = { title: 'Use JSONL', rationale: 'The log can be read line by line.' };
  const event = { event_type: 'decision.made', actor: 'user', payload };
  known.citation = (await ask('memory_append', event)).citation;
  await ask('coordination_start', { mission_id, objective: 'Find the cause' });
  await ask('coordination_worker_create', { mission_id, worker_id: 'w1' });
  const note = { event_type: 'decision.made', actor: 'w1', payload: { title: 'Rotate it' } };
  const { citation } = await ask('memory_append', { ...note, session_id: 'w1' });
  const evidence = [{ kind: 'event', reference: 'a note', citation }];
  const finding = { mission_id, worker_id: 'w1', summary: 'The token expires', evidence };
  const { finding_id } = await ask('coordination_report_finding', finding, worker);
  await ask('coordination_review_finding', { mission_id, finding_id, status: 'accepted' });
  await ask('coordination_promote', { mission_id, finding_id });
  const checkout = await ask('coordination_checkout', { mission_id });
  const proof = await ask('coordination_record_synthesis_artifact', { mission_id, checkout });
  known.artifact_id = proof.artifact_id;
});
afterAll(async () => {
  await runtime.close();
  rmSync(root, { recursive: true, force: true });
});

function logs(): Record<string, string> {
  const folder = path.join(root, '.eventloom');
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  );
}

describe('a read-only tool', () => {
  const reading = tools.filter(({ annotations }) => annotations.readOnlyHint);

  it.each(reading.map(({ name }) => name))('%s leaves every log unchanged', async (name) => {
    const before = logs();
    expect(Object.keys(before)).toContain(`${session}.jsonl`);
    await ask(name, ARGUMENTS[name]!(known));
    await runtime.context.later.flush();
    expect(logs()).toEqual(before);
  });

  it('does not include those that record their answers, like a checkout and a prediction', async () => {
    const before = logs();
    await ask('memory_checkout', { query });
    await ask('memory_feeling_of_knowing', { query });
    await runtime.context.later.flush();
    const after = logs();
    expect(after[`${session}.jsonl`]!.startsWith(before[`${session}.jsonl`]!)).toBe(true);
    const added = after[`${session}.jsonl`]!.slice(before[`${session}.jsonl`]!.length);
    const types = added.trim().split('\n');
    expect(types.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
      'memory.checkout.completed',
      'memory.reinforcement',
      'metacognition.fok.predicted',
    ]);
  });
});
