import { eventClass, type Head, type StoredEvent } from '@hookloom/core/events';
import { sha256Hex } from '@hookloom/core';
import {
  feelingOfKnowing as feel,
  fokReport as report,
  knowingIndex,
  addedNameWords,
  type CheckoutOutcome,
  type FeelingOfKnowing,
  type FokReport,
  type KnowingIndex,
  type Prediction,
} from '@hookloom/memory';
import { z } from 'zod';
import { memoryDeps } from '../memory-access.ts';
import {
  operation,
  query,
  readableSession,
  recordRead,
  sessionId,
  type OperationContext,
} from './context.ts';

const cue = z.string().max(512).optional();

/** `memory_feeling_of_knowing`. */
export const feelingOfKnowingRequest = z.strictObject({
  query,
  session_id: sessionId,
  cues: z.strictObject({ mission: cue, workspace: cue, tool: cue, phase: cue }).optional(),
});

interface Known {
  /** The index of the memory up to some event. */
  index: KnowingIndex;
  /** Words of the names in later events. */
  told: Set<string>;
  /** The last event that was read. */
  head: Head | null;
  /** Number of events since the index that change names or their frequency. */
  behind: number;
}

/** By runtime and session. Discarded with the runtime. */
const sessions = new WeakMap<OperationContext, Map<string, Known>>();
const MAX_SESSIONS = 64;

/**
 * Whether a checkout would probably find something. Takes about a millisecond once the session was read; events
 * appended since then count by their own words. Records the prediction after the answer, so that it can be compared
 * with the next checkout.
 */
export const feelingOfKnowing = operation(
  feelingOfKnowingRequest,
  async (context, parsed, caller): Promise<FeelingOfKnowing> => {
    const session = await readableSession(context, parsed);
    const index = await indexOf(context, session);
    const cues: Record<string, string> = {};
    for (const [name, text] of Object.entries(parsed.cues ?? {}))
      if (text !== undefined) cues[name] = text;
    const felt = feel(index, parsed.query, cues, context.clock.now());
    const { verdict, score, authority_status } = felt;
    const payload = { query_hash: queryHash(parsed.query), verdict, score, authority_status };
    const type = 'metacognition.fok.predicted';
    context.later.add(() => recordRead(context, { session, type, payload }, caller));
    return felt;
  },
);

/** Questions that differ only in spacing and case have the same hash. */
export function queryHash(text: string): string {
  return `sha256:${sha256Hex(text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim())}`;
}

/** If there are more new events than this, they are projected first. */
const MAX_TAIL = 64;
/**
 * After so many events with new names, the memory is read again in the background. That takes much longer than an
 * answer, and a call that comes meanwhile waits for it.
 */
const MAX_BEHIND = 64;

async function indexOf(context: OperationContext, session: string): Promise<KnowingIndex> {
  const known = sessions.get(context)?.get(session);
  if (known === undefined || !(await follow(context, session, known)))
    return (await readKnown(context, session)).index;
  if (known.behind >= MAX_BEHIND) {
    known.behind = 0;
    context.later.add(() => readKnown(context, session));
  }
  const { index, told } = known;
  return { ...index, words: { has: (word) => index.words.has(word) || told.has(word) } };
}

async function readKnown(context: OperationContext, session: string): Promise<Known> {
  const head = await context.store.head(session);
  const { memory } = await memoryDeps(context);
  const index = knowingIndex(await memory.knowing(session));
  const known = { index, told: new Set<string>(), head, behind: 0 };
  const ofContext = sessions.get(context) ?? new Map<string, Known>();
  if (ofContext.size >= MAX_SESSIONS) ofContext.clear();
  sessions.set(context, ofContext.set(session, known));
  return known;
}

/** Reads the events since the last call. False: the index must be read from the memory again. */
async function follow({ store }: OperationContext, session: string, known: Known) {
  const [from, to] = [known.head, await store.head(session)];
  if (from?.seq === to?.seq) return from?.hash === to?.hash;
  const fromSeq = from?.seq ?? 0;
  if (to === null || to.seq < fromSeq || to.seq - fromSeq > MAX_TAIL) return false;
  for await (const event of store.read(session, { fromSeq: Math.max(1, fromSeq), toSeq: to.seq })) {
    if (event.seq === fromSeq) {
      if (event.hash !== from?.hash) return false;
    } else if (changesNames(event)) {
      const words = addedNameWords(event);
      if (words === null) return false;
      for (const word of words) known.told.add(word);
      known.behind++;
    }
  }
  known.head = to;
  return true;
}

function changesNames({ type, payload }: StoredEvent): boolean {
  if (payload['self'] === true) return false;
  // An agent's conclusions about the memory contain no names that a question could ask for.
  if (/^(?:reasoning|metacognition)\./.test(type)) return false;
  return eventClass(type) !== 'telemetry' || type === 'memory.reinforcement';
}

/** Compares each prediction of the session with the next checkout of the same question. */
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
      // A checkout that could not read the memory does not show what it contained.
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
