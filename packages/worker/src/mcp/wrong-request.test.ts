import { describe, expect, it } from 'vitest';
import { wrongRequest } from './wrong-request.ts';

const clientInfo = { name: 'a client', version: '1' };
const META = 'io.modelcontextprotocol/protocolVersion';
const claiming = (version: unknown) => ({
  method: 'tools/list',
  params: { _meta: { [META]: version } },
});

describe('a request', () => {
  it.each([
    [undefined, 'initialize needs protocolVersion, a string.'],
    [{}, 'initialize needs protocolVersion, a string.'],
    [{ protocolVersion: 5 }, 'initialize needs protocolVersion, a string.'],
    [{ protocolVersion: '2025-06-18' }, 'initialize needs capabilities, an object.'],
    [
      { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x' } },
      'initialize needs clientInfo with name and version.',
    ],
  ])(
    'that begins incorrectly gets an error that names the missing field: %j',
    (params, message) => {
      expect(wrongRequest({ method: 'initialize', params })).toEqual({ code: -32602, message });
    },
  );

  it('that begins a connection is valid in any revision', () => {
    const params = { protocolVersion: '1999-01-01', capabilities: {}, clientInfo };
    expect(wrongRequest({ method: 'initialize', params })).toBeNull();
  });

  it('may name only a supported revision', () => {
    expect(wrongRequest(claiming('2026-07-28'))).toBeNull();
    expect(wrongRequest({ method: 'tools/list' })).toBeNull();
    expect(wrongRequest(claiming(7))).toMatchObject({ code: -32602 });
    expect(wrongRequest(claiming('1999-01-01'))).toMatchObject({
      code: -32022,
      data: { requested: '1999-01-01', supported: ['2026-07-28'] },
    });
  });
});
