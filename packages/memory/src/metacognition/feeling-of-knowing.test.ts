import { expect, test } from 'vitest';
import { termsOf } from '../salience/name-words.ts';
import { feelingOfKnowing, knowingIndex } from './feeling-of-knowing.ts';
import { fokReport } from './fok-report.ts';

const NOW = Date.parse('2026-11-21T00:00:00Z');
const used = { surfaced: 0, earned: 3, last: '2026-11-21T00:00:00Z', lastEarned: null };
const seen = { ...used, earned: 1 };
const names = [
  { type: 'decision', name: 'Use JSONL for the log', salience: used },
  { type: 'decision', name: 'Deploy to Frankfurt', salience: seen },
  { type: 'task', name: 'Migrate the schema' },
];
const index = knowingIndex({
  words: new Set(names.flatMap(({ name }) => termsOf(name))),
  marked: names.filter(({ salience }) => salience !== undefined),
});

test('terms are words of any script, each once, without the most common ones', () => {
  expect(termsOf('The log, THE LOG and Übermut é 日本')).toEqual(['log', 'übermut', '日本']);
});

test('counts names, cues and use with the documented weights', () => {
  expect(feelingOfKnowing(index, 'JSONL log', { tool: 'schema', phase: 'review' }, NOW)).toEqual({
    verdict: 'likely',
    score: 0.8375,
    signals: {
      query_term_count: 2,
      bloom_hits: 2,
      bloom_hit_ratio: 1,
      cue_hits: 1,
      cue_hit_total: 2,
      cue_hit_ratio: 0.5,
      matched_salience_mass: 3,
      total_salience_mass: 4,
      salience_mass_ratio: 0.75,
    },
    authority_status: 'non_authoritative',
  });
});

test.each([
  ['migrate schema', 'likely'],
  ['migrate the database to Postgres', 'possible'],
  ['kubernetes operators', 'unlikely'],
  ['of the and', 'unlikely'],
])('"%s" is %s to be known', (query, verdict) => {
  expect(feelingOfKnowing(index, query, {}, NOW).verdict).toBe(verdict);
});

const at = (seq: number, queryHash: string) => ({ session: 's', seq, queryHash });

test('a report pairs a guess with the next checkout of its question, once', () => {
  const report = fokReport(
    [
      { ...at(1, 'a'), score: 1 },
      { ...at(3, 'b'), score: 0.5 },
      { ...at(9, 'a'), score: 1 },
    ],
    [
      { ...at(2, 'a'), found: true },
      { ...at(4, 'b'), found: false },
      { ...at(5, 'a'), found: false },
    ],
  );
  expect(report).toEqual({
    status: 'insufficient_data',
    prediction_count: 3,
    pair_count: 2,
    min_pairs: 20,
    found_count: 1,
    base_rate: 0.5,
    brier_score: 0.125,
    base_rate_brier_score: 0.25,
    margin: 0.125,
  });
});

test.each([
  ['better_than_base_rate', (found: boolean) => (found ? 0.9 : 0.1)],
  ['worse_than_base_rate', (found: boolean) => (found ? 0.1 : 0.9)],
  ['same_as_base_rate', () => 0.5],
])('a report says when the guesses are %s', (status, score) => {
  const questions = Array.from({ length: 20 }, (_, i) => ({ i, found: i % 2 === 0 }));
  const report = fokReport(
    questions.map(({ i, found }) => ({ ...at(2 * i, `q${i}`), score: score(found) })),
    questions.map(({ i, found }) => ({ ...at(2 * i + 1, `q${i}`), found })),
  );
  expect([report.status, report.pair_count]).toEqual([status, 20]);
});

test('a report has no figures without pairs, or if every checkout found something', () => {
  const many = Array.from({ length: 30 }, (_, i) => i);
  const all = fokReport(
    many.map((i) => ({ ...at(2 * i, `q${i}`), score: 0.7 })),
    many.map((i) => ({ ...at(2 * i + 1, `q${i}`), found: true })),
  );
  expect(all.status).toBe('insufficient_data');
  expect(fokReport([], [])).toMatchObject({ status: 'insufficient_data', brier_score: null });
});
