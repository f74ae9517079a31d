/** The sources of a composed answer: all events instead of a ranking, so that a count can be complete. */
import { type Channel } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import type { CitationCheck } from '../shown/citation-check.ts';
import { cleanText } from '../shown/clean-text.ts';
import { reasonToWithhold } from '../shown/withhold.ts';
import type { MemoryReads } from '../memory.ts';
import type { FactRow, OfEvent, SourceRow } from '../rows.ts';
import type { ExcludeReason } from './ledger-row.ts';
import { isUntrusted, lessTrusted } from '../channels.ts';

/** One event, and what the memory knows about it. */
export interface Source extends OfEvent {
  /** The type of the event's entity; `transcript_turn` for a turn. */
  kind: string;
  /** The command, path, decision, …; empty for a turn. */
  name: string;
  text: string;
  fields: JsonObject;
  time: string;
  citation: string | null;
  /** Why it may not be used, or null. Fields that the write path set are judged separately, see `isRecord`. */
  standing: ExcludeReason | null;
  /** A command, an edit or a tool call: the write path saw it, whatever channel its output came through. */
  isRecord: boolean;
}

export interface SourceReader {
  memory: MemoryReads;
  /** Limited to the scope of the caller. */
  sessions: string[];
  asOfSeq?: number;
  check: CitationCheck;
}

export interface SourceRequest {
  types?: string[];
  /** Words that each must contain; empty for all of the types. */
  containing: string;
  /** Only matching events are looked up in the log. */
  matches(name: string, text: string): boolean;
}

/** With more events, a result over all of them is not possible. */
export const MAX_EVENTS = 500;
const MAX_FACTS = 2000;
const MAX_MATCHES = 80;

/** Events of the given types and words, oldest first. `complete: false`: there are more than the limit. */
export async function readSources(
  reader: SourceReader,
  { types, containing, matches }: SourceRequest,
): Promise<{ sources: Source[]; complete: boolean }> {
  const { memory, sessions, asOfSeq } = reader;
  const asOf = asOfSeq === undefined ? {} : { asOfSeq };
  const rows = await memory.events({
    sessions,
    containing,
    limit: MAX_EVENTS + 1,
    ...(types !== undefined && { types }),
    ...asOf,
  });
  if (rows.length > MAX_EVENTS) return { sources: [], complete: false };
  if (rows.length === 0) return { sources: [], complete: true };
  const facts = await memory.facts({
    sessions,
    types: [...new Set(rows.map(({ eventType }) => kindOf(eventType)))],
    includeSuperseded: true,
    limit: MAX_FACTS,
    ...asOf,
  });
  const known = new Map(
    facts.map((fact) => [`${fact.session}/${fact.seq}/${fact.entityType}`, fact]),
  );
  const closed = closedRecords(facts);
  const sources: Source[] = [];
  let complete = facts.length < MAX_FACTS;
  for (const row of [...rows].sort(inOrder)) {
    const fact = known.get(`${row.session}/${row.seq}/${kindOf(row.eventType)}`);
    const name = nameOf(row, fact);
    const text = cleanText(row.content);
    if (!matches(name, text)) continue;
    if (sources.length === MAX_MATCHES) {
      complete = false;
      break;
    }
    const source = await placed(reader.check, row, { fact, name, text, closed });
    if (source !== null) sources.push(source);
  }
  return { sources, complete };
}

/** Current and closed facts of one kind as sources, oldest first. */
export async function readFactSources(
  reader: SourceReader,
  kind: string,
  matches: (name: string, text: string) => boolean,
): Promise<{ sources: Source[]; complete: boolean }> {
  const { memory, sessions, asOfSeq } = reader;
  const facts = await memory.facts({
    sessions,
    types: [kind],
    includeSuperseded: true,
    limit: MAX_EVENTS + 1,
    ...(asOfSeq !== undefined && { asOfSeq }),
  });
  const sources: Source[] = [];
  const found = facts.filter(({ entityName, content }) => matches(entityName, cleanText(content)));
  for (const fact of found.sort(inOrder).slice(0, MAX_MATCHES)) {
    const row = { ...fact, timestamp: fact.validFrom, metadata: fact.properties };
    const text = cleanText(fact.content);
    const context = { fact, name: fact.entityName, text, closed: new Map<string, number>() };
    const source = await placed(reader.check, row, context);
    if (source !== null) sources.push(source);
  }
  return { sources, complete: facts.length <= MAX_EVENTS && found.length <= MAX_MATCHES };
}

type Placing = Pick<
  SourceRow,
  'session' | 'seq' | 'hash' | 'eventType' | 'channel' | 'timestamp' | 'metadata' | 'content'
>;

interface Context {
  fact: FactRow | undefined;
  name: string;
  text: string;
  closed: ReadonlyMap<string, number>;
}

