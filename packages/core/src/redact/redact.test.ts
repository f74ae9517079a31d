import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalize } from '../canonical-json.ts';
import { benignLines } from './benign.fixture.ts';
import {
  fill,
  NAMED_CONTEXTS,
  NAMED_SHAPES,
  PREFIXED_CONTEXTS,
  PREFIXED_SHAPES,
  seeded,
} from './corpus.fixture.ts';
import { redactPayload, redactText, stripPrivate } from './index.ts';

const random = seeded(20261121);

/** The random part of a secret that must not be readable afterwards. */
function core(secret: string): string {
  const pieces = secret.split(/[^A-Za-z0-9]+/).toSorted((a, b) => b.length - a.length);
  return pieces[0]!.slice(-12);
}

function secrets(): { shape: string; secret: string; line: string }[] {
  const prefixed = PREFIXED_SHAPES.flatMap((shape) =>
    PREFIXED_CONTEXTS.flatMap((context) =>
      [0, 1].map(() => {
        const secret = fill(shape, random);
        return { shape, secret, line: context(secret) };
      }),
    ),
  );
  const named = NAMED_SHAPES.flatMap(([name, shape]) =>
    NAMED_CONTEXTS.map((context) => {
      const secret = fill(shape, random);
      return { shape: name, secret, line: context(name, secret) };
    }),
  );
  return [...prefixed, ...named];
}

test('secrets of at least 150 providers shapes in 4,000 strings are masked, 98 of 100 and better', () => {
  const all = secrets();
  const missed = all.filter(({ secret, line }) => redactText(line).text.includes(core(secret)));
  expect(new Set(all.map(({ shape }) => shape)).size).toBeGreaterThanOrEqual(150);
  expect(all.length).toBeGreaterThanOrEqual(4000);
  const recall = 1 - missed.length / all.length;
  const shapes = [...new Set(missed.map(({ shape }) => shape))];
  expect(recall, `missed: ${shapes.join(', ')}`).toBeGreaterThanOrEqual(0.98);
  console.log(`redaction recall ${recall.toFixed(4)} over ${all.length} strings`);
});

test('of 2,500 lines of code, configuration and prose at most 5 of 1,000 are touched', () => {
  const lines = benignLines(2500, random);
  const touched = lines.filter((line) => redactText(line).count > 0);
  expect(lines.length).toBeGreaterThanOrEqual(2000);
  expect(touched.length / lines.length, touched.slice(0, 20).join('\n')).toBeLessThanOrEqual(0.005);
  console.log(
    `redaction false positives ${(touched.length / lines.length).toFixed(4)} over ${lines.length} lines`,
  );
});

const anySecret = fc
  .tuple(
    fc.constantFrom(...PREFIXED_SHAPES.filter((shape) => !shape.startsWith('https'))),
    fc.nat(),
  )
  .map(([shape, seed]) => fill(shape, seeded(seed)));

test('a secret planted anywhere in a payload is nowhere in its sealed form, also when it was encoded twice', () => {
  const place = fc.constantFrom(
    (s: string) => s,
    (s: string) => `before ${s} after`,
    (s: string) => JSON.stringify({ deep: s }),
    (s: string) => JSON.stringify(JSON.stringify({ deep: [s] })),
    (s: string) => `a=1&key=${encodeURIComponent(s)}`,
  );
  fc.assert(
    fc.property(
      anySecret,
      place,
      fc.array(fc.constantFrom('a', 'list', 'x y', '__proto__', 'a.b'), { maxLength: 5 }),
      (secret, put, path) => {
        let payload: unknown = put(secret);
        for (const key of path)
          payload = key === 'list' ? [payload] : Object.fromEntries([[key, payload]]);
        const out = canonicalize(redactPayload({ root: payload as never }).payload);
        expect(out).not.toContain(core(secret));
      },
    ),
    { numRuns: 300 },
  );
});

test('masking twice gives what masking once gave', () => {
  const text = fc.oneof(
    fc.string(),
    anySecret.map((s) => `x token=${s} y`),
    fc.constantFrom('password=hunter2', 'a: "b"', 'Cookie: a=b; c=d'),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), text), (payload) => {
      const once = redactPayload(payload).payload;
      expect(redactPayload(once).payload).toEqual(once);
    }),
  );
});

