/** Facts that disagree, and lines of other writers that are refused. */
import { meaningOf, type Meaning } from '../statements/meaning.ts';
import { numberedThing } from '../statements/numbered-thing.ts';
import { areOtherThings, relationOf } from '../statements/relation.ts';
import { foldText } from '../shown/clean-text.ts';
import { isStatement } from './holds.ts';
import { wordsOf } from '../question/question.ts';
import type { Row } from './select.ts';
import { givesOtherValue } from './single-value.ts';
import type { UnavailableEvent } from '@hookloom/core/events';
import { authorOf } from './candidate.ts';

/** Two current facts that contradict each other about one subject. Recency alone does not settle the conflict. */
export interface Conflict {
  subject: string;
  citations: string[];
  /** The author and time of each, if two writers of a team disagree. A null author means this memory. */
  said?: { author: string | null; on: string }[];
}

/** Kinds that assert how something is or should be. A record of what happened contradicts nothing. */
const ASSERTING: ReadonlySet<string> = new Set(
  'decision preference context_policy goal issue fact memory'.split(' '),
);
const NEGATIONS = /\b(?:not|never|no longer|don't|do not|without|avoid|stop|instead of)\b/i;
/** Share of the words of the shorter text that both texts must contain. */
const SAME_SUBJECT = 0.85;
const MAX_CONFLICTS = 5;

/** Pairs of current facts that contradict each other, in the order of the rows. */
export function findConflicts(facts: readonly Row[]): Conflict[] {
  const asserting = facts.filter(({ entityType }) => ASSERTING.has(entityType ?? ''));
  const conflicts: Conflict[] = [];
  asserting.forEach((a, index) => {
    for (const b of asserting.slice(index + 1)) {
      if (conflicts.length === MAX_CONFLICTS || !contradict(a, b)) continue;
      conflicts.push({
        subject: foldText(a.entityName ?? a.content).slice(0, 120),
        citations: [a.citation, b.citation].filter((citation) => citation !== null),
        ...(authorOf(a) !== authorOf(b) && {
          said: [a, b].map((row) => ({ author: authorOf(row), on: row.validFrom.slice(0, 10) })),
        }),
      });
    }
  });
  return conflicts;
}

function contradict(a: Row, b: Row): boolean {
  if (a.key === b.key || areOtherThings(thingOf(a), thingOf(b))) return false;
  if (authorOf(a) !== authorOf(b) && disagree(a, b)) return true;
  if (a.entityType !== b.entityType) return false;
  const [valueA, valueB] = [a.properties['value'], b.properties['value']];
  const sameName = normal(a.entityName) === normal(b.entityName);
  if (sameName && valueA !== undefined && valueB !== undefined)
    return JSON.stringify(valueA) !== JSON.stringify(valueB);
  if (isStatement(a) && isStatement(b)) return disputes(a, b);
  // The name of a decision is the decision itself. Its rationale and alternatives may share words with any other.
  const [textA, textB] = [subjectOf(a), subjectOf(b)];
  if (givesOtherValue(textA, textB)) return true;
  const [wordsA, wordsB] = [subjectWords(textA), subjectWords(textB)];
  const shorter = Math.min(wordsA.size, wordsB.size);
  if (shorter < 3) return false;
  let shared = 0;
  for (const word of wordsA) if (wordsB.has(word)) shared++;
  if (shared / shorter < SAME_SUBJECT) return false;
  const [numbersA, numbersB] = [numbersOf(textA), numbersOf(textB)];
  const otherNumbers = numbersA !== '' && numbersB !== '' && numbersA !== numbersB;
  return otherNumbers || NEGATIONS.test(textA) !== NEGATIONS.test(textB);
}

function thingOf(row: Row): { thing: string | null } {
  return { thing: numberedThing(saidIn(row)) };
}

/** Two writers contradict each other on one subject. A later statement does not end a decision of another writer. */
function disagree(a: Row, b: Row): boolean {
  const [older, newer] = a.validFrom < b.validFrom ? [a, b] : [b, a];
  const [said, saidNow] = [older, newer].map((row) => meaningOf(saidIn(row))) as [Meaning, Meaning];
  return relationOf(saidNow, said, true) === 'replaces';
}

/** The content of a row without its reasons. The name of a statement is only the key of its subject. */
function saidIn(row: Row): string {
  const { shared_text: text, speaker } = row.properties;
  if (typeof text === 'string') return foldText(text);
  return isStatement(row) || speaker === 'teammate' ? foldText(row.content) : subjectOf(row);
}

/** Two values for one subject, and no word that says which one is newer on purpose. */
function disputes(a: Row, b: Row): boolean {
  const [older, newer] = a.seq < b.seq ? [a, b] : [b, a];
  const [said, saidNow] = [meaningOf(older.content), meaningOf(newer.content)];
  if (saidNow.change !== 'plain' || relationOf(saidNow, said, true) !== 'replaces') return false;
  return a.entityType === 'fact' || givesOtherValue(older.content, newer.content);
}

function subjectOf({ entityName, content, properties }: Row): string {
  // A correction keeps the name of the statement that it corrects.
  const isCorrected = typeof properties['corrects'] === 'string';
  return foldText(isCorrected ? content : (entityName ?? content));
}

function normal(text: string | null): string {
  return foldText(text ?? '').toLowerCase();
}

const SMALL = /^(?:a|an|the|to|of|for|in|on|is|at|and|or|with|by|be|it|use|not|do|never|no)$/;

function subjectWords(text: string): Set<string> {
  return new Set([...wordsOf(text)].filter((word) => !SMALL.test(word) && !/^\d/.test(word)));
}

/** The numbers of a text in order. A text without numbers has nothing to contradict. */
function numbersOf(text: string): string {
  return (text.match(/\d+(?:[.,]\d+)*/g) ?? []).join(' ');
}

/** One sentence for all refused lines, so that no writer can fill an answer with them. */
export function refusedNotice(refused: readonly UnavailableEvent[]): string[] {
  const [first] = refused;
  if (first === undefined) return [];
  const isTeam = first.session.startsWith('team-');
  const file = isTeam ? first.session : `writers/${first.session.replace('share-', '')}.jsonl`;
  const command = isTeam ? 'hookloom sync' : 'hookloom share status';
  const others = refused.length === 1 ? '' : ` and ${refused.length - 1} more`;
  return [
    `Shared memory: event ${first.seq} of ${file}${others} is refused: ${first.detail}. Run \`${command}\`.`,
  ];
}
