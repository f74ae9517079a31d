import { eventClass, type StoredEvent } from '@hookloom/core/events';
import { invalidRequest, isSharedSession, notFound } from '@hookloom/core';
import type { ForgetTarget, Gate, GateValue } from '@hookloom/log';
import type { z } from 'zod';
import type { OperationContext } from './context.ts';
import { versionsOf } from './find-fact.ts';
import { holdersIn } from './forget-holders.ts';
import type { forgetRequest } from './forget-request.ts';
import { secretsIn, type FoundSecret } from './secrets-in.ts';
import { resolveCitation } from './payload-citations.ts';
import { planShared, type SharedPlan } from '../share/share-state.ts';
import { openedMemory } from '../memory-access.ts';

export interface PlannedRow {
  session: string;
  event: StoredEvent;
  why: 'chosen' | 'holds_it' | 'made_from_it';
}

export interface ForgettingPlan {
  /** In the order of sessions and events. */
  rows: PlannedRow[];
  related: Omit<PlannedRow, 'why'>[];
  values: GateValue[];
  /** Values in the selected rows that look like secrets. */
  secrets: (Omit<PlannedRow, 'why'> & FoundSecret)[];
  targets: ForgetTarget[];
  /** Lines in the files of a team. */
  shared: SharedPlan;
}

type Request = z.output<typeof forgetRequest>;
type Chosen = Omit<PlannedRow, 'why'>;

const SEARCHED_ROWS = 100;
/** Maximum number of token combinations that one forgetting may refuse. */
const MAX_OTHER_WORDS = 2000;
/** All words of the query are in the text. */
const WHOLE_QUERY = 0.999;

/** Selects the events that the request names, collects their texts, and finds every other event that contains them. */
export async function planForgetting(
  context: OperationContext,
  session: string,
  request: Request,
): Promise<ForgettingPlan> {
  const {
    KEPT_TYPES,
    distinctValues,
    namedValue,
    otherWordsOf,
    tokensOf,
    valuesOfEvent,
    findDerived,
  } = await import('@hookloom/log');
  const { bySession, entriesOf, newSalt, createGate } = await import('@hookloom/log');
  const { chosen, related } = await choose(context, session, request);
  const shared = chosen.flatMap(({ session: of, event }) => (isSharedSession(of) ? [event] : []));
  const open = chosen.filter(({ event }) => event.shredded === null && !KEPT_TYPES.has(event.type));
  const named = request.values?.map((text) => namedValue(text) ?? tooShort());
  // For a whole session, the product's own records about it are forgotten too. They may be written again.
  const speaks = ({ event }: Chosen): boolean =>
    request.whole_session !== true || eventClass(event.type) === 'memory';
  const secrets = open.flatMap((row) =>
    secretsIn(row.event.payload).map((each) => ({ ...row, ...each })),
  );
  const shredded =
    request.secrets === true ? secrets.flatMap(({ value }) => namedValue(value) ?? []) : [];
  const exact = distinctValues([
    ...shredded,
    ...(named ?? open.filter(speaks).flatMap(({ event }) => valuesOfEvent(event))),
  ]);
  // Not for a whole session: it contains so many words that ordinary work would be refused.
  const isFew = named === undefined && request.whole_session !== true;
  const sentences = isFew ? open.filter(speaks).map(({ event }) => event) : [];
  let room = MAX_OTHER_WORDS;
  const others = sentences.flatMap((event) => {
    const found = otherWordsOf(event, room);
    room -= found.length;
    return found;
  });
  const values = distinctValues([...exact, ...others]);
  const gateOf = (of: readonly GateValue[]): Gate => createGate(entriesOf(of, newSalt()));
  const exactGate = gateOf(values.filter(({ kind }) => kind !== 'pair'));
  const asked = sentences.flatMap(tokensOf);
  const gates = {
    values,
    asked,
    exact: exactGate,
    loose: others.length === 0 ? exactGate : gateOf(values),
    tokens: gateOf(asked),
  };
  const rows = new Map<string, PlannedRow>();
  for (const row of open)
    if (!isSharedSession(row.session)) rows.set(keyOf(row), { ...row, why: 'chosen' });
  const inOtherWords: Chosen[] = [];
  for (const { holds, ...row } of holdersIn(context.workspace.eventloomDir, gates))
    if (holds === 'other_words') inOtherWords.push(row);
    else if (!rows.has(keyOf(row))) rows.set(keyOf(row), { ...row, why: 'holds_it' });
  for (const row of findDerived(context.workspace.eventloomDir, [...rows.values()]))
    rows.set(keyOf(row), { ...row, why: 'made_from_it' });
  if (rows.size === 0 && shared.length === 0 && named === undefined)
    throw notFound(
      chosen.length > 0
        ? 'This is already forgotten.'
        : 'Nothing in this session contains all of these words.',
      'Search the memory first, then name the rows by their citations.',
    );
  const sorted = [...rows.values()].sort(
    (a, b) =>
      (a.session < b.session ? -1 : a.session > b.session ? 1 : 0) || a.event.seq - b.event.seq,
  );
  return {
    rows: sorted,
    shared: planShared(context, exactGate, shared),
    related: [...inOtherWords, ...related].filter((row) => !rows.has(keyOf(row))),
    secrets,
    values,
    targets: bySession(sorted),
  };
}

