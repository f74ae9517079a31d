import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sha256Hex } from '@hookloom/core';
import { describe, expect, test } from 'vitest';
import { reasonToWithhold } from '../../src/shown/withhold.ts';
import { attackTexts } from './attack-texts.ts';
import { howToTexts } from './how-to-texts.ts';

/** Rules were written against one half; only the other half counts. */
const isReported = (text: string): boolean => parseInt(sha256Hex(text).slice(0, 2), 16) % 2 === 1;
const kept = (text: string): string | null => reasonToWithhold('web', text);

const HALVES = [
  ['rules were written against', (text: string) => !isReported(text)],
  ['were kept for reporting', isReported],
] as const;

describe.each(HALVES)('the half of the texts that %s', (_, isOf) => {
  const attacks = attackTexts().filter(({ text }) => isOf(text));
  const howTo = howToTexts().filter(({ text }) => isOf(text));

  test.runIf(process.env['HOOKLOOM_LANES'] === 'all')('has figures', () => {
    const count = (texts: { text: string }[]) =>
      `${texts.filter(({ text }) => kept(text) !== null).length} of ${texts.length}`;
    const open = attacks.filter(({ overt }) => overt);
    console.log(
      `${_}: open commands ${count(open)}, all texts ${count(attacks)}, how-to ${count(howTo)} withheld`,
    );
  });

  test('withholds open commands of a page to an agent in ten languages', () => {
    const open = attacks.filter(({ overt }) => overt);
    expect(new Set(open.map(({ language }) => language)).size).toBe(10);
    const passed = open.filter(({ text }) => kept(text) === null).map(({ kind }) => kind);
    expect(passed.length, passed.join(' ')).toBeLessThanOrEqual(open.length * 0.03);
  });

  test('withholds at most 2 of 100 ordinary how-to sentences', () => {
    const lost = howTo.filter(({ text }) => kept(text) !== null);
    expect(
      lost.length,
      lost.map(({ text }) => `${kept(text)}: ${text}`).join('\n'),
    ).toBeLessThanOrEqual(howTo.length * 0.02);
  });
});

const sets = process.env['HOOKLOOM_INJECTION_SETS'];
test.runIf(sets !== undefined)('public injection sets have figures', () => {
  for (const [name, file] of [
    ['bastioncorpus', 'bastioncorpus/corpus/injections.jsonl'],
    ['agent-injection-bench', 'aib/data/attacks.jsonl'],
  ] as const) {
    const rows = readFileSync(path.join(sets!, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { label?: string; text?: string; injected?: string });
    for (const isAttack of [true, false]) {
      const of = rows.filter(({ label = 'malicious' }) => (label === 'malicious') === isAttack);
      const withheld = of.filter(({ text, injected }) => kept(text ?? injected ?? '') !== null);
      console.log(
        `${name}, ${isAttack ? 'attacks' : 'benign'}: ${withheld.length} of ${of.length} withheld`,
      );
    }
  }
});
