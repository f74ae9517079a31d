import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventOf, HISTORIES, HISTORIES_MS, rowsOf } from '../consolidation/histories.fixture.ts';
import type { FactRow } from '../rows.ts';
import { foldMetacognition } from './open-items.ts';
import { CLOSING_EVENTS, CLOSINGS, OPEN_KINDS, OUTCOMES, whyNotClosed } from './states.ts';

const IDS = OPEN_KINDS.flatMap((kind) => [`metacognition:${kind}:1`, `metacognition:${kind}:2`]);
const kindOf = (id: string) => OPEN_KINDS.find((kind) => id.includes(`:${kind}:`))!;
const SOURCE = [{ seq: 1, hash: 'a'.repeat(64) }];
const AGAINST = [{ seq: 2, hash: 'b'.repeat(64) }];

function opening(id: string, seq: number) {
  const shared = { claim: 'c', claim_key: 'k', source_events: SOURCE };
  return {
    unknown: () =>
      eventOf(seq, 'metacognition.unknown.recorded', { unknown_id: id, question: 'q', ...shared }),
    conflict: () =>
      eventOf(seq, 'metacognition.conflict.clustered', {
        cluster_id: id,
        ...shared,
        supporting_source_events: SOURCE,
        conflicting_source_events: AGAINST,
      }),
    reverify: () =>
      eventOf(seq, 'metacognition.reverify.requested', { reverify_id: id, query: 'q', ...shared }),
  }[kindOf(id)]();
}

const step = fc.record({
  id: fc.constantFrom(...IDS),
  act: fc.constantFrom('open', ...OUTCOMES),
});

test(
  'every open item of any history can be closed, once, and stays closed after a rebuild',
  () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const model = new Map<string, string | null>();
        const rows: FactRow[] = [];
        const close = (id: string, outcome: string, seq: number): void => {
          rows.push(...rowsOf(eventOf(seq, CLOSING_EVENTS[kindOf(id)], { id, outcome })));
          const isOutcome = (CLOSINGS[kindOf(id)] as readonly string[]).includes(outcome);
          if (model.get(id) === null && isOutcome) model.set(id, outcome);
        };
        for (const [at, { id, act }] of steps.entries()) {
          if (act !== 'open') close(id, act, at + 3);
          else {
            if (!model.has(id)) model.set(id, null);
            rows.push(...rowsOf(opening(id, at + 3)));
          }
        }
        const stateOf = () =>
          new Map(foldMetacognition(rows).items.map(({ id, outcome }) => [id, outcome]));
        expect(stateOf()).toEqual(model);
        for (const [at, [id, outcome]] of [...model].entries()) {
          const kind = kindOf(id);
          const ways = OUTCOMES.filter(
            (each) => whyNotClosed({ kind, isOpen: outcome === null }, each, 1) === null,
          );
          expect(ways.length > 0).toBe(outcome === null);
          if (outcome === null) close(id, ways[0]!, 1000 + at);
        }
        expect([...stateOf().values()].filter((outcome) => outcome === null)).toEqual([]);
        rows.reverse();
        expect(stateOf()).toEqual(model);
      }),
      { numRuns: HISTORIES },
    );
  },
  HISTORIES_MS,
);

test('a conflict ends once nothing of one side holds any more', () => {
  const rows = rowsOf(opening('metacognition:conflict:1', 5));
  const outcomeOf = (ended: [number, number][]) => foldMetacognition(rows, new Map(ended)).items[0];
  expect(outcomeOf([])).toMatchObject({ outcome: null });
  expect(outcomeOf([[9, 10]])).toMatchObject({ outcome: null });
  expect(outcomeOf([[2, 7]])).toMatchObject({ outcome: 'resolved', closedSeq: 7 });
});

test('confirmed and refuted need evidence', () => {
  const open = { kind: 'reverify', isOpen: true } as const;
  expect(whyNotClosed(open, 'confirmed', 0)).toBe('no_evidence');
  expect(whyNotClosed(open, 'confirmed', 1)).toBeNull();
  expect(whyNotClosed(open, 'obsolete', 0)).toBeNull();
});

test('a verification that cites the evidence of a claim closes the request to check it', () => {
  const id = 'metacognition:reverify:1';
  const request = rowsOf(
    eventOf(5, 'metacognition.reverify.requested', {
      reverify_id: id,
      query: 'q',
      claim_key: 'k',
      source_events: [...SOURCE, ...AGAINST],
      conflicting_source_events: AGAINST,
    }),
  );
  const check = (seq: number, outcome: string, source_events: typeof SOURCE, channel = 'model') => {
    const event = eventOf(seq, 'verification.recorded', {
      command: 'npm test',
      outcome,
      source_events,
    });
    return rowsOf({ ...event, origin: { channel: channel as 'model' } });
  };
  const after = (...checks: FactRow[][]) =>
    foldMetacognition([...request, ...checks.flat()]).items[0]!;
  expect(after(check(6, 'passed', SOURCE))).toMatchObject({ outcome: 'confirmed', closedSeq: 6 });
  expect(after(check(6, 'failed', SOURCE))).toMatchObject({ outcome: 'refuted', closedSeq: 6 });
  expect(after(check(6, 'passed', AGAINST))).toMatchObject({ outcome: 'refuted' });
  // Earlier, about other events, about both sides, without an outcome, or from a tool: it stays open.
  const elsewhere = [{ seq: 1, hash: 'c'.repeat(64) }];
  for (const checks of [
    check(4, 'passed', SOURCE),
    check(6, 'passed', elsewhere),
    check(6, 'passed', [...SOURCE, ...AGAINST]),
    check(6, 'later', SOURCE),
    check(6, 'passed', SOURCE, 'tool'),
  ])
    expect(after(checks).outcome).toBeNull();
  expect(after(check(6, 'passed', SOURCE), check(7, 'failed', SOURCE))).toMatchObject({
    outcome: 'confirmed',
    closedSeq: 6,
  });
});
