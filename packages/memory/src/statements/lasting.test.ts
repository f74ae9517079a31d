import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { extractStatements } from './extract-statements.ts';

const kinds = (text: string): string[] =>
  extractStatements({ role: 'user', text }).map(({ kind }) => kind);

it.each([
  'shard by region, not by tenant. by tenant gave us 3000 tiny shards',
  'key is camera id + utc timestamp + frame nr, keep the newest one',
  'the sensor timestamps are local time not utc btw, convert on import and store utc only',
  'call them parcels not packages, the drivers get confused',
  'everything below /internal needs a client certificate',
  'Preise netto speichern, brutto erst in der Anzeige',
])('recognises a lasting sentence without a cue: %s', (text) => {
  expect(kinds(text)).not.toEqual([]);
});

it.each([
  'add a test for the empty file',
  'move that block up a bit',
  'run it against the april export, i want numbers',
  'make the heading shorter',
  'use the other branch for this',
  'show me the first ten rows',
  'put the screenshot in there',
  'zeig mir nochmal die letzten 20 zeilen',
  'What does this do? `go env -w GOPROXY=example.test/team`',
  '`git config --global pull.rebase true`',
])('reads nothing from an instruction for the current step: %s', (text) => {
  expect(kinds(text)).toEqual([]);
});

it('reads nothing from words that are in no example', () => {
  expect(
    kinds(
      'di na xove vedilope pe ceguce baquisuce tafoce pedi su guguro vecero gudi baki gudidice jelo have pece hataroce',
    ),
  ).toEqual([]);
});

it('needs a cue in a long turn', () => {
  const told = 'shard by region, not by tenant';
  const story = 'Yesterday the page stayed white and I looked around a bit. '.repeat(5);
  expect(kinds(told)).toHaveLength(1);
  expect(kinds(story + told)).toEqual([]);
});

it('uses weights that were trained with the sentences in the repository', () => {
  const folder = path.join(import.meta.dirname, '../../training');
  const text = readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('');
  const weights = readFileSync(path.join(import.meta.dirname, 'lasting-weights.ts'), 'utf8');
  expect(weights).toContain(createHash('sha256').update(text).digest('hex'));
});