/** Null if it is forgotten, unavailable, or withheld because it addresses an assistant through an untrusted channel. */
async function placed(
  check: CitationCheck,
  row: Placing,
  { fact, name, text, closed }: Context,
): Promise<Source | null> {
  const event = await check.event(row.session, row.seq, row.hash);
  if (event.state !== 'found') return null;
  const { channel: named, citation } = event;
  const channel = named === null ? row.channel : lessTrusted(row.channel, named);
  if (reasonToWithhold(channel, row.content) !== null) return null;
  const kind = kindOf(row.eventType);
  const isRecord = RECORDS.has(row.eventType);
  const invalidatedBy = closed.get(`${row.session}/${kind}/${name}`) ?? 0;
  // A repeated event does not undo an earlier one.
  const happened = isRecord || kind === 'verification';
  const superseded = happened
    ? row.seq < invalidatedBy
    : fact !== undefined && fact.validTo !== null;
  return {
    session: row.session,
    seq: row.seq,
    hash: row.hash,
    eventType: row.eventType,
    kind,
    name,
    text,
    fields: { ...fact?.properties, ...row.metadata },
    channel,
    time: row.timestamp,
    citation,
    standing: standingOf(row, fact, { cited: event.state === 'found', superseded, channel }),
    isRecord,
  };
}

function standingOf(
  { eventType, metadata }: Placing,
  fact: FactRow | undefined,
  { cited, superseded, channel }: { cited: boolean; superseded: boolean; channel: Channel },
): ExcludeReason | null {
  if (!cited) return 'uncited';
  const isHistory = fact?.authority === 'imported';
  if (isHistory || fact?.authority === 'non_authoritative' || isGenerated(eventType))
    return 'non_authoritative';
  const fields = { ...metadata, ...fact?.properties };
  if (/^(?:pending|proposed|unreviewed|deferred|rejected)$/.test(statusOf(fields)))
    return 'pending';
  if (superseded || fields['stale'] === true) return 'superseded';
  if (RECORDS.has(eventType) && (channel === 'tool' || !isUntrusted(channel))) return null;
  return isUntrusted(channel) ? 'untrusted_channel' : null;
}

function statusOf(fields: JsonObject): string {
  for (const key of ['review_status', 'finding_status', 'coordination_status']) {
    const value = fields[key];
    if (typeof value === 'string') return value.toLowerCase();
  }
  return '';
}

const RECORDS: ReadonlySet<string> = new Set([
  'command.completed',
  'file.edit.applied',
  'tool.call.completed',
]);

const KINDS: Readonly<Record<string, string>> = {
  'goal.created': 'goal',
  'task.proposed': 'task',
  'task.claimed': 'task',
  'task.completed': 'task',
  'decision.made': 'decision',
  'context.policy': 'context_policy',
  'issue.diagnosed': 'issue',
  'verification.recorded': 'verification',
  'handoff.created': 'handoff',
  'user.preference_changed': 'preference',
  'transcript.turn': 'transcript_turn',
  'command.completed': 'command_run',
  'file.edit.applied': 'file_edit',
  'tool.call.completed': 'tool_call',
  'coordination.finding.promoted': 'promotion',
};

function kindOf(eventType: string): string {
  return Object.hasOwn(KINDS, eventType) ? KINDS[eventType]! : 'event';
}

/** Content that the product generated from other events has no authority. Promoted findings have been decided on. */
function isGenerated(eventType: string): boolean {
  return eventType !== 'coordination.finding.promoted' && MADE.test(eventType);
}

const MADE =
  /^(?:consolidation|belief|inference|causal|metacognition|reasoning|note|skill|memory|coordination|llm|projection)\./;

function nameOf({ metadata }: SourceRow, fact: FactRow | undefined): string {
  const named = metadata['name'];
  if (typeof named === 'string') return named;
  return fact === undefined || fact.entityType === 'event' ? '' : fact.entityName;
}

/**
 * Records whose fact was closed by something other than the next record of the same thing, that is, by a correction.
 * Earlier records with this name are no longer valid.
 */
function closedRecords(facts: readonly FactRow[]): Map<string, number> {
  const asserted = new Set(facts.map((fact) => `${fact.session}/${fact.seq}`));
  const closed = new Map<string, number>();
  for (const { session, entityType, entityName, supersededBy } of facts) {
    if (supersededBy === null || asserted.has(`${supersededBy.session}/${supersededBy.seq}`))
      continue;
    const key = `${session}/${entityType}/${entityName}`;
    closed.set(key, Math.max(closed.get(key) ?? 0, supersededBy.seq));
  }
  return closed;
}

function inOrder(a: { session: string; seq: number }, b: { session: string; seq: number }): number {
  return a.session < b.session ? -1 : a.session > b.session ? 1 : a.seq - b.seq;
}