test('the text around a secret stays as it is', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z ,.\n]{0,80}$/),
      anySecret,
      fc.stringMatching(/^[a-z ,.\n]{0,80}$/),
      (before, secret, after) => {
        const { text } = redactText(`${before} ${secret} ${after}`);
        expect(text.startsWith(`${before} `)).toBe(true);
        expect(text.endsWith(` ${after}`)).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

test.each([
  ['postgres://app:s3cret-pass@db/app', 'postgres://app:[REDACTED:url]@db/app'],
  ['password=hunter2', 'password=[REDACTED:password]'],
  ['mysql --password hunter22 -u root', 'mysql --password [REDACTED:password] -u root'],
  ['Set-Cookie: sid=abc; Path=/', 'Set-Cookie: [REDACTED:cookie]'],
  ['GET /?password=hunter2&next=/home', 'GET /?password=[REDACTED:password]&next=/home'],
  ['{\\"password\\":\\"hunter22\\"}', '{\\"password\\":\\"[REDACTED:password]\\"}'],
])('%j is masked where the secret stands', (line, masked) => {
  expect(redactText(line).text).toBe(masked);
});

test('a private key loses its body, also escaped and without an end', () => {
  const begin = ['-----BEGIN', 'RSA', 'PRIVATE', 'KEY-----'].join(' ');
  expect(redactText(`a ${begin}\\nMIIabc\\n-----END RSA PRIVATE KEY----- b`).text).toBe(
    `a ${begin}[REDACTED:private-key]-----END RSA PRIVATE KEY----- b`,
  );
  expect(redactText(`${begin}\nMIIabc`).text).toBe(`${begin}[REDACTED:private-key]`);
});

test('a secret that a terminal coloured is masked whole', () => {
  const secret = fill('ghp_[an36]', random);
  const coloured = `\u001b[32m${secret.slice(0, 12)}\u001b[0m\u001b[1m${secret.slice(12)}\u001b[0m done`;
  const { text } = redactText(coloured);
  expect(text).not.toContain(secret.slice(-12));
  expect(text.endsWith('\u001b[0m done')).toBe(true);
});

test('values under secret-naming keys go whole, counters and innocent names stay', () => {
  expect(
    redactPayload({
      api_key: 'x',
      clientSecret: 'y',
      cookies: { sid: 'z' },
      max_tokens: 4096,
      token_count: '12',
      prompt_tokens: '7',
      cookie_policy: 'strict',
      secretary: 'Ann',
      tokenizer: 'bpe',
      list: [{ password: 'p' }],
    }),
  ).toEqual({
    payload: {
      api_key: '[REDACTED]',
      clientSecret: '[REDACTED]',
      cookies: { sid: '[REDACTED]' },
      max_tokens: 4096,
      token_count: '12',
      prompt_tokens: '7',
      cookie_policy: 'strict',
      secretary: 'Ann',
      tokenizer: 'bpe',
      list: [{ password: '[REDACTED]' }],
    },
    redactedPaths: ['api_key', 'clientSecret', 'cookies.sid', 'list[0].password'],
  });
});

test.each([
  ['a <private>b</private> c', 'a  c'],
  ['a <PRIVATE>b</Private> c', 'a  c'],
  ['a <private reason="x > y">b</private> c', 'a  c'],
  ['a <private>b <private>c</private> d</private> e', 'a  e'],
  ['a <private>b', 'a '],
  ['<system-reminder>x</system-reminder><claude-mem-context>y</claude-mem-context>z', 'z'],
  ['<private>b <system-reminder>c</private> d', ' d'],
  ['a </private> b <privateer> c', 'a </private> b <privateer> c'],
])('%j without its private spans is %j', (text, open) => {
  expect(stripPrivate(text).text).toBe(open);
});

test('no text makes the rules run long: twice the text takes about twice the steps', () => {
  const hostile = [
    'token=',
    'a.'.repeat(8),
    '://a:b',
    'password ',
    'eyJ',
    '-----BEGIN ',
    '<private ',
    'Cookie: a=b',
    'x'.repeat(30),
    'authorization:',
    '\\"key\\":',
  ];
  for (const piece of hostile) {
    const times = [20_000, 80_000].map((size) => {
      const text = piece.repeat(Math.ceil(size / piece.length));
      const started = process.hrtime.bigint();
      redactPayload({ text });
      return Number(process.hrtime.bigint() - started) / 1e6;
    });
    // A quadratic rule would take sixteen times as long, and seconds; the bound only has to tell them apart.
    expect(times[1]!, piece).toBeLessThan(Math.max(400, times[0]! * 12));
  }
});
