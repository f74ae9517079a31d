/** The statements of a log, in the form of the inbox. */
import { invalidRequest, notFound, parseCitation, renderCitation } from '@hookloom/core';
import { reasonToWithhold } from '@hookloom/memory/checkout';
import { decisionOn, readDecisions, statementKey, type FactRow } from '@hookloom/memory';
import { verifiedRows } from '../unavailable-events.ts';
import type { OperationContext } from './context.ts';
import { openedMemory } from '../memory-access.ts';

/** How many statements of a log are read, newest first. */
const READ = 2000;
const MAX_NEAR = 5;
/** Minimum overlap: shared words as a share of the shorter text. */
const NEAR_FROM = 0.3;

export type InboxStatement = ReturnType<typeof lineOf>;

/** Statements with a trusted channel and a valid event, newest first. */
export async function statementsOf(
  context: OperationContext,
  session: string,
  types: readonly string[],
  includeSuperseded = false,
): Promise<FactRow[]> {
  const memory = await openedMemory(context);
  const decisions = await readDecisions(memory, [session]);
  const facts = await memory.facts({
    sessions: [session],
    types: [...types],
    limit: READ,
    includeSuperseded,
  });
  const readable = facts.filter((fact) => {
    if (typeof fact.properties['speaker'] !== 'string') return false;
    if (fact.channel !== 'user' && fact.channel !== 'model') return false;
    const decided = decisionOn(fact, decisions);
    if (decided === 'held') return false;
    return decided === 'released' || reasonToWithhold(fact.channel, fact.content) === null;
  });
  return verifiedRows(context.store, readable, (fact) => fact, {
    of: ({ entityName: name, content }) => [{ name, content }],
    isQuoted: memory.isQuoted,
  });
}

/** The statement of an id or a citation. Throws `not_found`, and `invalid_request` if the event has several. */
export function pick(facts: readonly FactRow[], named: string): FactRow {
  const seq = named.startsWith('eventloom:') ? parseCitation(named).seq : null;
  const found = facts.filter((fact) =>
    seq === null ? idOf(statementKey(fact.content)) === named : fact.seq === seq,
  );
  const ids = new Set(found.map(({ content }) => idOf(statementKey(content))));
  if (ids.size === 1) return found[0]!;
  if (ids.size === 0)
    throw notFound(
      `No current statement is named ${named.slice(0, 200)}.`,
      'Copy the id from `hookloom inbox list`.',
    );
  throw invalidRequest(
    `This event contains ${ids.size} statements.`,
    `Name one by its id: ${[...ids].join(', ')}.`,
  );
}

export function placeOf({ session, seq, hash, content }: FactRow) {
  return { citation: renderCitation(session, seq, hash), key: statementKey(content) };
}

export function lineOf(fact: FactRow) {
  const { citation, key } = placeOf(fact);
  return {
    /** `s` and 12 hex digits of the key of its words. */
    id: idOf(key),
    citation,
    kind: fact.entityType,
    text: fact.content,
  };
}

export function idOf(key: string): string {
  return `s${key.slice(0, 12)}`;
}

export function similarStatements(
  fact: FactRow,
  words: ReadonlyMap<FactRow, ReadonlySet<string>>,
): FactRow[] {
  const own = words.get(fact)!;
  return [...words]
    .filter(([other]) => other !== fact)
    .map(([other, theirs]) => {
      const shared = [...own].filter((word) => theirs.has(word)).length;
      return { other, share: shared / Math.max(1, Math.min(own.size, theirs.size)) };
    })
    .filter(({ share }) => share >= NEAR_FROM)
    .toSorted((a, b) => b.share - a.share || b.other.seq - a.other.seq)
    .slice(0, MAX_NEAR)
    .map(({ other }) => other);
}
