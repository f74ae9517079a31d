/** How a version of a skill may be used: followed, shown or excluded, promoted or rolled back. */
import { isUntrusted } from '../channels.ts';
import { decisionOn, reasonToWithhold, type QuarantineDecisions } from '../shown/withhold.ts';
import type { SkillVersion } from './fold-skills.ts';

/**
 * `applicable`: may be followed. `diagnostic`: visible, with its reason. `excluded`: never offered as an instruction.
 */
export type SkillUse = 'applicable' | 'diagnostic' | 'excluded';

export type UseReason =
  | 'unproposed'
  | 'deprecated'
  | 'contradicted'
  | 'superseded'
  | 'untrusted_channel'
  | 'withheld'
  | 'uncited'
  | 'no_procedure'
  | 'not_validated'
  | 'rollback_candidate';

/**
 * Why the text of a version is not shown. A procedure is a list of imperatives: from a tool or a page, they are foreign
 * until a person releases them, for reading only.
 */
export function whyNotShown(
  version: SkillVersion,
  decisions: QuarantineDecisions,
  texts = version.texts,
) {
  const { name, summary, procedure, applicability, failureModes, rollback } = version;
  if (version.records.some((record) => decisionOn(record, decisions) === 'held'))
    return 'held_by_person';
  const records = texts.filter((record) => decisionOn(record, decisions) === null);
  if (records.some(({ channel }) => isUntrusted(channel))) return 'untrusted_channel';
  const said = [name, summary, ...procedure, ...applicability, ...failureModes, rollback];
  const reasons = records.map(({ channel }) => reasonToWithhold(channel, said.join('\n')));
  return reasons.find((reason) => reason !== null) ?? null;
}

/**
 * @param cited Whether the log contains every event that the version cites
 * @param withheld Why its text would not be shown if no person had released it
 */
export function useOf(
  version: SkillVersion,
  cited: boolean,
  withheld: ReturnType<typeof whyNotShown>,
): { use: SkillUse; reasons: UseReason[] } {
  const excluded: UseReason[] = [];
  if (version.status === null) excluded.push('unproposed');
  if (version.status === 'deprecated') excluded.push('deprecated');
  if (version.status === 'contradicted' || version.contradictions > 0)
    excluded.push('contradicted');
  if (version.supersededBy !== null) excluded.push('superseded');
  if (withheld !== null) excluded.push(withheld === 'untrusted_channel' ? withheld : 'withheld');
  if (!cited) excluded.push('uncited');
  if (excluded.length > 0) return { use: 'excluded', reasons: excluded };
  const doubts: UseReason[] = [];
  if (!version.validated) doubts.push('not_validated');
  if (version.procedure.length === 0) doubts.push('no_procedure');
  if (isRollbackCandidate(version)) doubts.push('rollback_candidate');
  return doubts.length > 0
    ? { use: 'diagnostic', reasons: doubts }
    : { use: 'applicable', reasons: [] };
}

const PROMOTE_FROM = 0.8;
const ROLL_BACK_BELOW = 0.5;

/** It has worked, never failed, and nothing contradicts it. Promoting it is a separate event. */
export function isPromotionCandidate(version: SkillVersion): boolean {
  const { status, contradictions, supersededBy, outcomes, meanScore } = version;
  if (status === null || status === 'deprecated' || status === 'contradicted') return false;
  if (contradictions > 0 || supersededBy !== null) return false;
  if (outcomes.success === 0 || outcomes.failure > 0) return false;
  return meanScore === null || meanScore >= PROMOTE_FROM;
}

/** Whether evidence or outcomes contradict it. */
export function isRollbackCandidate(version: SkillVersion): boolean {
  const { status, contradictions, outcomes, meanScore } = version;
  return (
    status === 'contradicted' ||
    status === 'deprecated' ||
    contradictions > 0 ||
    outcomes.failure > outcomes.success ||
    (meanScore !== null && meanScore < ROLL_BACK_BELOW)
  );
}
