import { expect, test } from 'vitest';
import log from './fixtures/coding-log.json' with { type: 'json' };
import {
  codingLog,
  fakeMemory,
  fakeStore,
  fixedClock,
  type PlainEvent,
} from './fixtures/fake-memory.ts';
import { scoreQuestions } from './fixtures/score-questions.ts';

const rows = codingLog(log as unknown as { session: string; events: PlainEvent[] });
const deps = {
  memory: fakeMemory(rows.session, rows),
  store: fakeStore(rows.session, rows.last),
  clock: fixedClock,
};

test('rarely answers unanswerable questions and rarely refuses answerable ones', async () => {
  const scores = await scoreQuestions(deps, rows.session);

  expect(scores.answerable + scores.unanswerable).toBeGreaterThanOrEqual(40);
  expect(scores.unanswerable / (scores.answerable + scores.unanswerable)).toBeGreaterThan(0.3);
  expect(scores.falselyAnswered).toBeLessThanOrEqual(0.05);
  expect(scores.refused).toBeLessThanOrEqual(0.15);
  expect(scores.answered).toBeGreaterThanOrEqual(0.8);
  expect(scores.answeredFromGold).toBeGreaterThanOrEqual(0.9);
});
