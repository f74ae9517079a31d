import { notFound } from '@hookloom/core';
import { createCitationCheck, excerpt, foldText } from '@hookloom/memory/checkout';
import {
  foldSkills,
  isPromotionCandidate,
  isRollbackCandidate,
  placeSkills,
  readDecisions,
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
  withheld: RelatedSkill['withheld'];
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

export async function readSkills(
  context: OperationContext,
  scope: { session_id?: string | undefined },
) {
  const session = await readableSession(context, scope);
  const memory = await openedMemory(context);
  const rows = await memory.facts({
    sessions: [session],
    types: [...SKILL_FACT_TYPES],
    limit: MAX_ROWS,
    includeSuperseded: true,
  });
  const decisions = await readDecisions(memory, [session]);
  const check = createCitationCheck(context.store);
  const skills = await placeSkills(foldSkills(rows), check, decisions);
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
  const { version: of, withheld } = skill;
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
