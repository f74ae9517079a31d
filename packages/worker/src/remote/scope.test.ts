/** Callers of one session learn nothing about others. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { updateRef } from '@hookloom/log';
import type { EventStore } from '@hookloom/core/events';
import { projectedRuntime } from '../../test/fixture.ts';
import { answeringOf, as, remoteOf, TOKEN, type Remote } from '../../test/remote.ts';

let remote: Remote;
let store: EventStore;

beforeEach(async () => {
  const env = { MCP_REMOTE_AUTH_TOKEN: TOKEN };
  // A folder with files.
  const projected = await projectedRuntime(process.cwd());
  ({ store } = projected);
  remote = await remoteOf(answeringOf(projected.runtime, env), env);
});
afterEach(() => remote.close());

const start = (mission_id: string, by: string) =>
  remote.call('coordination_start', { mission_id, objective: 'Find it' }, as(by));

describe('a mission of another caller', () => {
  const calls: [tool: string, args: object][] = [
    ['coordination_start', { objective: 'Mine' }],
    ['coordination_worker_create', { worker_id: 'mallory.w' }],
    ['coordination_assign', { worker_id: 'mallory', assignment: 'x' }],
    ['coordination_report_finding', { worker_id: 'mallory', summary: 'x' }],
    ['coordination_merge_brief', {}],
    ['coordination_checkout', {}],
    ['coordination_performance_ledger', {}],
    ['coordination_approval_packet', {}],
    [
      'coordination_apply_approval',
      { decisions: [{ finding_id: 'alice:finding:1', status: 'accepted' }] },
    ],
    [
      'coordination_review_finding',
      { finding_id: 'alice:finding:1', status: 'accepted', rationale: 'x' },
    ],
    ['coordination_promote', { finding_id: 'alice:finding:1' }],
    ['coordination_handoff', { summary: 'x' }],
    ['coordination_proof_trace', { proof_seq: 1 }],
  ];

  it('looks like a missing one', async () => {
    await start('alice', 'alice');
    for (const [tool, args] of calls) {
      const [there, missing] = await Promise.all(
        ['alice', 'nobody'].map((mission_id) =>
          remote.call(tool, { ...args, mission_id }, as('mallory')),
        ),
      );
      expect([tool, there.error?.code]).toEqual([tool, 'permission_denied']);
      expect([tool, there]).toEqual([tool, missing]);
    }
  });

  it('cannot be joined by force: a mission adds workers only below its own name', async () => {
    await start('mallory', 'mallory');
    const add = (worker_id: string) =>
      remote.call(
        'coordination_worker_create',
        { mission_id: 'mallory', worker_id },
        as('mallory'),
      );
    for (const worker of ['alice', 'mallory2', 'malloryx.w'])
      expect((await add(worker)).error.code).toBe('permission_denied');
    expect(await add('mallory.w1')).toMatchObject({ worker_id: 'mallory.w1' });
    expect(await store.head('alice')).toBeNull();
  });
});

it('a prompt answers only from its caller’s session', async () => {
  const secret = 'The launch is named Blue Heron.';
  await remote.call('memory_remember', { text: secret }, as('alice'));
  const get = async (by: string) => {
    const prompt = { name: 'checkout', arguments: { question: 'What is the launch named?' } };
    return (await remote.modern('prompts/get', prompt, as(by))).text;
  };
  expect(await get('alice')).toContain('Blue Heron');
  expect(await get('mallory')).toContain('The project memory returned this');
  expect(await get('mallory')).not.toContain('Blue Heron');
});

it('a caller on another machine does not learn which files exist here', async () => {
  const answers = await Promise.all(
    ['package.json', 'no-such-file.json'].map(async (path) => {
      const decided = { title: 'Tabs', anchors: [{ path }] };
      const appended = { event_type: 'decision.made', actor: 'a', payload: decided };
      const { error } = await remote.call('memory_append', appended, as('mallory'));
      return error.message.replace(path, 'FILE');
    }),
  );
  expect(answers[0]).toBe(answers[1]);
});

it('a ref of another session looks like a missing one', async () => {
  const appended = { event_type: 'decision.made', actor: 'a', payload: { title: 'Tabs' } };
  await remote.call('memory_append', appended, as('alice'));
  const head = await store.head('alice');
  await updateRef(store, {
    name: 'refs/release',
    session: 'alice',
    targetSeq: head!.seq,
    targetHash: head!.hash,
    origin: { channel: 'user' },
  });
  const at = (ref: string, by: string) =>
    remote.call('memory_checkout', { query: 'tabs', ref }, as(by));
  expect((await at('refs/release', 'alice')).session_id).toBe('alice');
  const foreign = await at('refs/release', 'bob');
  expect(foreign.error.code).toBe('not_found');
  expect(foreign).toEqual(await at('refs/never', 'bob'));
  await remote.call('memory_append', appended, as('bob'));
  expect((await at('HEAD', 'bob')).session_id).toBe('bob');
});

it('twenty simultaneous callers each see only their own records', async () => {
  const callers = Array.from({ length: 20 }, (_, at) => `tenant-${at}`);
  const canary = (caller: string) => `canary${caller.replace('-', 'x')}z`;
  const written = await Promise.all(
    callers.map((caller) =>
      remote.call(
        'memory_append',
        { event_type: 'decision.made', actor: 'a', payload: { title: `Tea ${canary(caller)}` } },
        as(caller),
      ),
    ),
  );
  const sessions = await Promise.all(callers.map((caller) => remote.initialize(as(caller))));
  const asked = Array.from({ length: 200 }, async (_, at) => {
    const which = (at * 7) % callers.length;
    const caller = callers[which]!;
    const answer = await READS[at % READS.length]!(caller, {
      session: sessions[which]!,
      citation: written[which].citation,
    });
    for (const other of callers) if (other !== caller) expect(answer).not.toContain(canary(other));
    return answer.includes(canary(caller));
  });
  // Each read returns what its own caller recorded.
  expect((await Promise.all(asked)).filter((isOwn) => isOwn)).toHaveLength(200);
});

type Read = (caller: string, own: { session: string; citation: string }) => Promise<string>;

const text =
  (tool: string, args: object): Read =>
  async (caller) =>
    JSON.stringify(await remote.call(tool, args, as(caller)));

const READS: Read[] = [
  text('memory_query', { query: 'tea' }),
  text('memory_checkout', { query: 'Which tea?' }),
  text('memory_checkout', { query: 'Which tea?', detail: 'full' }),
  async (caller, { session }) => {
    const params = { name: 'memory_query', arguments: { query: 'tea' } };
    const { text: answer } = await remote.ask({
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-session-id': session,
        ...as(caller),
      },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    return answer;
  },
  async (caller, { citation }) => {
    const listed = await remote.modern('resources/list', {}, as(caller));
    expect(listed.json.result.resources).toMatchObject([{ name: caller }]);
    return (await remote.modern('resources/read', { uri: citation }, as(caller))).text;
  },
];
