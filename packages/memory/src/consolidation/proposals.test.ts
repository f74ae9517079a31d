import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FactRow } from '../rows.ts';
import { eventOf, HISTORIES, HISTORIES_MS, rowsOf } from './histories.fixture.ts';
import { foldProposals } from './proposals.ts';
import { REVIEW_STATUSES, whyNoPromotion, whyNoReview } from './states.ts';

const IDS = ['consolidation:claim:a', 'consolidation:claim:b', 'belief:update:c'];
const SOURCE = [{ seq: 1, hash: 'a'.repeat(64) }];

/** The lifecycle as documented, written a second time. */
const ALLOWED = new Set([
  'pending>accepted',
  'pending>rejected',
  'pending>deferred',
  'pending>conflicted',
  'deferred>accepted',
  'deferred>rejected',
  'deferred>conflicted',
  'conflicted>accepted',
  'conflicted>rejected',
  'conflicted>deferred',
  'accepted>rejected',
]);

const step = fc.oneof(
  fc.record({ id: fc.constantFrom(...IDS), act: fc.constant('propose') }),
  fc.record({ id: fc.constantFrom(...IDS), act: fc.constantFrom(...REVIEW_STATUSES) }),
  fc.record({ id: fc.constantFrom(...IDS), act: fc.constantFrom('promote', 'forge') }),
);

function proposal(id: string, seq: number) {
  return id.startsWith('belief')
    ? eventOf(seq, 'belief.update.proposed', {
        belief_id: id,
        claim: id,
        source_events: SOURCE,
        confidence: 0.5,
      })
    : eventOf(seq, 'consolidation.candidate.created', {
        candidate_id: id,
        candidate_type: 'claim',
        title: id,
        summary: id,
        source_events: SOURCE,
        confidence: 0.5,
      });
}

function promotion(id: string, seq: number, channel: 'user' | 'model') {
  return id.startsWith('belief')
    ? eventOf(seq, 'belief.update.promoted', { belief_id: id, claim: id }, channel)
    : eventOf(
        seq,
        'consolidation.candidate.promoted',
        { candidate_id: id, candidate_type: 'claim', title: id, summary: id },
        channel,
      );
}

test(
  'a proposal follows its lifecycle through any history, and a rebuild gives the same state',
  () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const model = new Map<string, { status: string; isPromoted: boolean }>();
        const rows: FactRow[] = [];
        for (const [at, { id, act }] of steps.entries()) {
          const [seq, of] = [at + 2, model.get(id)];
          if (act === 'propose') {
            if (of === undefined) model.set(id, { status: 'pending', isPromoted: false });
            rows.push(...rowsOf(proposal(id, seq)));
          } else if (act === 'forge') {
            rows.push(...rowsOf(promotion(id, seq, 'model')));
          } else if (act === 'promote') {
            const found = foldProposals(rows).find((each) => each.id === id);
            const isAllowed =
              found !== undefined &&
              whyNoPromotion({ ...found, isPromoted: found.promotedSeq !== null }) === null;
            expect(isAllowed).toBe(of?.status === 'accepted' && !of.isPromoted);
            if (!isAllowed) continue;
            of!.isPromoted = true;
            rows.push(...rowsOf(promotion(id, seq, 'user')));
          } else {
            // Written without checking the states: a review that they do not allow changes nothing.
            if (of?.isPromoted === false && ALLOWED.has(`${of.status}>${act}`)) of.status = act;
            const payload = { candidate_id: id, status: act };
            rows.push(...rowsOf(eventOf(seq, 'consolidation.candidate.reviewed', payload)));
          }
        }
        const stateOf = (all: readonly FactRow[]) =>
          foldProposals(all).map(({ id, status, promotedSeq }) => [
            id,
            status,
            promotedSeq !== null,
          ]);
        const expected = [...model].map(([id, { status, isPromoted }]) => [id, status, isPromoted]);
        expect(stateOf(rows)).toEqual(expected);
        expect(stateOf(rows.toReversed())).toEqual(expected);
      }),
      { numRuns: HISTORIES },
    );
  },
  HISTORIES_MS,
);

test('every state except rejected can change, and no review reopens a rejected proposal', () => {
  for (const status of ['pending', ...REVIEW_STATUSES] as const) {
    const next = REVIEW_STATUSES.filter(
      (each) => whyNoReview({ status, isPromoted: false }, each) === null,
    );
    expect(next.map((each) => `${status}>${each}`)).toEqual(
      REVIEW_STATUSES.map((each) => `${status}>${each}`).filter((each) => ALLOWED.has(each)),
    );
  }
});

test('a newer proposal that covers all sources supersedes an older one, and an ended source makes it stale', () => {
  const sources = [1, 2].map((seq) => ({ seq, hash: 'a'.repeat(64) }));
  const claim = (id: string, seq: number, source_events: typeof sources) =>
    rowsOf(
      eventOf(seq, 'consolidation.candidate.created', {
        candidate_id: id,
        candidate_type: 'claim',
        title: id,
        summary: id,
        source_events,
        confidence: 0.5,
      }),
    );
  const rows = [...claim('a', 5, sources.slice(0, 1)), ...claim('b', 6, sources)];
  expect(foldProposals(rows, new Set([2]))).toMatchObject([
    { id: 'a', supersededBy: 'b', isStale: false },
    { id: 'b', supersededBy: null, isStale: true },
  ]);
});
