/** The inbox: statements learned from an assistant's words, and a person's review of each. */
import {
  HookloomError,
  invalidRequest,
  parseCitation,
  permissionDenied,
  type JsonObject,
} from '@hookloom/core';
import { REVIEW_ACTIONS, type ReviewAction } from '@hookloom/core/events';
import { contentWords, isProposed, STATEMENT_KINDS, statementKey } from '@hookloom/memory';
import { z } from 'zod';
import {
  readOperation,
  parseRequest,
  readableSession,
  recordOperation,
  sessionId,
  type Caller,
  type OperationContext,
  type Recorded,
} from './context.ts';
import { assertNotForgotten } from './forgotten-gate.ts';
import {
  idOf,
  lineOf,
  similarStatements,
  pick,
  placeOf,
  statementsOf,
  type InboxStatement,
} from './inbox-statements.ts';
import { factText } from './remember.ts';

/** An id of the list, or a citation. */
const subject = z.string().min(1).max(300);

export const inboxRequest = z.strictObject({
  session_id: sessionId,
  limit: z.int().min(1).max(500).optional(),
});
export const reviewRequest = z.strictObject({
  statement: subject,
  action: z.enum(REVIEW_ACTIONS),
  /** With `edit`: the correct text. */
  text: factText.optional(),
  /** With `merge`: the statement to merge this one into. */
  into: subject.optional(),
  session_id: sessionId,
});
export type ReviewRequest = z.input<typeof reviewRequest>;

export interface ProposedStatement extends InboxStatement {
  seq: number;
  /** When it was last said. */
  timestamp: string;
  said: number;
  /** The words by which it was recognised. */
  cue: string;
  /** Similar current statements, best first: merge candidates. */
  near: InboxStatement[];
}

export interface Inbox {
  session_id: string;
  /** How many wait, including those beyond the limit. */
  proposed: number;
  /** Newest first. */
  items: ProposedStatement[];
}

export interface ReviewAnswer extends Recorded {
  action: ReviewAction;
  statement: InboxStatement;
}

const DEFAULT_ITEMS = 50;
/** A report of finished work needs no review. */
const REVIEWED = STATEMENT_KINDS.filter((kind) => kind !== 'done');

export const listInbox = readOperation(inboxRequest, async (context, parsed): Promise<Inbox> => {
  const session = await readableSession(context, parsed);
  const current = await statementsOf(context, session, REVIEWED);
  const proposed = current.filter(isProposed);
  const shown = proposed.slice(0, parsed.limit ?? DEFAULT_ITEMS);
  const words = new Map(current.map((fact) => [fact, contentWords(fact.content)]));
  return {
    session_id: session,
    proposed: proposed.length,
    items: shown.map((fact) => ({
      ...lineOf(fact),
      seq: fact.seq,
      timestamp: fact.validFrom,
      said: Number(fact.properties['said'] ?? 1),
      cue: typeof fact.properties['cue'] === 'string' ? fact.properties['cue'] : '',
      near: similarStatements(fact, words).map(lineOf),
    })),
  };
});

/**
 * Records a person's review. Throws `permission_denied` for any other channel before writing: a model cannot accept its
 * own statement.
 */
export async function reviewStatement(
  context: OperationContext,
  request: ReviewRequest,
  caller: Caller,
): Promise<ReviewAnswer> {
  if (caller.channel !== 'user')
    throw permissionDenied(
      'Only a person can review statements.',
      'Let the user run `hookloom inbox` in a terminal of their own, or open the viewer.',
    );
  const { statement: named, action, text, into, session_id } = parseRequest(reviewRequest, request);
  const session = await readableSession(context, { session_id });
  if (action === 'undo') return undo(context, session, named, caller);
  const current = await statementsOf(context, session, STATEMENT_KINDS);
  const fact = pick(current, named);
  if (fact.channel === 'user') throw conflict('A person said this, so it needs no review.');
  if (action === 'accept' && !isProposed(fact))
    throw conflict('This statement is already accepted.');
  const review: JsonObject = { ...placeOf(fact), action, kind: fact.entityType };
  if (action === 'edit') {
    const said = text?.trim() ?? missing('edit', 'text');
    if (statementKey(said) === review['key'])
      throw conflict('The text says the same words. Accept it instead.');
    await assertNotForgotten(context, said);
    review['text'] = said;
  }
  if (action === 'merge') {
    const other = pick(current, into ?? missing('merge', 'into'));
    if (other === fact) throw conflict('A statement cannot be merged into itself.');
    const { citation, key } = placeOf(other);
    Object.assign(review, { into: citation, into_statement: key });
  }
  return record(context, session, { review, of: lineOf(fact), cause: fact.eventId }, caller);
}

/** Reverts the newest review of a statement. */
async function undo(context: OperationContext, session: string, named: string, caller: Caller) {
  let last: JsonObject | null = null;
  const types = ['statement.reviewed'];
  for await (const { type, payload, shredded } of context.store.read(session, { types })) {
    if (type !== 'statement.reviewed' || shredded !== null) continue;
    const { key, citation } = payload;
    const isNamed = named.startsWith('s')
      ? typeof key === 'string' && idOf(key) === named
      : citation === named;
    if (isNamed) last = payload;
  }
  if (last === null || last['action'] === 'undo')
    throw conflict(`There is no review of ${named} to undo.`);
  const { citation, key, kind } = last as { citation: string; key: string; kind: string };
  const [at, of] = [parseCitation(citation), idOf(key)];
  const said = await context.store.at(session, at.seq);
  const found = (await statementsOf(context, session, STATEMENT_KINDS, true)).find(
    (fact) => fact.seq === at.seq && idOf(statementKey(fact.content)) === of,
  );
  return record(
    context,
    session,
    {
      review: { citation, key, action: 'undo', kind },
      of: found === undefined ? { id: of, citation, kind, text: '' } : lineOf(found),
      cause: said?.id ?? null,
    },
    caller,
  );
}

async function record(
  context: OperationContext,
  session: string,
  { review, of, cause }: { review: JsonObject; of: InboxStatement; cause: string | null },
  caller: Caller,
): Promise<ReviewAnswer> {
  const event = {
    type: 'statement.reviewed',
    payload: review,
    ...(cause !== null && { causedBy: [cause] }),
  };
  const { seq, hash, citation } = await recordOperation(context, session, event, caller);
  return { action: review['action'] as ReviewAction, statement: of, seq, hash, citation };
}

function conflict(message: string): HookloomError {
  return new HookloomError('conflict', message, 'See `hookloom inbox list`.');
}

function missing(action: string, name: string): never {
  throw invalidRequest(
    `${action} needs ${name}.`,
    action === 'edit'
      ? 'Pass the correct text with `--text`.'
      : 'Name the statement to merge it into with `--into`.',
  );
}
