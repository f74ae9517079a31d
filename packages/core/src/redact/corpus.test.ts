import { expect, test } from 'vitest';
import { benignLines } from './benign.fixture.ts';
import {
  fill,
  generate,
  NAMED_CONTEXTS,
  NAMED_SHAPES,
  PREFIXED_CONTEXTS,
  PREFIXED_SHAPES,
  seeded,
} from './corpus.fixture.ts';
import { redactText } from './index.ts';
import { PROVIDER_SHAPES } from './provider-shapes.ts';

const random = seeded(20261121);

interface Planted {
  shape: string;
  /** The random part of the secret. */
  core: string;
  line: string;
}

function planted(): Planted[] {
  const all: Planted[] = [];
  for (const shape of PREFIXED_SHAPES)
    for (const context of [...PREFIXED_CONTEXTS, ...PREFIXED_CONTEXTS]) {
      const { secret, core } = generate(shape, random);
      all.push({ shape, core, line: context(secret) });
    }
  for (const [name, shape] of NAMED_SHAPES)
    for (const context of [...NAMED_CONTEXTS, ...NAMED_CONTEXTS]) {
      const { secret, core } = generate(shape, random);
      all.push({ shape: name, core, line: context(name, secret) });
    }
  return all;
}

/** True when eight characters in a row can be read at the beginning, in the middle or at the end. */
function leaks(text: string, core: string): boolean {
  const middle = core.length >> 1;
  return [core.slice(0, 8), core.slice(middle, middle + 8), core.slice(-8)].some(
    (piece) => piece.length > 5 && text.includes(piece),
  );
}

test('masks at least 98% of 11,000 secrets of more than 300 shapes in text of every kind', () => {
  const all = planted();
  const missed = all.filter(({ core, line }) => leaks(redactText(line).text, core));
  const shapes = new Set(all.map(({ shape }) => shape)).size;
  const recall = 1 - missed.length / all.length;
  console.log(
    `redaction: recall ${recall.toFixed(4)} over ${all.length} strings of ${shapes} shapes`,
  );
  expect(shapes).toBeGreaterThanOrEqual(150);
  expect(all.length).toBeGreaterThanOrEqual(4000);
  const told = [...new Set(missed.map(({ shape }) => shape))].join(', ');
  expect(recall, `missed: ${told}`).toBeGreaterThanOrEqual(0.98);
});

test('changes at most 0.5% of 5,000 lines of code, configuration and prose', () => {
  const lines = benignLines(5000, random);
  const touched = lines.filter((line) => redactText(line).count > 0);
  const share = touched.length / lines.length;
  console.log(`redaction: false positives ${share.toFixed(4)} over ${lines.length} lines`);
  expect(lines.length).toBeGreaterThanOrEqual(2000);
  expect(share, touched.slice(0, 20).join('\n')).toBeLessThanOrEqual(0.005);
});

test('reads the complete table of providers: masks every prefix with a tail of its own length', () => {
  const pieces: Record<string, string> = { x: 'a1b2c3d4e5f60798', u: 'Q7XK2ZP9W4JT8V3B' };
  const unread: string[] = [];
  for (const line of PROVIDER_SHAPES.split('\n'))
    for (const group of line.slice(line.indexOf(' ')).split(',')) {
      const words = group.trim().split(' ');
      const [, set, least] = /^(\w)(\d+)/.exec(words.pop()!)!;
      const tail = (pieces[set!] ?? 'q7XkZ2pW9vJ4tB8n')
        .repeat(10)
        .slice(0, Math.max(Number(least), 8));
      for (const word of words)
        if (redactText(`use ${word}${tail} here`).text.includes(tail)) unread.push(word);
    }
  expect(unread).toEqual([]);
});

test('never takes a digest for a key, whatever its first characters', () => {
  const rest = fill('[hex60]', random);
  for (let start = 0; start < 65_536; start++) {
    const digest = start.toString(16).padStart(4, '0') + rest;
    expect(redactText(`sha256:${digest}`).count + redactText(digest.toUpperCase()).count).toBe(0);
  }
});