function keyOf({ session, event }: Chosen): string {
  return `${session}/${event.seq}`;
}

async function choose(context: OperationContext, session: string, request: Request) {
  const { query, citations, entity_name, entity_type, values, whole_session } = request;
  const isEntity = entity_name !== undefined || entity_type !== undefined;
  const ways = [query !== undefined, citations !== undefined, isEntity, whole_session === true];
  const count = ways.filter(Boolean).length;
  if (count > 1 || (count === 0 && values === undefined))
    throw invalidRequest(
      'Name what to forget in one way: query, citations, entity_name with entity_type, whole_session, or values alone.',
      'values may be combined with one of the others. Then only these values are refused from now on.',
    );
  if (query !== undefined) return byQuery(context, session, query);
  if (citations !== undefined) {
    const found = await Promise.all(citations.map((each) => resolveCitation(context, each)));
    return { chosen: found, related: [] };
  }
  if (isEntity) {
    const versions = await versionsOf(context, { session, entity_name, entity_type });
    return { chosen: await eventsAt(context, versions), related: [] };
  }
  if (whole_session !== true) return { chosen: [], related: [] };
  const chosen: Chosen[] = [];
  for await (const event of context.store.read(session)) chosen.push({ session, event });
  return { chosen, related: [] };
}

async function byQuery(context: OperationContext, session: string, query: string) {
  const memory = await openedMemory(context);
  const found = await memory.search({
    query,
    sessions: [session],
    limit: SEARCHED_ROWS,
    includeSuperseded: true,
  });
  const hits = [
    ...found.facts.map(({ fact, coverage }) => ({
      session: fact.session,
      seq: fact.seq,
      coverage,
    })),
    ...found.sources.map(({ source, coverage }) => ({
      session: source.session,
      seq: source.seq,
      coverage,
    })),
  ];
  const whole = new Set(
    hits.filter(({ coverage }) => coverage >= WHOLE_QUERY).map(({ seq }) => seq),
  );
  return {
    chosen: await eventsAt(
      context,
      hits.filter(({ seq }) => whole.has(seq)),
    ),
    related: await eventsAt(
      context,
      // Skips neighbours of a match, which are unrelated to it.
      hits.filter(({ seq, coverage }) => coverage > 0 && !whole.has(seq)),
    ),
  };
}

async function eventsAt(
  { store }: OperationContext,
  places: readonly { session: string; seq: number }[],
): Promise<Chosen[]> {
  const found = new Map<string, Chosen>();
  for (const { session, seq } of places) {
    if (found.has(`${session}/${seq}`)) continue;
    const event = await store.at(session, seq);
    if (event !== null) found.set(`${session}/${seq}`, { session, event });
  }
  return [...found.values()];
}

function tooShort(): never {
  throw invalidRequest(
    'A value has fewer than 4 letters and digits, so it would match ordinary text.',
    'Give more of it, or name the event by its citation.',
  );
}
