import type { UnavailableEvent } from '@hookloom/core/events';
import type { ScoringProfile } from '../search/scoring-profiles.ts';
import type { Admission } from './admission.ts';
import type { EvidenceReport } from './evidence-policy.ts';
import type { RetentionPolicy } from './retention.ts';
import type { Conflict } from './agreement.ts';
import type { FoundBlock } from './blocks/found-block.ts';
import type { CodeAnchors } from './code-anchors.ts';
import type { Gathered } from './gather.ts';
import type { CheckoutPlan } from './request.ts';
import type { Purpose } from './purpose.ts';
import type { Question } from '../question/question.ts';
import type { RefTarget } from './ref-target.ts';
import type { Row, Selection } from './select.ts';
import type { EvidencePlan, SlotPlan } from './slot-plan.ts';
import { unavailableWarnings } from './unavailable.ts';
import type { Withheld } from '../shown/withhold.ts';

/** Everything that was found, before the budget decides. */
export interface Findings {
  plan: CheckoutPlan;
  session: string;
  target: RefTarget | null;
  purpose: Purpose;
  gathered: Gathered;
  question: Question;
  slots: SlotPlan;
  evidencePlan: EvidencePlan;
  selection: Selection;
  conflicts: Conflict[];
  withheld: Withheld[];
  /** Events that fail verification: cited ones, and those left out while following the log. */
  unavailable: UnavailableEvent[];
  warnings: string[];
  /** Notices about the log itself, for the start of the answer. */
  notices: readonly string[];
  /** Null: no file was checked. */
  codeAnchors: CodeAnchors | null;
  candidates: number;
  admission: Admission;
  retention: RetentionPolicy;
  scoring: ScoringProfile;
  /** False: salience was not used. */
  salience: boolean;
  /** Null: the purpose requires nothing. */
  evidenceReport: EvidenceReport | null;
  /** The contributions of the domains, in addition to the rows. */
  blocks: FoundBlock[];
}

/** Lanes that must be available for an empty result to be meaningful. */
const RECALL_LANES = new Set(['graph', 'verbatim', 'lexical', 'exact']);

export function unavailableLanes({ degraded }: Gathered): string[] {
  return [...new Set(degraded.map(({ lane }) => lane))].filter((lane) => RECALL_LANES.has(lane));
}

/** Optional lanes: if they fail, the answer is the same as without them. */
const ADDED_LANES = new Set(['vector', 'rerank']);

/** Empty if recent events are not shown. */
export const WINDOW_CUT =
  'The replay window was cut and no cited row represents what was left out.';

/** Reasons to doubt the answer, as sentences. Each of them keeps a checkout from `answer_from_memory`. */
export function findWarnings({
  gathered,
  selection: { facts, reported },
  conflicts,
  unavailable,
}: Findings): string[] {
  const uncited = facts.filter(isUncited).length;
  const reasons = new Map<string, string[]>();
  for (const { lane, reason } of gathered.degraded) {
    if (ADDED_LANES.has(lane)) continue;
    reasons.set(reason, [...(reasons.get(reason) ?? []), lane]);
  }
  return [
    ...unavailableWarnings(unavailable),
    ...[...reasons].map(
      ([reason, lanes]) => `Could not look in ${[...new Set(lanes)].join(', ')}: ${reason}.`,
    ),
    ...(gathered.behind > 0
      ? [`The memory is ${gathered.behind} events behind the log; newer events are not in it.`]
      : []),
    ...(uncited > 0
      ? [`${uncited} current ${uncited === 1 ? 'fact names' : 'facts name'} no event of the log.`]
      : []),
    ...conflicts.map(
      ({ subject, citations, said = [] }) =>
        `Current facts disagree about "${subject}": ${citations.map((citation, at) => citation + bySaid(said[at])).join(' and ')}.`,
    ),
    ...(gathered.compacted && [...facts, ...reported.filter(isEdit)].every(isUncited)
      ? [WINDOW_CUT]
      : []),
  ];
}

function bySaid(said: { author: string | null; on: string } | undefined): string {
  return said === undefined ? '' : ` (${said.author ?? 'this memory'}, ${said.on})`;
}

function isUncited({ citation }: Row): boolean {
  return citation === null;
}

function isEdit({ eventType }: Row): boolean {
  return eventType === 'file.edit.applied';
}
