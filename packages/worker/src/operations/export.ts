/** Exports what a session remembers: its events as recorded, and the facts derived from them. */
import { compareText, unavailable } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { toRecord, type EventRecord } from '@hookloom/log';
import type { FactRow } from '@hookloom/memory';
import { z } from 'zod';
import { exportedFact, type ExportedFact } from './export-fact.ts';
import { isOfKind, planFilters, type ExportFilters } from './export-filters.ts';
import {
  RECENTLY_VERIFIED,
  bareHash,
  readOperation,
  query,
  readableSession,
  seq,
  sessionId,
  type OperationContext,
} from './context.ts';
import { signExport, type ExportSignature } from '../signing/sign-export.ts';
import { openedMemory } from '../memory-access.ts';

const GRAINS = ['event', 'semantic'] as const;
/** Maximum number of events, and of facts, per answer. */
export const MAX_EXPORT_ROWS = 10_000;
const DEFAULT_ROWS = 1000;
const instant = z.string().min(4).max(64).optional();

/** `memory_export`. */
export const exportRequest = z.strictObject({
  session_id: sessionId,
  grains: z.array(z.enum(GRAINS)).min(1).max(GRAINS.length).optional(),
  kinds: z.array(z.string().min(1).max(200)).min(1).max(100).optional(),
  /** Exclusive: the end of an earlier export. */
  since_seq: z.int().min(0).optional(),
  max_seq: seq,
  since_time: instant,
  until_time: instant,
  query: query.optional(),
  query_limit: z.int().min(1).max(100).optional(),
  limit: z.int().min(1).max(MAX_EXPORT_ROWS).optional(),
  exclude_sensitivities: z
    .array(z.enum(['public', 'restricted']))
    .max(2)
    .optional(),
  sign: z.boolean().optional(),
  disclose: z.strictObject({ selector: z.string().min(1).max(4096) }).optional(),
});
export type ExportRequest = z.input<typeof exportRequest>;

export interface ExportAnswer {
  format: 'zaxy.export.v1';
  session_id: string;
  /** The head at the start of the export, which contains nothing newer. */
  head: { seq: number; hash: string } | null;
  integrity: {
    ok: boolean;
    total_events: number;
    broken_at_seq: number | null;
    broken_reason: string | null;
  };
  grains: string[];
  filters: ExportFilters['asked'];
  /** Events (grain `event`), in log order. */
  events: EventRecord[];
  /** Facts (grain `semantic`), in the order of the events that assert them. Includes closed versions. */
  facts: ExportedFact[];
  counts: {
    events: number;
    facts: number;
    /** Number of events in the window with forgotten content. They are not exported. */
    forgotten: number;
    /** Number of events in the window that `exclude_sensitivities` left out. */
    excluded_sensitivity: number;
  };
  /** There is more: call again with `since_seq` set to `next_since_seq`. */
  truncated: boolean;
  next_since_seq: number | null;
  /** Covers all of the above. Only on request. */
  signature?: ExportSignature;
}

/**
 * Exports a window of one session. Appends nothing. A broken log is exported with its report, forgotten content never.
 * Throws `unavailable` for `disclose`, and for `sign` if no key can be stored.
 */
export const exportMemory = readOperation(exportRequest, async (context, parsed) => {
  if (parsed.disclose !== undefined)
    throw unavailable(
      'Exports cannot be disclosed in part: proofs of parts are not supported yet.',
      'Export without disclose; filters narrow what is in the bundle.',
    );
  // Checked before anything is read, because an export without the requested signature is useless.
  const stateDir = parsed.sign === true ? keyFolder(context) : null;
  const session = await readableSession(context, parsed);
  const { store } = context;
  const head = await store.head(session);
  const report = await store.verify(session, RECENTLY_VERIFIED);
  const filters = planFilters(parsed, head?.seq ?? 0);
  const grains = GRAINS.filter((grain) => parsed.grains?.includes(grain) !== false);
  const found = parsed.query === undefined ? null : await findSeqs(context, session, parsed);
  const rows = parsed.limit ?? DEFAULT_ROWS;

  const counts = { events: 0, facts: 0, forgotten: 0, excluded_sensitivity: 0 };
  const taken: StoredEvent[] = [];
  let next: number | null = null;
  for await (const event of store.read(session, {
    fromSeq: filters.fromSeq,
    toSeq: filters.toSeq,
  })) {
    if (found?.has(event.seq) === false || !filters.isInTime(event.timestamp)) continue;
    if (event.shredded !== null) counts.forgotten++;
    else if (filters.isExcluded(event.security)) counts.excluded_sensitivity++;
    else if (taken.length === rows) {
      next = taken.at(-1)!.seq;
      break;
    } else taken.push(event);
  }
  const events = grains.includes('event')
    ? taken.filter(({ type }) => filters.isOfKind(type)).map(toRecord)
    : [];
  const facts = grains.includes('semantic')
    ? await factsOf(context, session, new Map(taken.map((event) => [event.seq, event])), filters)
    : [];
  const { ok, total_events, broken_at_seq, broken_reason } = report;
  const bundle: ExportAnswer = {
    format: 'zaxy.export.v1',
    session_id: session,
    head: head === null ? null : { seq: head.seq, hash: bareHash(head.hash) },
    integrity: { ok, total_events, broken_at_seq, broken_reason },
    grains,
    filters: filters.asked,
    events,
    facts,
    counts: { ...counts, events: events.length, facts: facts.length },
    truncated: next !== null,
    next_since_seq: next,
  };
  return stateDir === null ? bundle : signExport(stateDir, bundle);
});

/** The folder of the user's signing key. Throws `unavailable` for a workspace without one. */
export function keyFolder({ stateDir }: OperationContext): string {
  if (stateDir !== undefined) return stateDir;
  throw unavailable(
    'Exports cannot be signed here: there is no signing key, and no folder to store one.',
    'Export without sign, or from a workspace on disk. The bundle carries every hash of the chain.',
  );
}

/** Facts that the selected events assert. Excludes facts whose event is missing from the window or was replaced. */
async function factsOf(
  context: OperationContext,
  session: string,
  taken: ReadonlyMap<number, StoredEvent>,
  filters: ExportFilters,
): Promise<ExportedFact[]> {
  const memory = await openedMemory(context);
  const facts = await memory.facts({
    sessions: [session],
    seqs: [...taken.keys()],
    limit: Number.MAX_SAFE_INTEGER,
    asOfSeq: filters.toSeq,
    includeSuperseded: true,
  });
  const isTaken = (fact: FactRow): boolean => taken.get(fact.seq)?.hash === fact.hash;
  const wanted = facts.filter(
    (fact) =>
      isTaken(fact) &&
      (filters.isOfKind(fact.eventType) || isOfKind(filters.kinds, fact.entityType)),
  );
  return wanted
    .sort(
      (a, b) =>
        a.seq - b.seq ||
        compareText(a.entityType, b.entityType) ||
        compareText(a.entityName, b.entityName),
    )
    .map(exportedFact);
}

async function findSeqs(
  context: OperationContext,
  session: string,
  { query: text, query_limit = 50 }: z.output<typeof exportRequest>,
): Promise<Set<number>> {
  const memory = await openedMemory(context);
  const { facts, sources } = await memory.search({
    query: text!,
    sessions: [session],
    limit: query_limit,
    includeSuperseded: true,
  });
  return new Set([
    ...facts.map(({ fact }) => fact.seq),
    ...sources.map(({ source }) => source.seq),
  ]);
}
