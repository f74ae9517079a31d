/** The statements that a new session should know: the valid ones, from people and assistants, best first. */
import { isJsonObject, MAIN_BRANCH } from '@hookloom/core';
import {
  contentWords,
  decisionOn,
  FAILED,
  isPersons,
  isUntrusted,
  isVague,
  STATEMENT_TYPES,
  statementValue,
  type FactRow,
  type Memory,
  type QuarantineDecisions,
} from '@hookloom/memory';
import { isFuture, isOver, suspendedBy, reasonToWithhold } from '@hookloom/memory/checkout';
import type { Task } from './candidate.ts';

export interface RankedStatement {
  fact: FactRow;
  /** Whether it is related to the prompt. */
  isAsked: boolean;
  /** Orders the statements of one event as they were said. */
  place?: number;
}

/** How many are read of each workspace, newest first. */
const READ = 400;
/** A failure of these commands is unfinished work. */
const CHECKS =
  /\b(tests?|build|check|lint|tsc|make|pytest|vitest|jest|cargo|gradle|mvn|compile|typecheck|deploy|migrate|e2e)\b/i;
/** These searches fail if they find nothing. */
const SEARCHES = /^\s*(grep|rg|ls|cat|head|tail|find|test|diff|git)\b/;
const RUNS = 50;
/** The maximum per kind, so that none crowds out the others. */
const MOST: Readonly<Record<string, number>> = {
  decision: 20,
  rule: 20,
  done: 4,
  denial: 3,
  [FAILED]: 1,
};
const MOST_OF_OTHERS = 8;
/** Each further statement of the same turn is worth less. */
const SAME_TURN = -1.5;
/** What an assistant finds again, in other words, is worth less: times the share of words of an earlier finding. */
const REPEATED = -1.5;
const FOUND: ReadonlySet<string> = new Set(['cause', 'fact']);
const NEAR = 2;
/** With this many statements that are clear without their context, the others are left out. */
const ENOUGH_CLEAR = 5;
/** As a share of the words in the prompt. */
const ASKED_FROM = 0.2;

/** Current statements with a trusted channel. Omits a model's text that addresses the assistant. */
export async function currentStatements(
  memory: Pick<Memory, 'facts'>,
  sessions: string[],
  decisions: QuarantineDecisions,
): Promise<FactRow[]> {
  const facts = await memory.facts({ sessions, types: STATEMENT_TYPES, limit: READ });
  const runs = await memory.facts({ sessions, types: [FAILED], limit: RUNS });
  const said = facts.filter((fact) => {
    const decided = decisionOn(fact, decisions);
    if (decided === 'held' || isUntrusted(fact.channel)) return false;
    if (fact.authority === 'non_authoritative') return false;
    return decided === 'released' || reasonToWithhold(fact.channel, fact.content) === null;
  });
  return [...said, ...runs.filter((run) => isOpenFailure(run, decisions)).slice(0, 1)];
}

/** Omits statements that have ended, have not begun or are suspended, and returns when that changes next. */
export function validAt(facts: readonly FactRow[], nowMs: number) {
  const times = facts
    .flatMap(({ properties: { expires_at: until, starts_at: from } }) => [until, from])
    .map((at) => (typeof at === 'string' ? Date.parse(at) : 0))
    .filter((ms) => ms > nowMs);
  const held = facts.filter((fact) => !isOver(fact, nowMs) && !isFuture(fact, nowMs));
  const suspended = suspendedBy(held, nowMs);
  return {
    held: held.filter(({ session, seq }) => !suspended.has(`${session}/${seq}`)),
    untilMs: times.length === 0 ? null : Math.min(...times),
  };
}

function isOpenFailure(run: FactRow, decisions: QuarantineDecisions): boolean {
  const { entityName, content, channel, properties } = run;
  const isFailed = properties['outcome'] === 'failed' || Number(properties['exit_code'] ?? 0) !== 0;
  const isCheck = CHECKS.test(entityName) && !SEARCHES.test(entityName);
  if (!isFailed || !isCheck || decisionOn(run, decisions) === 'held') return false;
  return reasonToWithhold(channel, content) === null;
}

