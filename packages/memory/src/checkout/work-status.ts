/** Whether a row says that something is done or still open. */
import type { Question } from '../question/question.ts';
import type { Candidate } from './candidate.ts';

const DONE =
  /\b(?:done|finish(?:ed|es)|completed?|ready|fixed|merged|implemented|resolved|closed|shipped|landed|released|works now|fertig|erledigt)\b/i;
const OPEN =
  /\b(?:open|todo|to ?do|left|missing|remain(?:s|ing)|unfinished|pending|in progress|wip|half|not|n['’]t|never|tomorrow|next|later|offen|nicht)\b/i;
const KINDS: ReadonlySet<string> = new Set(['done', 'open', 'plan', 'task', 'blocker']);
/** Rows that cover about as much of the question as the best one are about the same thing. */
const ABOUT = 0.8;

export function saysStatus({
  content,
  entityType,
}: Pick<Candidate, 'content'> & Partial<Pick<Candidate, 'entityType'>>): boolean {
  return KINDS.has(entityType ?? '') || DONE.test(content) || OPEN.test(content);
}

/** An older row may say that something is open that is done now, so the newest one about it comes first. */
export function latestStatusFirst<T extends Candidate>(
  question: Question,
  rows: readonly T[],
): T[] {
  const told = question.aboutStatus === true ? rows.filter(saysStatus) : [];
  const best = Math.max(0, ...told.map(({ coverage }) => coverage));
  const latest = told
    .filter(({ coverage }) => coverage > 0 && coverage >= ABOUT * best)
    .toSorted((a, b) => Date.parse(b.validFrom) - Date.parse(a.validFrom) || b.seq - a.seq);
  return [...latest, ...rows.filter((row) => !latest.includes(row))];
}
