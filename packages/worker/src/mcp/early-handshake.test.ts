import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { answerEarly } from './early-handshake.ts';
import { serveOverStdio } from './stdio.ts';

const initialize = (more: object = {}, params: object = {}) => ({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: { roots: { listChanged: true } },
    clientInfo: { name: 'codex-mcp-client', version: '1' },
    ...params,
  },
  ...more,
});

/** What a client reads, with the early answer or without it. */
async function talk(isEarly: boolean, messages: object[]) {
  const input = new PassThrough();
  const lines: any[] = [];
  const output = {
    write: (line: string) => {
      lines.push(JSON.parse(line));
      return Promise.resolve();
    },
  };
  input.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  const answered = isEarly ? await answerEarly({ input, output, version: '1.2.3' }) : null;
  const early = lines.length;
  const { closed } = serveOverStdio({
    version: '1.2.3',
    listed: () => Promise.resolve([]),
    dispatch: () => Promise.resolve({ text: '{}', isError: false }),
    resources: { list: () => Promise.resolve([]), read: () => Promise.reject(new Error('none')) },
    env: {},
    input,
    output,
    answered,
  });
  await closed;
  return { lines, early };
}

const next = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('the early answer to a handshake', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'equals the answer of the protocol to %s, and is sent once',
    async (protocolVersion) => {
      const messages = [initialize({}, { protocolVersion }), next];
      const [early, usual] = [await talk(true, messages), await talk(false, messages)];
      expect(early.early).toBe(1);
      expect(early.lines).toEqual(usual.lines);
      expect(early.lines.map(({ id }) => id)).toEqual([0, 1]);
    },
  );

  it.each([
    ['a revision that has to be negotiated', initialize({}, { protocolVersion: '2031-01-01' })],
    ['a client without a name', initialize({}, { clientInfo: {} })],
    ['capabilities of another shape', initialize({}, { capabilities: { roots: 7 } })],
    ['an invalid id', initialize({ id: null })],
    ['another method', { jsonrpc: '2.0', id: 0, method: 'server/discover' }],
  ])('is left to the protocol for %s', async (_, message) => {
    const [early, usual] = [await talk(true, [message]), await talk(false, [message])];
    expect(early.early).toBe(0);
    expect(early.lines).toEqual(usual.lines);
  });

  it('is absent for a client that disconnects without a message', async () => {
    expect(await talk(true, [])).toEqual({ lines: [], early: 0 });
  });
});
