/** Which lifecycle steps the state of a skill's version allows. */
import { HookloomError, invalidRequest, type SKILL_ACTIONS } from '@hookloom/core';
import {
  FEEDBACK_WORDS,
  outcomeOfFeedback,
  outcomeOfScore,
  type SkillVersion,
} from './fold-skills.ts';

export type SkillAction = (typeof SKILL_ACTIONS)[number];

export interface SkillStep {
  skill_id: string;
  /** Default: 1. */
  version?: string | undefined;
  supersedes_version?: string | undefined;
  summary?: string | undefined;
  procedure?: string[] | undefined;
  success_score?: number | undefined;
  feedback?: string | undefined;
  evidence?: string[] | undefined;
  citations?: string[] | undefined;
  reason?: string | undefined;
  contradiction_reason?: string | undefined;
}

/**
 * Throws `conflict` for a step that the state does not allow, and `invalid_request` for an empty one.
 *
 * @param known The proposed versions, at least those that the step names
 */
export function refuseTransition(
  action: SkillAction,
  step: SkillStep,
  known: readonly SkillVersion[],
): void {
  const version = step.version ?? '1';
  const of = known.find((each) => each.skillId === step.skill_id && each.version === version);
  const said = `Version ${version} of skill ${step.skill_id}`;
  if (action === 'proposed') return propose(step, of, said);
  if (action === 'revised') return revise(step, version, of, known);
  if (of === undefined)
    throw conflict(`${said} was never proposed.`, 'Propose it first, or name a version that was.');
  if (isChanged(step, of))
    throw invalid(
      `${said} has another procedure.`,
      'A changed procedure is a new version: call with action revised.',
    );
  AGAINST[action](of, said, step);
}

type Later = Exclude<SkillAction, 'proposed' | 'revised'>;

const AGAINST: Record<Later, (of: SkillVersion, said: string, step: SkillStep) => void> = {
  validated(of, said, { evidence = [], citations = [] }) {
    if (isOver(of)) throw conflict(`${said} is ${of.status}.`, 'Revise it into a new version.');
    if (of.supersededBy !== null)
      throw conflict(
        `${said} was superseded by ${of.supersededBy}.`,
        'Validate the newer version.',
      );
    if (of.status === 'validated')
      throw conflict(`${said} is validated already.`, 'Record further use with outcome_recorded.');
    if (![...evidence, ...citations].some(isSaid))
      throw invalid(
        `Nothing shows that ${said.toLowerCase()} works.`,
        'Give evidence (what was run and what came of it) or citations of events.',
      );
  },
  deprecated(of, said) {
    if (of.status === 'deprecated')
      throw conflict(`${said} is deprecated already.`, 'There is nothing left to do.');
  },
  contradicted(of, said, { contradiction_reason = '', reason = '' }) {
    if (of.status === 'deprecated')
      throw conflict(`${said} is deprecated already.`, 'Contradict a version that is in use.');
    if (!isSaid(contradiction_reason) && !isSaid(reason))
      throw invalid(
        `Nothing says what contradicts ${said.toLowerCase()}.`,
        'Give contradiction_reason.',
      );
  },
  applied(of, said) {
    if (isOver(of)) throw conflict(`${said} is ${of.status}.`, 'Apply another version.');
  },
  outcome_recorded(_, said, { success_score, feedback }) {
    if (success_score === undefined && feedback === undefined)
      throw invalid(
        `An outcome of ${said.toLowerCase()} says nothing.`,
        `Give success_score (0 to 1) or feedback: ${FEEDBACK_WORDS.join(', ')}.`,
      );
    if (feedback !== undefined && outcomeOfFeedback(feedback) === 'neutral')
      throw invalid(
        `feedback is not one of the known words: ${FEEDBACK_WORDS.join(', ')}.`,
        'Send one of them, and the details in reason.',
      );
    const [score, word] = [outcomeOfScore(success_score), outcomeOfFeedback(feedback)];
    if ([score, word].includes('success') && [score, word].includes('failure'))
      throw invalid(
        `Feedback ${feedback} and success_score ${success_score} say opposite things.`,
        'Send one of them, or a score that agrees: below 0.5 is a failure, from 0.8 on a success.',
      );
  },
};

function propose(step: SkillStep, of: SkillVersion | undefined, said: string): void {
  if (of !== undefined)
    throw conflict(
      `${said} was proposed already.`,
      'Propose another version, or revise it with supersedes_version.',
    );
  if (step.summary === undefined && (step.procedure ?? []).length === 0)
    throw invalid('A proposal says nothing.', 'Give a procedure, or at least a summary.');
}

function revise(
  { skill_id, supersedes_version: older }: SkillStep,
  version: string,
  of: SkillVersion | undefined,
  known: readonly SkillVersion[],
): void {
  if (older === undefined)
    throw invalid(
      'A revision does not say which version it supersedes.',
      'Give supersedes_version, and a new version.',
    );
  const before = known.find((each) => each.skillId === skill_id && each.version === older);
  if (before === undefined)
    throw conflict(
      `Version ${older} of skill ${skill_id} was never proposed.`,
      'Name a version that was, or propose the skill.',
    );
  if (of !== undefined)
    throw conflict(
      `Version ${version} of skill ${skill_id} exists.`,
      'Give the revision a new version number.',
    );
  if (before.supersededBy !== null)
    throw conflict(
      `Version ${older} of skill ${skill_id} is superseded by ${before.supersededBy}.`,
      'Revise the newer version.',
    );
}

function isChanged({ procedure }: SkillStep, of: SkillVersion): boolean {
  if (procedure === undefined || procedure.length === 0) return false;
  if (procedure.length !== of.procedure.length) return true;
  return procedure.some((line, at) => line.trim() !== of.procedure[at]);
}

function isSaid(text: string): boolean {
  return text.trim() !== '';
}

function isOver({ status }: SkillVersion): boolean {
  return status === 'deprecated' || status === 'contradicted';
}

function conflict(message: string, remediation: string): HookloomError {
  return new HookloomError('conflict', message, remediation);
}

function invalid(message: string, remediation: string): HookloomError {
  return invalidRequest(message, remediation);
}
