import { notFound } from '@hookloom/core';
import {
  createCitationCheck,
  excerpt,
  foldText,
  reasonToWithhold,
  type Withheld,
} from '@hookloom/memory/checkout';
import {
  foldSkills,
  isPromotionCandidate,
  isRollbackCandidate,
  isUntrusted,
  placeSkills,
  SKILL_FACT_TYPES,
  type RelatedSkill,
  type SkillUse,
  type SkillVersion,
  type UseReason,
} from '@hookloom/memory';
import { readableSession, type OperationContext } from './context.ts';
import { openedMemory } from '../memory-access.ts';

/** The state of one version of a procedure, read from the log. */
export interface SkillState extends Pick<
  SkillVersion,
  'version' | 'status' | 'applications' | 'outcomes' | 'contradictions'
> {
  skill_id: string;
  use: SkillUse;
  reasons: UseReason[];
  mean_score: number | null;
  candidate_for: 'promotion' | 'rollback' | null;
  /** Citation of the event with the procedure; null if it is not in the log. */
  citation: string | null;
}

/** One version with its text. */
export interface SkillText
  extends
    SkillState,
    Pick<
      SkillVersion,
      'name' | 'summary' | 'procedure' | 'applicability' | 'rollback' | 'supersedes'
    > {
  failure_modes: string[];
  superseded_by: string | null;
  /** Why its text is not shown. The citation leads to it. */
  withheld: Withheld['reason'] | 'untrusted_channel' | null;
}

export type SkillList = Awaited<ReturnType<typeof listSkills>>;

export type SkillVersions = Awaited<ReturnType<typeof showSkill>>;

/** The maximum number of skill rows to read, newest first. */
const MAX_ROWS = 4000;
const ID_CHARS = 128;
const TEXT_CHARS = 4096;

/** Every version of every procedure of the session, by id, then by version. */
export async function listSkills(
  context: OperationContext,
  request: { session_id?: string | undefined },
) {
  const { session, skills } = await readSkills(context, request);
  return { session_id: session, skills: skills.map(stateOf), authority_status: GENERATED };
}

/** All versions of one procedure with their steps. Throws `not_found`. */
export async function showSkill(
  context: OperationContext,
  { skill_id, ...scope }: { skill_id: string; session_id?: string | undefined },
) {
  const { session, skills } = await readSkills(context, scope);
  const versions = skills.filter(({ version }) => version.skillId === skill_id).toReversed();
  if (versions.length === 0)
    throw notFound(
      'This session has no skill with that name.',
      'List them with `hookloom memory skill list`.',
    );
  return {
    session_id: session,
    skill_id,
    /** Newest version first. */
    versions: versions.map(textOf),
    authority_status: GENERATED,
  };
}

const GENERATED = 'non_authoritative';

async function readSkills(context: OperationContext, scope: { session_id?: string | undefined }) {
  const session = await readableSession(context, scope);
  const memory = await openedMemory(context);
  const rows = await memory.facts({
    sessions: [session],
    types: [...SKILL_FACT_TYPES],
    limit: MAX_ROWS,
    includeSuperseded: true,
  });
  const skills = await placeSkills(foldSkills(rows), createCitationCheck(context.store));
  return { session, skills };
}

function stateOf({ version: of, citation, use, reasons }: RelatedSkill): SkillState {
  return {
    skill_id: excerpt(foldText(of.skillId), ID_CHARS),
    version: excerpt(foldText(of.version), ID_CHARS),
    status: of.status,
    use,
    reasons,
    applications: of.applications,
    outcomes: { ...of.outcomes },
    mean_score: of.meanScore,
    contradictions: of.contradictions,
    candidate_for: candidateFor(of),
    citation,
  };
}

function candidateFor(of: SkillVersion): SkillState['candidate_for'] {
  if (isRollbackCandidate(of)) return 'rollback';
  return isPromotionCandidate(of) ? 'promotion' : null;
}

function textOf(skill: RelatedSkill): SkillText {
  const { version: of } = skill;
  const withheld = whyNotShown(of);
  const shown = (text: string): string =>
    withheld === null ? excerpt(foldText(text), TEXT_CHARS) : '';
  const list = (texts: readonly string[]): string[] => (withheld === null ? texts.map(shown) : []);
  return {
    ...stateOf(skill),
    name: shown(of.name),
    summary: shown(of.summary),
    procedure: list(of.procedure),
    applicability: list(of.applicability),
    failure_modes: list(of.failureModes),
    rollback: shown(of.rollback),
    supersedes: of.supersedes,
    superseded_by: of.supersededBy,
    withheld,
  };
}

/** A procedure is a list of imperatives, so one from a tool or a page is not shown. */
function whyNotShown(of: SkillVersion): SkillText['withheld'] {
  if (of.records.some(({ channel }) => isUntrusted(channel))) return 'untrusted_channel';
  const { name, summary, procedure, applicability, failureModes, rollback } = of;
  const said = [name, summary, ...procedure, ...applicability, ...failureModes, rollback];
  for (const { channel } of of.records) {
    const reason = reasonToWithhold(channel, said.join('\n'));
    if (reason !== null) return reason;
  }
  return null;
}