/** Related to the prompt first, then by value (more if related to the branch or the files), then newest first. */
export function rankStatements(
  facts: readonly FactRow[],
  { prompt, branch, files }: Task,
  isRelevantOnly: boolean,
): RankedStatement[] {
  const asked = contentWords(prompt);
  const names = files.map((file) => file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, ''));
  const near = contentWords([branch?.replace(MAIN_BRANCH, '') ?? '', ...names].join(' '));
  const rated = facts.map((fact) => {
    const words = contentWords(fact.content);
    const shared = [...asked].filter((word) => words.has(word)).length;
    const isAsked =
      asked.size > 0 && shared >= Math.min(2, asked.size) && shared >= ASKED_FROM * asked.size;
    const isHere = branch !== null && fact.properties['branch'] === branch;
    const isNear = isHere || [...near].some((word) => words.has(word));
    const worth = statementValue(fact) + (isNear ? NEAR : 0);
    return { fact, words, isAsked, worth, shared: isAsked ? shared : 0 };
  });
  const sorted = rated
    .filter(({ isAsked }) => isAsked || !isRelevantOnly)
    .toSorted(
      (a, b) =>
        b.shared - a.shared ||
        b.worth - a.worth ||
        Date.parse(b.fact.validFrom) - Date.parse(a.fact.validFrom) ||
        b.fact.seq - a.fact.seq,
    );
  const left = new Map<string, number>();
  const turns = new Map<string, number>();
  const repeated = new Map<FactRow, number>();
  const kept: typeof sorted = [];
  for (let waiting = sorted; waiting.length > 0;) {
    const best = bestOf(waiting, turns, repeated);
    const { fact, words } = best;
    const kind = fact.entityType;
    const room = left.get(kind) ?? MOST[kind] ?? MOST_OF_OTHERS;
    waiting = waiting.filter(
      (each) => each !== best && (room > 0 || each.fact.entityType !== kind),
    );
    if (room === 0 || kept.some((each) => isSame(each.words, words))) continue;
    if (facts.some((other) => isPartOf(fact, other))) continue;
    left.set(kind, room - 1);
    turns.set(turnOf(fact), (turns.get(turnOf(fact)) ?? 0) + 1);
    kept.push(best);
    if (isPersons(fact) || !FOUND.has(kind)) continue;
    for (const { fact: other, words: said } of waiting)
      if (other.entityType === kind && !isPersons(other))
        repeated.set(other, Math.max(repeated.get(other) ?? 0, sharedOf(said, words)));
  }
  const clear = kept.filter(({ fact, isAsked }) => isAsked || !isVague(fact));
  const best = clear.length < ENOUGH_CLEAR ? kept : clear;
  return best.flatMap(({ fact, isAsked }) => {
    const turn = turnIn(fact, facts);
    const isIn = ({ fact: other }: (typeof best)[number]): boolean =>
      turnOf(other) === turnOf(fact);
    if (turn !== null && best.find(isIn)?.fact !== fact) return [];
    const shown = turn === null ? fact : { ...fact, content: turn };
    return [{ fact: shown, isAsked, place: -facts.indexOf(fact) }];
  });
}

/** The text of a short turn whose statements all hold. */
function turnIn(fact: FactRow, facts: readonly FactRow[]): string | null {
  const { turn } = fact.properties;
  if (!isJsonObject(turn) || typeof turn['text'] !== 'string') return null;
  const held = facts.filter((other) => turnOf(other) === turnOf(fact)).length;
  return held === turn['statements'] ? turn['text'] : null;
}

function bestOf<T extends { fact: FactRow; worth: number; shared: number }>(
  waiting: readonly T[],
  turns: ReadonlyMap<string, number>,
  repeated: ReadonlyMap<FactRow, number>,
): T {
  const rate = ({ fact, worth }: T): number =>
    worth + SAME_TURN * (turns.get(turnOf(fact)) ?? 0) + REPEATED * (repeated.get(fact) ?? 0);
  let best = waiting[0]!;
  let most = rate(best);
  for (const each of waiting) {
    // Sorted by the words shared with the prompt.
    if (each.shared !== best.shared) break;
    const rated = rate(each);
    if (rated > most) [best, most] = [each, rated];
  }
  return best;
}

function turnOf({ session, seq }: FactRow): string {
  return `${session}/${seq}`;
}

/** Whether another statement of the same event contains this sentence. */
function isPartOf({ session, seq, content }: FactRow, whole: FactRow): boolean {
  if (session !== whole.session || seq !== whole.seq) return false;
  return content.length < whole.content.length && whole.content.includes(content);
}

/** How much two statements say the same, by their words. */

const SAME_FROM = 0.75;
/** Of statements with at least this many words. */
const LONG_WORDS = 6;
const SAME_OF_LONG = 0.6;

/** Above it, a statement counts as repeated. */
export function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const least = Math.min(a.size, b.size);
  return least >= 3 && sharedOf(a, b) >= (least < LONG_WORDS ? SAME_FROM : SAME_OF_LONG);
}

/** As a share of the shorter text's words. */
export function sharedOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return shared / Math.max(1, small.size);
}
