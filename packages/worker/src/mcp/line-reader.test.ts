import { describe, expect, it } from 'vitest';
import { createLineReader } from './wrong-request.ts';

const text = (line: { kind: string; bytes?: Buffer }) => line.bytes?.toString('utf8');

describe('the line reader', () => {
  it('splits the same lines for any split of the stream', () => {
    const stream = Buffer.from('{"a":1}\n\n{"b":"é"}\nrest');
    for (let size = 1; size <= stream.length; size++) {
      const reader = createLineReader();
      const lines: (string | undefined)[] = [];
      for (let at = 0; at < stream.length; at += size)
        lines.push(...reader.push(stream.subarray(at, at + size)).map(text));
      expect(lines).toEqual(['{"a":1}', '', '{"b":"é"}']);
    }
  });

  it('accepts a line of exactly the limit and refuses one byte more', () => {
    const reader = createLineReader(10);
    expect(reader.push(Buffer.from('0123456789\n01234567890\nok\n'))).toEqual([
      { kind: 'line', bytes: Buffer.from('0123456789') },
      { kind: 'oversized', id: null },
      { kind: 'line', bytes: Buffer.from('ok') },
    ]);
  });

  it('names the id of an oversized request, anywhere in it and whatever the payload imitates', () => {
    const cases: [string, unknown][] = [
      ['{"jsonrpc":"2.0","id":7,"params":{"id":8}}', 7],
      ['{"params":{"id":8,"x":["id",{"id":9}]},"jsonrpc":"2.0","id":"call \\"1\\""}', 'call "1"'],
      ['{ "params" : "\\"id\\":3, }" , "id" : 12 }', 12],
      ['{"params":{"id":8},"method":"x"}', null],
      ['{"id":null,"params":{}}', null],
      ['garbage { "id"', null],
    ];
    for (const [message, id] of cases) {
      for (const size of [1, 7, 1000]) {
        const reader = createLineReader(5);
        const stream = Buffer.from(`${message}\n`);
        const lines = [];
        for (let at = 0; at < stream.length; at += size)
          lines.push(...reader.push(stream.subarray(at, at + size)));
        expect(lines).toEqual([{ kind: 'oversized', id }]);
      }
    }
  });
});
