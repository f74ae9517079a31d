/** A served process: crashes, hostile input, profiles, and the handshakes of real clients. */
import { openJsonlStore } from '@hookloom/log';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tools } from '../src/mcp/tools/index.ts';
import { eventsOf } from './fixture.ts';
import { initialize, temporaryWorkspace, type Workspace } from './serving.ts';

let workspace: Workspace;

beforeEach(() => {
  workspace = temporaryWorkspace();
});

afterEach(() => workspace.close());

const logged = (session = workspace.session) =>
  eventsOf(openJsonlStore({ dir: path.join(workspace.root, '.eventloom') }), session);

const decision = {
  event_type: 'decision.made',
  actor: 'assistant',
  payload: {
    title: 'Use JSONL for the event log',
    rationale: 'One line per event survives a crash.',
  },
};

describe('a served process', () => {
  it('keeps what it acknowledged if it is killed at once', async () => {
    for (let round = 0; round < 5; round++) {
      const serving = workspace.serve();
      await initialize(serving);
      const { seq, hash } = await serving.call('memory_append', {
        ...decision,
        payload: { decision: `Round ${round}` },
      });
      serving.child.kill('SIGKILL');
      await serving.exit;
      const stored = (await logged()).find((event) => event.seq === seq);
      expect(stored).toMatchObject({
        type: 'decision.made',
        payload: { decision: `Round ${round}` },
      });
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
    }
    const store = openJsonlStore({ dir: path.join(workspace.root, '.eventloom') });
    expect(await store.verify(workspace.session)).toMatchObject({ ok: true });
  });

  it('survives unknown methods, garbage and oversized messages', async () => {
    const serving = workspace.serve();
    expect((await serving.ask('no/such')).error.code).toBe(-32601);
    await initialize(serving);
    serving.send('garbage');
    expect((await serving.next()).error.code).toBe(-32700);
    const line = (pad: number) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id: 'big',
        method: 'tools/call',
        params: { name: 'x', arguments: { pad: 'a'.repeat(pad) } },
      });
    serving.send(line(4 * 1024 * 1024));
    expect(await serving.next()).toMatchObject({ id: 'big', error: { code: -32600 } });
    serving.send(line(1024 * 1024));
    expect(await serving.next()).toMatchObject({ id: 'big', result: { isError: true } });
    expect((await serving.ask('ping')).result).toEqual({});
  });

  it('answers errors as one text block with the flag set', async () => {
    const serving = workspace.serve();
    await initialize(serving);
    for (const [name, args, code] of [
      ['no_such_tool', {}, 'unknown_tool'],
      ['memory_query', { query: '' }, 'invalid_request'],
      ['memory_replay', { session_id: 'never-seen' }, 'not_found'],
      ['memory_append', { ...decision, session_id: '../../etc/passwd' }, 'invalid_request'],
      ['memory_append', { ...decision, event_type: 'memory.forgotten' }, 'permission_denied'],
    ] as const) {
      const { result } = await serving.ask('tools/call', { name, arguments: args });
      expect(Object.keys(result).sort()).toEqual(['content', 'isError']);
      expect(result.content).toHaveLength(1);
      expect(result.isError).toBe(true);
      expect(JSON.parse(result.content[0].text)).toEqual({
        error: { code, message: expect.any(String), remediation: expect.any(String) },
      });
    }
  });

  it('requires the admin token if one is configured', async () => {
    const token = ['only', 'for', 'this', 'test'].join('-');
    const serving = workspace.serve({ env: { MCP_ADMIN_TOKEN: token } });
    await initialize(serving);
    const request = { session_id: 'demo-default' };
    expect((await serving.call('memory_replay', request)).error.code).toBe('permission_denied');
    expect(
      (await serving.call('memory_replay', { ...request, admin_token: token })).integrity.ok,
    ).toBe(true);
    await serving.end();
    expect(
      readFileSync(path.join(workspace.root, '.eventloom/demo-default.jsonl'), 'utf8'),
    ).not.toContain(token);
  });

  it('lists every tool in the full profile and refuses an unknown profile', async () => {
    const serving = workspace.serve({ env: { MCP_TOOL_PROFILE: 'full' } });
    await initialize(serving);
    expect((await serving.ask('tools/list')).result.tools).toHaveLength(tools.length);
    const wrong = workspace.serve({ env: { MCP_TOOL_PROFILE: 'everything' } });
    expect((await wrong.exit).code).toBe(2);
    expect(wrong.stdout()).toBe('');
  });

  it('lists the same bytes in two processes', async () => {
    const lists = [];
    for (let i = 0; i < 2; i++) {
      const serving = workspace.serve();
      await initialize(serving);
      lists.push(JSON.stringify((await serving.ask('tools/list')).result));
    }
    expect(lists[0]).toBe(lists[1]);
  });

  it('reports an unavailable memory if the projection cannot be opened, and still appends and replays', async () => {
    mkdirSync(path.join(workspace.root, '.eventloom'), { mode: 0o700 });
    writeFileSync(path.join(workspace.root, '.eventloom/projections'), 'a file in the way');
    const serving = workspace.serve();
    await initialize(serving);
    expect((await serving.call('memory_append', decision)).seq).toBe(2);
    expect((await serving.call('memory_query', { query: 'JSONL' })).error.code).toBe('unavailable');
    const checkout = await serving.call('memory_checkout', {
      query: 'Which log format do we use?',
    });
    expect(checkout.quality.answerability).not.toBe('answer_from_memory');
    expect(checkout.warnings.length).toBeGreaterThan(0);
    expect((await serving.call('memory_replay', { session_id: 'demo-default' })).integrity.ok).toBe(
      true,
    );
  });
});

describe('the recorded handshake of a real client', () => {
  it.each(['claude-code', 'codex', 'gemini'])(
    'of %s is answered message by message',
    async (client) => {
      const recording = JSON.parse(
        readFileSync(path.resolve(`packages/worker/test/fixtures/${client}.json`), 'utf8'),
      ) as {
        env: Record<string, string>;
        events: { dir: string; msg?: any; s?: NodeJS.Signals }[];
      };
      const serving = workspace.serve({ env: recording.env });
      for (const { dir, msg, s } of recording.events) {
        if (dir === 'signal') serving.child.kill(s);
        if (dir !== 'client') continue;
        serving.send(JSON.stringify(msg));
        if (msg.id === undefined) continue;
        const answer = await serving.next();
        expect(answer.id).toBe(msg.id);
        switch (msg.method) {
          case 'initialize':
            expect(answer.result).toMatchObject({
              protocolVersion: msg.params.protocolVersion,
              serverInfo: { name: 'zaxy-memory' },
              instructions: expect.stringContaining('memory_checkout'),
            });
            break;
          case 'tools/list':
            expect(answer.result.tools[0].name).toBe('memory_checkout');
            break;
          case 'tools/call':
            // The recorded server took other arguments; ours lists the ones it accepts.
            expect(answer.result.isError).toBe(true);
            expect(answer.result.content[0].text).toContain('invalid_request');
            break;
          default:
            expect(msg.method).toMatch(/^(?:resources|prompts)\//);
            expect(answer.result).toBeDefined();
        }
      }
      expect(await serving.exit).toEqual({ code: 0, signal: null });
      const records = await logged();
      expect(records.at(-1)?.type).toBe('session.ended');
      const call = records.find(({ type }) => type === 'tool.call.completed');
      expect(call).toMatchObject({
        payload: { tool_name: 'memory_checkout', status: 'failed' },
        origin: { client },
      });
    },
  );
});
