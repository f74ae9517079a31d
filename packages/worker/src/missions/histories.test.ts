import fc from 'fast-check';
import { expect, it } from 'vitest';
import { projectedRuntime } from '../../test/fixture.ts';
import type { Caller } from '../operations/context.ts';
import { mergeBrief } from './brief.ts';
import { applyApproval, promoteFinding, reviewFinding } from './decide.ts';
import { missionCheckout } from './mission-checkout.ts';
import { reportFinding } from './report-finding.ts';
import { createWorker, startMission } from './run-mission.ts';
import { REVIEWS, type ReviewStatus } from './state.ts';

/** Random histories; the nightly run sets the full number. */
const HISTORIES = Number(process.env['NIGHTLY_HISTORIES'] ?? '200');
const mission_id = 'm';
const WORKERS = ['w1', 'w2'] as const;
const lead: Caller = { channel: 'model', client: 'claude-code', clientSession: 'c1' };
const worker: Caller = { channel: 'model', client: 'codex', connection: 'x1' };

type Step =
  | { do: 'report'; by: (typeof WORKERS)[number]; value: string | null; hasEvidence: boolean }
  | { do: 'review'; at: number; status: ReviewStatus; caller: Caller }
  | { do: 'promote'; at: number; caller: Caller }
  | { do: 'apply'; at: number; status: ReviewStatus; promote: boolean };

/** The rules about a finding, independent of the tested code. */
interface Expected {
  id: string;
  by: string;
  value: string | null;
  hasEvidence: boolean;
  status: ReviewStatus | 'pending';
  state: 'open' | 'promoted' | 'retracted';
}

const at = fc.nat({ max: 5 });
const caller = fc.constantFrom(lead, lead, lead, worker);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('report' as const),
      by: fc.constantFrom(...WORKERS),
      value: fc.constantFrom(null, 'a', 'b'),
      hasEvidence: fc.boolean(),
    }),
    fc.record({
      do: fc.constant('review' as const),
      at,
      status: fc.constantFrom('accepted' as const, ...REVIEWS),
      caller,
    }),
    fc.record({ do: fc.constant('promote' as const), at, caller }),
    fc.record({
      do: fc.constant('apply' as const),
      at,
      status: fc.constantFrom('accepted' as const, ...REVIEWS),
      promote: fc.boolean(),
    }),
  ),
  { minLength: 4, maxLength: 14 },
);

const mayBecome = ({ status, state }: Expected, to: ReviewStatus): boolean => {
  if (state !== 'open') return state === 'promoted' && to === 'rejected';
  if (status === 'pending') return true;
  if (status === 'accepted') return to === 'rejected';
  return status !== 'rejected' && status !== to;
};

function review(finding: Expected, to: ReviewStatus): boolean {
  if (!mayBecome(finding, to)) return false;
  finding.status = to;
  if (finding.state === 'promoted') finding.state = 'retracted';
  return true;
}

function promote(finding: Expected, all: readonly Expected[]): boolean {
  const isOpen = finding.state === 'open' && finding.status === 'accepted';
  if (!isOpen || !finding.hasEvidence || isDisputed(finding, all)) return false;
  finding.state = 'promoted';
  return true;
}

/** Another valid finding gives the claim another value. */
function isDisputed(finding: Expected, all: readonly Expected[]): boolean {
  const standing = all.filter(
    (each, place) =>
      each.value !== null &&
      each.status !== 'rejected' &&
      each.state !== 'retracted' &&
      (each.state === 'promoted' ||
        !all.slice(place + 1).some((later) => later.value !== null && later.by === each.by)),
  );
  return standing.includes(finding) && standing.some(({ value }) => value !== finding.value);
}

/** True if the call succeeded. A refusal is one of the documented errors. */
async function succeeds(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    const { code } = error as { code?: string };
    expect(['conflict', 'permission_denied']).toContain(code);
    return false;
  }
}

it(
  'only a finding that was reported, accepted by another and supported becomes state, in any history',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const { runtime, store } = await projectedRuntime();
        const { context } = runtime;
        await startMission(context, { mission_id, objective: 'Find it' }, lead);
        for (const worker_id of WORKERS)
          await createWorker(context, { mission_id, worker_id }, lead);
        const all: Expected[] = [];
        const decide = async (step: Exclude<Step, { do: 'report' }>): Promise<void> => {
          const finding = all[step.at];
          if (finding === undefined) return;
          const finding_id = finding.id;
          const after = { ...finding };
          const others = all.map((each) => (each === finding ? after : each));
          if (step.do === 'apply') {
            const { status } = step;
            const repeats = step.promote && status === finding.status;
            const isAllowed =
              (repeats || review(after, status)) && (!step.promote || promote(after, others));
            const decisions = [{ finding_id, status, rationale: 'r', promote: step.promote }];
            const call = applyApproval(context, { mission_id, decisions }, lead);
            expect(await succeeds(call)).toBe(isAllowed);
            if (isAllowed) Object.assign(finding, after);
            return;
          }
          const isAllowed =
            step.caller === lead &&
            (step.do === 'review' ? review(after, step.status) : promote(after, others));
          const request = { mission_id, finding_id };
          const call =
            step.do === 'review'
              ? reviewFinding(context, { ...request, status: step.status }, step.caller)
              : promoteFinding(context, request, step.caller);
          expect(await succeeds(call)).toBe(isAllowed);
          if (isAllowed) Object.assign(finding, after);
        };
        for (const step of history) {
          if (step.do !== 'report') {
            await decide(step);
            continue;
          }
          const { by, value, hasEvidence } = step;
          const [seen] = await store.append(by, [
            {
              type: 'note.seen',
              actorId: 'a',
              payload: { text: 'x' },
              origin: { channel: 'tool' },
            },
          ]);
          const citation = `eventloom://${by}/events/${seen!.seq}#${seen!.hash.slice(7, 19)}`;
          const { finding_id } = await reportFinding(
            context,
            {
              mission_id,
              worker_id: by,
              summary: `Seen ${all.length}`,
              evidence: hasEvidence ? [{ kind: 'event', reference: 'a note', citation }] : [],
              ...(value !== null && { claim_key: 'key', claim_value: value }),
            },
            worker,
          );
          all.push({ id: finding_id, by, value, hasEvidence, status: 'pending', state: 'open' });
        }
        const promoted = all.filter(({ state }) => state === 'promoted').map(({ id }) => id);
        const checkout = await missionCheckout(context, { mission_id }, lead);
        const shown = checkout.accepted_findings.map(({ finding_id }) => finding_id);
        expect(shown.toSorted()).toEqual(promoted.toSorted());
        const brief = await mergeBrief(context, { mission_id }, lead);
        expect(brief.rejected_findings.map(({ finding_id }) => finding_id).toSorted()).toEqual(
          all
            .filter(({ status }) => status === 'rejected')
            .map(({ id }) => id)
            .toSorted(),
        );
      }),
      { numRuns: HISTORIES },
    );
  },
  120_000 + HISTORIES * 600,
);
