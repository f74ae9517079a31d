/** The quarantine: texts that a checkout withholds, and a person's decisions about them. */
import {
  conflict,
  notFound,
  permissionDenied,
  REFS_SESSION,
  renderCitation,
  type HookloomError,
} from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { lessTrusted } from '@hookloom/memory';
import { z } from 'zod';
import {
  bareHash,
  operation,
  readOperation,
  readableSession,
  recordOperation,
  sessionId,
  type Caller,
  type OperationContext,
  type Recorded,
} from './context.ts';
import { resolveCitation } from './payload-citations.ts';
import type { HeldText } from '@hookloom/memory/checkout';

/** An id of the list, or a citation. */
const subject = z.string().min(1).max(300);

export const quarantineListRequest = z.strictObject({
  session_id: sessionId,
  limit: z.int().min(1).max(1000).optional(),
});
export const releaseRequest = z.strictObject({
  citation: subject,
  reason: z.string().min(1).max(1000),
  session_id: sessionId,
});
export type ReleaseRequest = z.input<typeof releaseRequest>;

export interface QuarantineList {
  session_id: string;
  /** Number in the whole session, including those beyond the limit. */
  withheld: number;
  released: number;
  /** Newest first. */
  items: HeldText[];
}

export interface QuarantineText extends HeldText {
  /** The recorded text. The caller escapes it for display. */
  text: string;
}

export interface DecisionAnswer extends Recorded {
  event_type: 'memory.released' | 'memory.quarantined';
  state: 'released' | 'withheld';
}

const DEFAULT_ITEMS = 50;

/** Reads the whole session, because the projection has no list of it. */
export const listQuarantine = readOperation(quarantineListRequest, async (context, parsed) => {
  const session = await readableSession(context, parsed);
  const { heldText } = await import('@hookloom/memory/checkout');
  const together = await togetherOf(context, session);
  const items: HeldText[] = [];
  for await (const event of context.store.read(session)) {
    const entry = heldText(session, event, together);
    if (entry !== null) items.push(entry);
  }
  return {
    session_id: session,
    withheld: items.filter(({ state }) => state === 'withheld').length,
    released: items.filter(({ state }) => state === 'released').length,
    items: items.toReversed().slice(0, parsed.limit ?? DEFAULT_ITEMS),
  };
});

/** One quarantined text with its content, for a person to read. */
export async function showQuarantined(
  context: OperationContext,
  request: { citation: string; session_id?: string | undefined },
): Promise<QuarantineText> {
  const session = await readableSession(context, request);
  const { event, session: of } = await named(context, session, request.citation);
  const { textOfEvent } = await import('@hookloom/memory/checkout');
  const entry = await entryOf(context, of, event);
  if (entry === null) throw notWithheld();
  return { ...entry, text: textOfEvent(event, await togetherOf(context, of)) };
}

/**
 * Records a person's decision. Throws `permission_denied` for any other channel before writing: a model cannot release
 * a text that was withheld from it.
 */
export async function releaseQuarantined(
  context: OperationContext,
  request: ReleaseRequest,
  caller: Caller,
): Promise<DecisionAnswer> {
  return decide(context, request, caller, 'memory.released');
}

/** Withholds a text from every checkout whatever it says, or revokes a release. */
export async function withholdText(
  context: OperationContext,
  request: ReleaseRequest,
  caller: Caller,
): Promise<DecisionAnswer> {
  return decide(context, request, caller, 'memory.quarantined');
}

const decide = operation(
  releaseRequest,
  async (context, parsed, caller, type: DecisionAnswer['event_type']): Promise<DecisionAnswer> => {
    if (caller.channel !== 'user')
      throw permissionDenied(
        'Only a person can decide about withheld texts.',
        'Let the user run `hookloom memory quarantine` in a terminal of their own.',
      );
    const session = await readableSession(context, parsed);
    const { session: of, event, hash } = await named(context, session, parsed.citation);
    if (of === REFS_SESSION)
      throw permissionDenied(
        `Session ${REFS_SESSION} is written by the log itself.`,
        'Nothing of it is shown in a checkout.',
      );
    const entry = await entryOf(context, of, event);
    const wanted = type === 'memory.released' ? 'released' : 'withheld';
    if (entry === null && wanted === 'released' && !(await repeatsOutsideText(context, of, event)))
      throw notWithheld();
    if (entry?.state === wanted)
      throw conflict(`The text is already ${wanted}.`, 'There is nothing to do.');
    const citation = renderCitation(of, event.seq, event.hash);
    const payload = { citation, hash, reason: parsed.reason };
    const decision = { type, payload, causedBy: [event.id] };
    const done = await recordOperation(context, of, decision, caller);
    return { event_type: type, seq: done.seq, hash: done.hash, citation, state: wanted };
  },
);

/**
 * A person may also release a text that counts as reported only because it repeats the web, another server or a foreign
 * file.
 */
async function repeatsOutsideText(
  { memory }: OperationContext,
  session: string,
  { seq }: StoredEvent,
): Promise<boolean> {
  const opened = await memory.open();
  return opened.ok && (await opened.memory.repeats(session, seq)).length > 0;
}

/** The event as the quarantine sees it after all decisions of its log. */
async function entryOf(context: OperationContext, session: string, event: StoredEvent) {
  const { heldText } = await import('@hookloom/memory/checkout');
  return heldText(session, event, await togetherOf(context, session));
}

/** All decisions of a log, the additions to its notes, and which events repeat outside text. */
async function togetherOf({ store, memory }: OperationContext, session: string) {
  const { note, readTogether, TOGETHER_TYPES } = await import('@hookloom/memory/checkout');
  const together = readTogether();
  for await (const event of store.read(session, { types: TOGETHER_TYPES })) note(together, event);
  const opened = await memory.open();
  for (const { seq, channel } of opened.ok ? await opened.memory.repeats(session) : [])
    together.inherited.set(seq, lessTrusted(channel, together.inherited.get(seq) ?? channel));
  return together;
}

const ID = /^q[0-9a-f]{12}$/;

/** The event of an id in this session's list, or of a citation in this workspace. */
async function named(context: OperationContext, session: string, text: string) {
  if (!ID.test(text)) return resolveCitation(context, text);
  for await (const event of context.store.read(session)) {
    const hash = bareHash(event.hash);
    if (hash.startsWith(text.slice(1))) return { session, seq: event.seq, hash, event };
  }
  throw notFound(
    `Session ${session} has no event with the id ${text}.`,
    'Copy the id from `hookloom memory quarantine list`.',
  );
}

function notWithheld(): HookloomError {
  return conflict(
    'The text of this event is neither withheld nor reported.',
    'See `hookloom memory quarantine list`.',
  );
}
