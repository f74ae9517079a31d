import { Readable } from 'node:stream';
import { setImmediate as next } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createStdioTransport } from './stdio-transport.ts';

/** Sends one call, closes the input, and returns the ids that are answered before the transport closes. */
async function answeredAfterEnd(work: () => Promise<void>): Promise<unknown[]> {
  const answered: unknown[] = [];
  const output = {
    write(line: string): Promise<void> {
      answered.push(JSON.parse(line).id);
      return Promise.resolve();
    },
  };
  const call = `${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'x' } })}\n`;
  const transport = createStdioTransport({ input: Readable.from([Buffer.from(call)]), output });
  const closed = new Promise<void>((resolve) => (transport.onclose = resolve));
  transport.onmessage = () => {
    void work().then(() => transport.send({ jsonrpc: '2.0', id: 7, result: {} }));
  };
  await transport.start();
  await closed;
  return answered;
}

it('answers a call that needs the processor for longer than the usual wait', async () => {
  const work = async (): Promise<void> => {
    const before = performance.now();
    while (performance.now() - before < 1_200) await next();
  };
  expect(await answeredAfterEnd(work)).toEqual([7]);
});

it('closes without the answer of a call that only waits', async () => {
  expect(await answeredAfterEnd(() => new Promise(() => {}))).toEqual([]);
});
