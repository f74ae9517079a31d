import fc from 'fast-check';
import { expect, test } from 'vitest';
import { preparedQuestion, createSessionVectors } from './session-vectors.ts';

const DIMENSIONS = 40;
const vector = fc
  .array(fc.integer({ min: -127, max: 127 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .map((bytes) => Int8Array.from(bytes));

function cosine(a: Int8Array, b: Int8Array): number {
  const dot = (x: Int8Array, y: Int8Array) => x.reduce((sum, value, d) => sum + value * y[d]!, 0);
  return dot(a, b) / (Math.sqrt(dot(a, a) || 1) * Math.sqrt(dot(b, b) || 1));
}

test('compares all of a few thousand vectors: finds the same nearest as a plain comparison, up to the given seq', () => {
  fc.assert(
    fc.property(
      fc.array(vector, { minLength: 1, maxLength: 60 }),
      vector,
      fc.integer({ min: 1, max: 130 }),
      (rows, question, maxSeq) => {
        const session = createSessionVectors(DIMENSIONS);
        rows.forEach((row, i) => session.add(2 * i + 1, row));
        const near = session.nearest(preparedQuestion(question), {
          maxSeq,
          scanned: 1000,
          count: 5,
        });
        const expected = rows
          .map((row, i) => ({ seq: 2 * i + 1, similarity: cosine(question, row) }))
          .filter(({ seq }) => seq <= maxSeq)
          .toSorted((a, b) => b.similarity - a.similarity || a.seq - b.seq)
          .slice(0, 5);
        expect(near.length).toBe(expected.length);
        near.forEach(({ similarity }, i) =>
          expect(similarity).toBeCloseTo(expected[i]!.similarity, 5),
        );
      },
    ),
  );
});

test('a text is as similar as its most similar part, and a little less the more parts it has', () => {
  const session = createSessionVectors(2);
  session.add(1, Int8Array.of(0, 127, 127, 0, 0, 127));
  session.add(2, Int8Array.of(127, 0));
  session.add(3, Int8Array.of(0, 127));
  const question = preparedQuestion(Int8Array.of(127, 0));
  const similarity = session.similarity(question, 1)!;
  expect(similarity).toBeLessThan(1);
  expect(similarity).toBeGreaterThan(0.9);
  expect(session.along(Float32Array.of(2, 0), 1)).toBe(2);
  const limits = { maxSeq: 3, scanned: 10, count: 5 };
  expect(session.nearest(question, limits)).toEqual([
    { seq: 2, similarity: 1 },
    { seq: 1, similarity },
    { seq: 3, similarity: 0 },
  ]);
});

test('a statement is as similar as itself or the text around it, not as another statement', () => {
  const session = createSessionVectors(2);
  session.add(1, Int8Array.of(127, 127, 127, 0, 0, 127), [7, 8]);
  session.add(2, Int8Array.of(0, 127));
  const question = preparedQuestion(Int8Array.of(127, 0));
  const [near, other] = [7, 8].map((fid) => session.similarity(question, 1, fid)!);
  expect(near).toBeGreaterThan(0.9);
  expect(other).toBeLessThan(Math.SQRT1_2);
  expect(session.similarity(question, 1)).toBeGreaterThan(0.9);
  expect(session.along(Float32Array.of(1, 0), 1, 8)).toBeCloseTo(Math.SQRT1_2);
  expect(session.similarity(question, 2, 9)).toBe(0);
});

test('scans only the newest vectors above the limit', () => {
  const session = createSessionVectors(2);
  session.add(1, Int8Array.of(127, 0));
  for (let seq = 2; seq <= 3000; seq++) session.add(seq, Int8Array.of(0, 127));
  const question = preparedQuestion(Int8Array.of(127, 0));
  const nearest = (scanned: number) =>
    session.nearest(question, { maxSeq: 4000, scanned, count: 1 })[0];
  expect(nearest(3000)).toEqual({ seq: 1, similarity: 1 });
  expect(nearest(2999)).toEqual({ seq: 2, similarity: 0 });
  expect(session.similarity(question, 1)).toBe(1);
  expect(session.similarity(question, 3001)).toBeNull();
  expect(session.lastSeq).toBe(3000);
});
