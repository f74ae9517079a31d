import { describe, expect, it } from 'vitest';
import { performHandshake, type Handshake } from './mcp-handshake.ts';

/** A stand-in server: `body` sees every message as `m` and answers with `say`. */
function shake(body: string, limitMs = 5000): Promise<Handshake> {
  const script = `
    const say = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const m = JSON.parse(line); ${body} });`;
  return performHandshake({
    command: process.execPath,
    args: ['-e', script],
    env: { PATH: process.env['PATH'] },
    cwd: process.cwd(),
    limitMs,
  });
}

describe('the handshake of doctor', () => {
  it('counts the tools of a server that answers as clients are answered', async () => {
    const result = await shake(`
      if (m.method === 'initialize') say(m.id, { serverInfo: { name: 'zaxy-memory', version: '1' } });
      if (m.method === 'tools/list') say(m.id, { tools: [{}, {}] });`);
    expect(result).toMatchObject({ ok: true, server: 'zaxy-memory 1', tools: 2 });
  });

  it('reports how a server exited, with its last output', async () => {
    expect(await shake("console.error('no log here'); process.exit(3);")).toEqual({
      ok: false,
      reason: 'it ended with status 3: no log here',
    });
  });

  it('times out on a silent server, and ends it even if it does not exit by itself', async () => {
    const result = await shake(
      "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);",
      300,
    );
    expect(result).toEqual({ ok: false, reason: 'no answer within 300 ms' });
  });

  it('ignores lines that are not answers', async () => {
    const result = await shake(`
      console.log('hello'); console.log('{"id":1}'); console.log('[]');
      if (m.method === 'initialize') say(m.id, null);`);
    expect(result).toEqual({ ok: false, reason: 'it refused the handshake' });
  });

  it('names a missing command', async () => {
    const result = await performHandshake({
      command: '/nowhere/hookloom',
      args: ['serve'],
      env: {},
      cwd: process.cwd(),
      limitMs: 1000,
    });
    expect(result).toEqual({ ok: false, reason: 'there is no such command' });
  });
});
