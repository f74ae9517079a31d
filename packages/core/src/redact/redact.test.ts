import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalize } from '../canonical-json.ts';
import type { JsonObject } from '../json.ts';
import { fill, generate, PREFIXED_SHAPES, seeded } from './corpus.fixture.ts';
import { work } from './mask.ts';
import { redactPayload, redactText } from './index.ts';

/**
 * Secrets that their own prefix identifies, from four characters on. A shorter one (`ak-`, `s.`) proves nothing, so the
 * rest must look random, which one of some 100,000 does not; the corpus test measures those.
 */
const anySecret = fc
  .tuple(
    fc.constantFrom(
      ...PREFIXED_SHAPES.filter(
        (shape) => /^[^[]{4}/.test(shape) && !/^https|[$:]|\/\//.test(shape),
      ),
    ),
    fc.nat(),
  )
  .map(([shape, seed]) => generate(shape, seeded(seed)));

/** The ways in which a secret occurs in a string. */
const place = fc.constantFrom(
  (s: string) => s,
  (s: string) => `before ${s} after`,
  (s: string) => `SERVICE_TOKEN=${s}\nNEXT=1`,
  (s: string) => JSON.stringify({ deep: s }),
  (s: string) => JSON.stringify({ out: `one\n${s}\n` }),
  (s: string) => JSON.stringify(JSON.stringify({ deep: [`\t${s}`] })),
  (s: string) => `a=1&key=${encodeURIComponent(s)}`,
  (s: string) => encodeURIComponent(`a b=${s}&c="${s}"`),
  (s: string) => `\u001b[31m${s.slice(0, 9)}\u001b[0m\u001b[1m${s.slice(9)}\u001b[0m`,
);
const path = fc.array(fc.constantFrom('a', 'list', 'x y', '__proto__', 'a.b', 'constructor'), {
  maxLength: 6,
});

function planted(leaf: unknown, keys: string[]): JsonObject {
  let payload = leaf;
  for (const key of keys)
    payload = key === 'list' ? [1, payload] : Object.fromEntries([[key, payload]]);
  return { root: payload as never, text: 'stays' };
}

test.each(['code', 'key', 'sig'])('masks a random ?%s= of a URL, not an ordinary one', (name) => {
  const secret = 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9v';
  for (const url of [`https://x.test/run?${name}=${secret}`, `/cb?state=1&${name}=${secret}&n=2`])
    expect(redactText(url).text).toBe(url.replace(secret, '[REDACTED:credential]'));
  for (const url of [`https://x.test/?${name}=404`, `https://x.test/?a=1&${name}=getting-started`])
    expect(redactText(url).text).toBe(url);
});

describe('redacting a payload', () => {
  test('a secret anywhere in a payload is absent from its sealed form, even if it was escaped or coloured', () => {
    fc.assert(
      fc.property(anySecret, place, path, ({ secret, core }, put, keys) => {
        const sealed = canonicalize(redactPayload(planted(put(secret), keys)).payload);
        expect(sealed).not.toContain(core.slice(-8));
        expect(sealed).toContain('stays');
      }),
      { numRuns: 1500 },
    );
  });

  test('masks a secret in a key too, and keeps two of them as two entries', () => {
    const [one, two] = [1, 2].map((seed) => fill('ghp_[an36]', seeded(seed)));
    expect(redactPayload({ [one!]: 1, [two!]: 2 })).toEqual({
      payload: { '[REDACTED:github]': 1, '[REDACTED:github]_': 2 },
      redactedPaths: ['"[REDACTED:github]"', '"[REDACTED:github]_"'],
    });
  });

  test('masking twice gives the same result as masking once', () => {
    const text = fc.oneof(
      fc.string(),
      fc.tuple(anySecret, place).map(([{ secret }, put]) => put(secret)),
      fc
        .array(
          fc.tuple(
            anySecret,
            fc.constantFrom(
              '',
              ' ',
              '=',
              '"',
              '\n',
              '&',
              'token=',
              'password: ',
              '<private>',
              '<pri',
              '</private>',
              'vate>',
            ),
          ),
        )
        .map((parts) => parts.map(([{ secret }, between]) => between + secret).join('')),
      fc
        .array(
          fc.constantFrom(
            'password',
            'token',
            '=',
            ': ',
            '"',
            "'",
            ' ',
            '\\',
            'hunter2',
            'a1b2',
            '@',
            '://',
            'x:y',
            'Cookie',
            'Bearer ',
            'authorization',
            '\n',
            '-----BEGIN ',
            'PRIVATE KEY-----',
            '<private>',
            '</private>',
            '<',
            '%3D',
            '%22',
          ),
          { maxLength: 14 },
        )
        .map((words) => words.join('')),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.string(), text), text), (payload) => {
        const once = redactPayload(payload).payload;
        expect(redactPayload(once).payload).toEqual(once);
      }),
      { numRuns: 1500 },
    );
  });

  test.each([
    ['a key', (name: string, value: string) => ({ [name]: value })],
    ['the name of a pair', (name: string, value: string) => ({ name, value })],
  ])('treats %s that reads as the name of a secret after masking as one at once', (_, payload) => {
    const once = redactPayload(payload('Pw=  =##', 'a ghp_0123456789abcdefghijklmnopqrstuvwxyz b'));
    expect(redactPayload(once.payload).payload).toEqual(once.payload);
  });

  test('does not change the input payload', () => {
    const payload = { password: 'a1b2c3d4', list: [{ token: 'x' }, 'y'] };
    const before = structuredClone(payload);
    redactPayload(payload);
    expect(payload).toEqual(before);
  });

  test('masks complete values under secret names, and keeps counters and innocent names', () => {
    expect(
      redactPayload({
        api_key: 'x',
        clientSecret: 'y',
        cookies: { sid: 'z', secure: true, 'max.age': 60 },
        max_tokens: 4096,
        token_count: '12',
        prompt_tokens: '7',
        budget_tokens: '9',
        cookie_policy: 'strict',
        secretary: 'Ann',
        tokenizer: 'bpe',
        password: 12345,
        pwd: '/home/ann',
        'X-Api-Key': 'k',
        list: [{ password: 'p' }, ['q']],
        tokens: ['r', 1, null],
        env: [{ name: 'DB_PASSWORD', value: 's' }],
        'a.b': { secret: 't' },
        empty: { token: '' },
      }),
    ).toEqual({
      payload: {
        api_key: '[REDACTED:credential]',
        clientSecret: '[REDACTED:password]',
        cookies: { sid: '[REDACTED:credential]', secure: true, 'max.age': 60 },
        max_tokens: 4096,
        token_count: '12',
        prompt_tokens: '7',
        budget_tokens: '9',
        cookie_policy: 'strict',
        secretary: 'Ann',
        tokenizer: 'bpe',
        password: 12345,
        pwd: '/home/ann',
        'X-Api-Key': '[REDACTED:credential]',
        list: [{ password: '[REDACTED:password]' }, ['q']],
        tokens: ['[REDACTED:credential]', 1, null],
        env: [{ name: 'DB_PASSWORD', value: '[REDACTED:password]' }],
        'a.b': { secret: '[REDACTED:password]' },
        empty: { token: '' },
      },
      redactedPaths: [
        'api_key',
        'clientSecret',
        'cookies.sid',
        'X-Api-Key',
        'list[0].password',
        'tokens[0]',
        'env[0].value',
        '"a.b".secret',
      ],
    });
  });

  test('keeps an existing mask, including one of an older version', () => {
    const payload = { password: '[REDACTED]', token: '[REDACTED:github]', api_key: '[REDACTED:x' };
    expect(redactPayload(payload)).toEqual({
      payload: { ...payload, api_key: '[REDACTED:credential]' },
      redactedPaths: ['api_key'],
    });
  });

  test('removes private spans with their content and records their path', () => {
    expect(
      redactPayload({ prompt: 'a <private>b</private> c', list: [{ x: '<PRIVATE>y' }] }),
    ).toEqual({
      payload: { prompt: 'a  c', list: [{ x: '' }] },
      redactedPaths: ['prompt', 'list[0].x'],
    });
  });

  test('drops values that are nested too deeply to be searched', () => {
    let payload: JsonObject = { canary: 'deep' };
    for (let i = 0; i < 50_000; i++) payload = { a: payload };
    const { payload: open, redactedPaths } = redactPayload(payload);
    let inner: unknown = open;
    while (typeof inner === 'object' && inner !== null) inner = (inner as JsonObject)['a'];
    expect(inner).toBe('[REDACTED:unreadable]');
    expect(redactedPaths.length).toBe(1);
  });

  test('no text makes the rules run more often than its length allows', () => {
    const pieces = [
      'token=',
      'password="',
      'a.',
      '://a:b',
      'eyJ',
      'sk-',
      'Cookie: a=b',
      'key',
      'authorization:',
      '\\"key\\":',
      'SG.',
      '0/',
      '<private ',
      'Bearer a1b2c3d4 ',
      '\u001b[0mtoken=a',
    ];
    for (const piece of pieces) {
      const [small, large] = [20_000, 80_000].map((size) => {
        work.looks = 0;
        redactText(piece.repeat(Math.ceil(size / piece.length)));
        return work.looks;
      });
      expect(large!, piece).toBeLessThanOrEqual(4 * small! + 8);
      expect(large!, piece).toBeLessThanOrEqual(80_000);
    }
  });
});
