import { openJsonlStore } from '@hookloom/log';
import { createFileLock } from '@hookloom/log/append';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tools } from '../src/mcp/tools/index.ts';
import { eventsOf } from './fixture.ts';
import { initialize, MODERN, temporaryWorkspace, type Workspace } from './serving.ts';

let workspace: Workspace;

beforeEach(() => {
  workspace = temporaryWorkspace();
});

afterEach(() => workspace.close());

const logged = (session = workspace.session) =>
  eventsOf(openJsonlStore({ dir: path.join(workspace.root, '.eventloom') }), session);

const typesOf = async (session?: string) => (await logged(session)).map(({ type }) => type);

const decision = {
  event_type: 'decision.made',
  actor: 'assistant',
  payload: {
    title: 'Use JSONL for the event log',
    rationale: 'One line per event survives a crash.',
  },
};

describe.each([
  ['the 2026-07-28 revision', MODERN],
  ['an initialized revision', undefined],
])('a served workspace, in %s', (_, meta) => {
  it('answers, records, searches, replays and explains', async () => {
    const serving = workspace.serve({ meta });
    if (meta === undefined) await initialize(serving);
    else await serving.ask('server/discover');
    const listed = await serving.ask('tools/list', {});
    expect(listed.result.tools.map(({ name }: { name: string }) => name)).toEqual(
      tools.filter(({ profile }) => profile === 'core').map(({ name }) => name),
    );

    const bootstrap = await serving.call('memory_bootstrap', {
      current_task: 'choose a log format',
    });
    expect(bootstrap).toMatchObject({ mode: 'session_start', session_id: 'demo-default' });

    const appended = await serving.call('memory_append', decision);
    expect(appended).toEqual({
      seq: expect.any(Number),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      event_id: expect.stringMatching(/^evt_/),
      session_id: 'demo-default',
      event_type: 'decision.made',
      citation: `eventloom://demo-default/events/${appended.seq}#${appended.hash.slice(0, 12)}`,
    });

    const checkout = await serving.call('memory_checkout', {
      query: 'Which format does the event log use?',
    });
    expect(checkout.session_id).toBe('demo-default');
    expect(checkout).not.toHaveProperty('prompt');
    expect(checkout.current_facts.map(({ citation }: { citation: string }) => citation)).toContain(
      appended.citation,
    );

    const rows = await serving.call('memory_query', { query: 'JSONL event log', limit: 5 });
    expect(rows[0]).toMatchObject({ citation: appended.citation, source: 'graph' });

    const chunks = await serving.call('memory_verbatim', { query: 'survives a crash' });
    expect(chunks[0]).toMatchObject({ source: 'verbatim', metadata: { event_seq: appended.seq } });

    const replayed = await serving.call('memory_replay', { session_id: 'demo-default' });
    expect(replayed.integrity).toMatchObject({ ok: true, broken_at_seq: null });
    expect(replayed.events.find(({ seq }: { seq: number }) => seq === appended.seq)).toMatchObject({
      type: 'decision.made',
      hash: appended.hash,
      payload: decision.payload,
    });

    const capabilities = await serving.call('memory_capabilities');
    expect(capabilities.profile).toMatchObject({
      active: 'core',
      available_but_unlisted: expect.arrayContaining(['memory_verbatim', 'memory_replay']),
    });

    expect(await serving.end()).toEqual({ code: 0, signal: null });
    const types = await typesOf();
    expect(types[0]).toBe('session.genesis');
    expect(types.filter((type) => type === 'tool.call.completed')).toHaveLength(7);
    for (const type of [
      'memory.bootstrap.shown',
      'memory.checkout.completed',
      'memory.reinforcement',
    ])
      expect(types).toContain(type);
    expect(types.at(-1)).toBe('session.ended');
  });

  it('opens citations, records turns, closes subagents and hands over', async () => {
    const serving = workspace.serve({ meta });
    if (meta === undefined) await initialize(serving);
    const templates = await serving.ask('resources/templates/list', {});
    expect(templates.result.resourceTemplates).toMatchObject([
      { uriTemplate: 'eventloom://{session}/events/{seq}{#hash}' },
    ]);
    const { citation } = await serving.call('memory_append', decision);
    const listed = await serving.ask('resources/list', {});
    expect(listed.result.resources[0]).toMatchObject({ name: 'demo-default' });
    const read = await serving.ask('resources/read', { uri: citation });
    expect(read.result.contents).toMatchObject([
      { uri: citation, mimeType: 'text/plain', text: expect.stringContaining('Use JSONL') },
    ]);
    const missing = citation.replace(/#.*/, '#000000000000');
    expect((await serving.ask('resources/read', { uri: missing })).error).toMatchObject({
      code: -32602,
      data: { uri: missing },
    });

    const turn = { role: 'user', content: 'Which format does the event log use?' };
    const after = await serving.call('context_after_turn', turn);
    expect(after.contexts[0]).toMatchObject({ citation, metadata: { assembly_lane: 'graph' } });
    const assembled = await serving.call('context_assemble', {
      query: 'log format',
      max_tokens: 1500,
    });
    expect(assembled.budget).toMatchObject({ budget_requested: 1500 });
    await serving.call('memory_append', { ...decision, session_id: 'worker-1' });
    const cleaned = await serving.call('subagent_cleanup', {
      parent_session_id: 'demo-default',
      subagent_session_id: 'worker-1',
      summary: 'The format is chosen.',
    });
    expect(cleaned).toMatchObject({ summary: 'The format is chosen.', integrity_ok: true });
    await serving.end();
    expect((await typesOf('worker-1')).slice(-2)).toEqual([
      'subagent.cleaned',
      'subagent.completed',
    ]);
    expect(await typesOf()).toContain('transcript.turn');
  });

  it('neither answers a cancelled call nor writes for it', async () => {
    const serving = workspace.serve({ meta });
    if (meta === undefined) await initialize(serving);
    else await serving.ask('server/discover');
    await serving.call('memory_append', { ...decision, session_id: 'worker-1' });
    const lock = createFileLock(path.join(workspace.root, '.eventloom'), 'worker-1');
    expect(lock.acquire(1000)).toBe(true);
    const say = (message: object) => serving.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const args = { ...decision, session_id: 'worker-1' };
    const params = { name: 'memory_append', arguments: args, _meta: meta };
    say({ id: 'gone', method: 'tools/call', params });
    await serving.call('memory_capabilities');
    say({
      method: 'notifications/cancelled',
      params: { requestId: 'gone', ...(meta !== undefined && { _meta: meta }) },
    });
    await serving.call('memory_capabilities');
    lock.release();
    lock.close();
    await serving.call('memory_capabilities');
    await serving.end();
    expect(serving.stdout()).not.toContain('"gone"');
    const types = await typesOf('worker-1');
    expect(types.filter((type) => type === 'decision.made')).toHaveLength(1);
  });

  it('never recalls its own call records', async () => {
    const serving = workspace.serve({ meta });
    if (meta === undefined) await initialize(serving);
    for (let i = 0; i < 3; i++) await serving.call('memory_query', { query: 'peculiarword' });
    const rows = await serving.call('memory_verbatim', {
      query: 'memory_query peculiarword tool call completed',
    });
    // The folder's name is random: a row of another kind can match a part of it.
    const types = rows.map((row: { metadata: { event_type: string } }) => row.metadata.event_type);
    expect(types).not.toContain('tool.call.completed');
  });
});

describe('the end of a served session', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('is recorded on %s', async (signal) => {
    const serving = workspace.serve();
    await initialize(serving);
    await serving.call('memory_append', decision);
    serving.child.kill(signal);
    expect(await serving.exit).toEqual({ code: 0, signal: null });
    expect((await logged()).at(-1)).toMatchObject({
      type: 'session.ended',
      actorId: 'zaxy',
      payload: { session_id: 'demo-default', reason: 'teardown', status: 'completed' },
    });
  });

  it('is recorded when the client disconnects without a message', async () => {
    const serving = workspace.serve();
    expect(await serving.end()).toEqual({ code: 0, signal: null });
    expect(await typesOf()).toEqual(['session.genesis', 'session.ended']);
    expect(serving.stdout()).toBe('');
  });

  it('answers a complete piped conversation before it exits', async () => {
    const serving = workspace.serve();
    const request = (id: number, method: string, params: unknown) =>
      serving.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    request(1, 'initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    });
    request(2, 'tools/call', { name: 'memory_append', arguments: decision });
    expect(await serving.end()).toEqual({ code: 0, signal: null });
    const ids = serving
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(ids).toEqual([1, 2]);
    expect(await typesOf()).toEqual([
      'session.genesis',
      'decision.made',
      'tool.call.completed',
      'session.ended',
    ]);
  });

  it('leaves no record if capture is switched off', async () => {
    const serving = workspace.serve({ env: { MCP_LIFECYCLE_CAPTURE_ENABLED: 'false' } });
    await initialize(serving);
    await serving.call('memory_append', decision);
    await serving.end();
    expect(await typesOf()).toEqual(['session.genesis', 'decision.made']);
  });

  it('records the genesis once, however often it is served', async () => {
    for (let i = 0; i < 3; i++) await workspace.serve().end();
    expect((await typesOf()).filter((type) => type === 'session.genesis')).toHaveLength(1);
  });
});

describe('a log that another process has locked', () => {
  it('delays neither the answers of the server nor its exit', async () => {
    mkdirSync(path.join(workspace.root, '.eventloom'), { mode: 0o700 });
    const lock = createFileLock(path.join(workspace.root, '.eventloom'), workspace.session);
    expect(lock.acquire(1000)).toBe(true);
    const serving = workspace.serve();
    await initialize(serving);
    expect((await serving.ask('tools/list')).result.tools[0].name).toBe('memory_checkout');
    expect((await serving.call('memory_replay', { session_id: workspace.session })).events).toEqual(
      [],
    );
    expect(await serving.end()).toEqual({ code: 0, signal: null });
    lock.release();
    lock.close();
    const store = openJsonlStore({ dir: path.join(workspace.root, '.eventloom') });
    await store.drain();
    expect(await typesOf()).toEqual(['session.ended']);
  });
});
