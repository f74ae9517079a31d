import { describe, expect, it } from 'vitest';
import { closeAtEnd, converse, initialize, modern, rpc } from './conversation.fixture.ts';

closeAtEnd();

describe('MCP over standard input and output', () => {
  it('serves a client that discovers first, in the 2026-07-28 revision', async () => {
    const { ask } = converse();
    const discovered = await ask(rpc(1, 'server/discover', { _meta: modern() }));
    expect(discovered).toMatchObject({
      id: 1,
      result: {
        resultType: 'complete',
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {}, resources: {}, prompts: {} },
        ttlMs: 0,
        cacheScope: 'private',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'zaxy-memory', version: '1.2.3' } },
      },
    });
    const listed = await ask(rpc(2, 'tools/list', { _meta: modern() }));
    expect(listed.result.tools.map((tool: any) => [tool.name, tool._meta])).toEqual([
      ['memory_checkout', { 'anthropic/alwaysLoad': true }],
    ]);
    const called = await ask(
      rpc(3, 'tools/call', {
        name: 'memory_checkout',
        arguments: { query: 'x' },
        _meta: { ...modern(), 'claudecode/toolUseId': 'toolu_1' },
      }),
    );
    expect(called.result).toEqual({
      resultType: 'complete',
      content: [
        {
          type: 'text',
          text: JSON.stringify({
            name: 'memory_checkout',
            args: { query: 'x' },
            caller: { channel: 'model', client: 'claude-code', callId: 'toolu_1' },
          }),
        },
      ],
      _meta: {
        'io.modelcontextprotocol/serverInfo': {
          name: 'zaxy-memory',
          title: 'Hookloom memory',
          version: '1.2.3',
        },
      },
    });
  });

  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'serves a client that initializes with %s',
    async (version) => {
      const { ask, send } = converse();
      const hello = await ask(initialize(version, 'codex-mcp-client'));
      // No notification of a changed list is promised.
      expect(hello.result.capabilities).toEqual({ tools: {}, resources: {}, prompts: {} });
      expect(hello.result).toMatchObject({
        protocolVersion: version,
        serverInfo: { name: 'zaxy-memory' },
      });
      send('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
      const listed = await ask(rpc(1, 'tools/list'));
      expect(listed.result.tools).toHaveLength(1);
      const called = await ask(
        rpc(2, 'tools/call', { name: 'fails', _meta: { callId: 'call_1', sessionId: 's-1' } }),
      );
      expect(called.result).toEqual({
        content: [
          {
            type: 'text',
            text: JSON.stringify({
              name: 'fails',
              args: {},
              caller: { channel: 'model', client: 'codex', clientSession: 's-1', callId: 'call_1' },
            }),
          },
        ],
        isError: true,
      });
      expect(await ask(rpc(3, 'ping'))).toEqual({ jsonrpc: '2.0', id: 3, result: {} });
    },
  );

  it('answers an unknown method before the handshake with −32601 and stays open', async () => {
    const { ask } = converse();
    expect((await ask(rpc(9, 'no/such'))).error.code).toBe(-32601);
    expect((await ask(initialize('2025-06-18'))).result.protocolVersion).toBe('2025-06-18');
  });

  it('falls back for a client that probes without the new envelope', async () => {
    const { ask } = converse();
    expect((await ask(rpc(9, 'server/discover'))).error.code).toBe(-32601);
    expect((await ask(initialize('2025-11-25'))).result.protocolVersion).toBe('2025-11-25');
  });

  it('names its revisions to a client with a newer one', async () => {
    const { ask } = converse();
    const meta = { ...modern(), 'io.modelcontextprotocol/protocolVersion': '2031-01-01' };
    expect((await ask(rpc(1, 'server/discover', { _meta: meta }))).error).toMatchObject({
      code: -32022,
      data: { supported: ['2026-07-28'] },
    });
    expect(
      (await ask(rpc(2, 'server/discover', { _meta: modern() }))).result.supportedVersions,
    ).toEqual(['2026-07-28']);
  });

  it('answers garbage, other JSON, wrong bytes and an empty line without exiting', async () => {
    const { ask, send, next } = converse();
    send('garbage\n');
    expect(await next()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32700, message: 'The line is not JSON in UTF-8.' },
    });
    send(Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]));
    expect((await next()).error.code).toBe(-32700);
    send('\n   \n[]\n');
    expect((await next()).error.code).toBe(-32600);
    send('{"id":5,"method":7}\n');
    expect(await next()).toMatchObject({ id: 5, error: { code: -32600 } });
    expect((await ask(initialize('2025-06-18'))).id).toBe(0);
  });

  it('refuses a message above 4 MiB by its id and accepts one of exactly 4 MiB', async () => {
    const { ask, send, next } = converse();
    await ask(initialize('2025-06-18'));
    const cap = 4 * 1024 * 1024;
    const message = (id: number, bytes: number) => {
      const frame = (pad: string) =>
        JSON.stringify(rpc(id, 'tools/call', { name: 'x', arguments: { pad } }));
      return frame('a'.repeat(bytes - frame('').length));
    };
    const fits = message(1, cap);
    expect(Buffer.byteLength(fits)).toBe(cap);
    send(`${fits}\n`);
    expect((await next()).result.content[0].text).toHaveLength(
      cap -
        JSON.stringify(rpc(1, 'tools/call', { name: 'x', arguments: { pad: '' } })).length +
        JSON.stringify({
          name: 'x',
          args: { pad: '' },
          caller: { channel: 'model', client: 'claude-code' },
        }).length,
    );
    send(`${message(2, cap + 1)}\n`);
    expect(await next()).toEqual({
      jsonrpc: '2.0',
      id: 2,
      error: { code: -32600, message: 'Message larger than 4194304 bytes.' },
    });
    expect((await ask(rpc(3, 'ping'))).result).toEqual({});
  });

  it('survives nesting of any depth', async () => {
    const { ask, send, next } = converse(() => Promise.resolve({ text: '{}', isError: false }));
    await ask(initialize('2025-06-18'));
    const deep = '['.repeat(500_000) + ']'.repeat(500_000);
    send(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"deep":${deep}}}}\n`,
    );
    expect((await next()).id).toBe(1);
    expect((await ask(rpc(2, 'ping'))).result).toEqual({});
  });

  it('lists the same bytes a hundred times', async () => {
    const { ask } = converse();
    await ask(initialize('2025-06-18'));
    const seen = new Set<string>();
    for (let i = 0; i < 100; i++)
      seen.add(JSON.stringify((await ask(rpc(7, 'tools/list'))).result));
    expect(seen.size).toBe(1);
  });

  it('answers the running calls when the client closes its end, then closes', async () => {
    let release = () => {};
    const { ask, send, next, input, connection } = converse(
      () =>
        new Promise((resolve) => {
          release = () => resolve({ text: '"late"', isError: false });
        }),
    );
    await ask(initialize('2025-06-18'));
    send(`${JSON.stringify(rpc(1, 'tools/call', { name: 'x' }))}\n`);
    input.end();
    await new Promise((resolve) => {
      setImmediate(() => setImmediate(resolve));
    });
    release();
    expect((await next()).result.content).toEqual([{ type: 'text', text: '"late"' }]);
    await connection.closed;
  });

  it('closes when the client disconnects without a message', async () => {
    const { input, connection } = converse();
    input.end();
    await connection.closed;
  });

  it('keeps two connections apart', async () => {
    const [one, two] = [converse(), converse()];
    await Promise.all([
      one.ask(initialize('2025-06-18', 'one')),
      two.ask(initialize('2025-06-18', 'two')),
    ]);
    for (let i = 0; i < 100; i++) {
      const [a, b] = await Promise.all([
        one.ask(rpc(i, 'tools/call', { name: 'x', arguments: { canary: `one-${i}` } })),
        two.ask(rpc(i, 'tools/call', { name: 'x', arguments: { canary: `two-${i}` } })),
      ]);
      expect(JSON.parse(a.result.content[0].text)).toMatchObject({
        args: { canary: `one-${i}` },
        caller: { client: 'one' },
      });
      expect(JSON.parse(b.result.content[0].text)).toMatchObject({
        args: { canary: `two-${i}` },
        caller: { client: 'two' },
      });
    }
  });
});
