import { eventClass, type Head, type StoredEvent } from '@hookloom/core/events';
import { sha256Hex } from '@hookloom/core';
import {
  feelingOfKnowing as feel,
  fokReport as report,
  knowingIndex,
  type CheckoutOutcome,
  type FeelingOfKnowing,
  type FokReport,
  type KnowingIndex,
  type Prediction,
} from '@hookloom/memory';
import { z } from 'zod';
import { memoryDeps } from './capabilities.ts';
import {
  parseRequest,
  query,
  readableSession,
  recordLook,
  sessionId,
  type Caller,
  type OperationContext,
} from './context.ts';

const cue = z.string().max(512).optional();

/** `memory_feeling_of_knowing`. */
export const feelingOfKnowingRequest = z.strictObject({
  query,
  session_id: sessionId,
  cues: z.strictObject({ mission: cue, workspace: cue, tool: cue, phase: cue }).optional(),
});

export type FeelingOfKnowingRequest = z.input<typeof feelingOfKnowingRequest>;

interface Cached {
  /** The last event that the index includes. */
  head: Head | null;
  index: KnowingIndex;
}

/** Per runtime and session; discarded with the runtime. */
const indexes = new WeakMap<OperationContext, Map<string, Cached>>();
const MAX_SESSIONS = 64;

/**
 * Whether a checkout would likely find something, in about a millisecond once the session was read. Records the
 * prediction behind the answer, so that it can be compared with what a checkout finds.
 */
export async function feelingOfKnowing(
  context: OperationContext,
  request: FeelingOfKnowingRequest,
  caller: Caller,
): Promise<FeelingOfKnowing> {
  const parsed = parseRequest(feelingOfKnowingRequest, request);
  const session = await readableSession(context, parsed);
  const index = await indexOf(context, session);
  const cues: Record<string, string> = {};
  for (const [name, text] of Object.entries(parsed.cues ?? {}))
    if (text !== undefined) cues[name] = text;
  const felt = feel(index, parsed.query, cues, context.clock.now());
  const { verdict, score, authority_status } = felt;
  const payload = { query_hash: queryHash(parsed.query), verdict, score, authority_status };
  const type = 'metacognition.fok.predicted';
  context.later.add(() => recordLook(context, { session, type, payload }, caller));
  return felt;
}

/** Same hash for the same question, ignoring spacing and case. */
export function queryHash(text: string): string {
  return `sha256:${sha256Hex(text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim())}`;
}

/** The number of events after the index to read before the index is read again. */
const MAX_TAIL = 64;

/** Read again from the projection if names may have changed. Our own records change nothing. */
async function indexOf(context: OperationContext, session: string): Promise<KnowingIndex> {
  const ofContext = indexes.get(context) ?? new Map<string, Cached>();
  indexes.set(context, ofContext);
  const head = await context.store.head(session);
  const cached = ofContext.get(session);
  if (cached !== undefined && (await isCurrent(context, session, cached.head, head))) {
    cached.head = head;
    return cached.index;
  }
  const { memory } = await memoryDeps(context);
  const index = knowingIndex(await memory.knowing(session));
  if (ofContext.size >= MAX_SESSIONS) ofContext.clear();
  ofContext.set(session, { head, index });
  return index;
}

async function isCurrent(
  { store }: OperationContext,
  session: string,
  from: Head | null,
  to: Head | null,
): Promise<boolean> {
  if (from?.seq === to?.seq) return from?.hash === to?.hash;
  const fromSeq = from?.seq ?? 0;
  if (to === null || to.seq < fromSeq || to.seq - fromSeq > MAX_TAIL) return false;
  for await (const event of store.read(session, { fromSeq: Math.max(1, fromSeq), toSeq: to.seq })) {
    if (event.seq === fromSeq ? event.hash !== from?.hash : changesNames(event)) return false;
  }
  return true;
}

function changesNames({ type, payload }: StoredEvent): boolean {
  if (payload['self'] === true) return false;
  // What agents conclude about the memory names nothing that a question could ask for.
  if (/^(?:reasoning|metacognition)\./.test(type)) return false;
  return eventClass(type) !== 'telemetry' || type === 'memory.reinforcement';
}

/** Compares every prediction of the workspace's session with the next checkout of the same question. */
export async function feelingOfKnowingReport(
  context: OperationContext,
  request: { session_id?: string | undefined },
): Promise<FokReport & { session_id: string }> {
  const session = await readableSession(context, request);
  await context.later.flush();
  const predictions: Prediction[] = [];
  const outcomes: CheckoutOutcome[] = [];
  for await (const { type, seq, payload } of context.store.read(session)) {
    if (type === 'metacognition.fok.predicted') {
      const { query_hash: hash, score } = payload;
      if (typeof hash === 'string' && typeof score === 'number')
        predictions.push({ session, seq, queryHash: hash, score });
    } else if (type === 'memory.checkout.completed') {
      const { query: asked, answerability, recall_status: status } = payload;
      // A checkout that could not read the memory says nothing about what there was to find.
      if (
        typeof asked !== 'string' ||
        typeof answerability !== 'string' ||
        status === 'unavailable'
      )
        continue;
      const found = status === undefined ? answerability !== 'ask_user' : status !== 'not_found';
      outcomes.push({ session, seq, queryHash: queryHash(asked), found });
    }
  }
  return { session_id: session, ...report(predictions, outcomes) };
}
