/**
 * Names for events. `HEAD` is computed from the log; every other ref is the last `memory.ref.updated` event of its name
 * in the session `__refs__`, itself an ordinary log. A ref is checked against the log when it is set and whenever it is
 * resolved, so a name never points to an event that does not exist.
 */
import {
  assertSessionId,
  conflict,
  invalidRequest,
  notFound,
  REFS_SESSION,
  type HookloomError,
} from '@hookloom/core';
import type { EventStore, Origin } from '@hookloom/core/events';

/** The target of a ref; the payload of `memory.ref.updated`. */
export interface Ref {
  name: string;
  session_id: string;
  target_seq: number;
  /** 12 to 64 lower-case hex. Ours are written with 64. */
  target_hash: string;
  ref_type: string;
}

export interface RefUpdate {
  /** `refs/…`; `HEAD` is computed and cannot be set. */
  name: string;
  session: string;
  targetSeq: number;
  /** `sha256:` + 64 hex, or 12 to 64 hex. */
  targetHash: string;
  /** Default `head`. */
  refType?: string;
  origin: Origin;
}

const NAME = /^(HEAD|refs\/[A-Za-z0-9._/-]{1,240})$/;
const TYPE = /^[A-Za-z0-9_.-]{1,64}$/;
const HASH = /^[0-9a-f]{12,64}$/;

/** True for `HEAD` and for `refs/…` without empty, `.` or `..` parts. */
export function isRefName(name: string): boolean {
  return NAME.test(name) && !name.split('/').some((part) => /^\.{0,2}$/.test(part));
}

/**
 * Resolves a name to its event. Throws `invalid_request` for an invalid ref name, `not_found` for an unknown ref and
 * for the `HEAD` of an empty session, `conflict` if the log no longer has the target with that hash.
 *
 * @param session Whose `HEAD`. Other refs carry their own session.
 * @example (await resolveRef(store, 'refs/heads/main', 'project-default')).target_seq === 2
 */
export async function resolveRef(store: EventStore, name: string, session: string): Promise<Ref> {
  assertRefName(name);
  if (name === 'HEAD') return headRef(store, assertSessionId(session));
  const ref = (await readRefs(store)).get(name);
  if (ref === undefined)
    throw notFound(`There is no ref ${name}.`, 'Run `hookloom memory refs` to list them.');
  const target = await store.at(ref.session_id, ref.target_seq);
  if (target === null || !bare(target.hash).startsWith(ref.target_hash))
    throw conflict(
      `The log of session ${ref.session_id} does not contain event ${ref.target_seq} with the hash in ref ${name}.`,
      'Run `hookloom verify`, then set the ref again.',
    );
  return ref;
}

/** All stored refs by name, as they were last set. They are not checked: resolve a ref before you use it. */
export async function listRefs(store: EventStore): Promise<Ref[]> {
  const refs = await readRefs(store);
  return [...refs.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Sets a ref by appending an event. Throws `invalid_request` for a malformed name, type or hash and for `HEAD`,
 * `not_found` if the session has no such event, `conflict` if that event has another hash.
 */
export async function updateRef(store: EventStore, update: RefUpdate): Promise<Ref> {
  const { name, targetSeq, refType = 'head', origin } = update;
  assertRefName(name);
  if (name === 'HEAD')
    throw invalid('HEAD is computed from the log and cannot be set', 'Choose a name under refs/.');
  if (!TYPE.test(refType))
    throw invalid('the ref type is malformed', 'Use 1 to 64 of A-Z a-z 0-9 _ . -.');
  const hash = bare(update.targetHash);
  if (!HASH.test(hash))
    throw invalid('the target hash is malformed', 'Give 12 to 64 lower-case hex.');
  const session = assertSessionId(update.session);
  const target = await store.at(session, targetSeq);
  if (target === null)
    throw notFound(
      `Session ${session} has no event ${targetSeq}.`,
      'Run `hookloom memory log` to see its events.',
    );
  if (!bare(target.hash).startsWith(hash))
    throw conflict(
      `Event ${targetSeq} of session ${session} has another hash.`,
      'Read the event again and give its hash.',
    );
  const ref: Ref = {
    name,
    session_id: session,
    target_seq: targetSeq,
    target_hash: bare(target.hash),
    ref_type: refType,
  };
  await store.append(REFS_SESSION, [
    { type: 'memory.ref.updated', actorId: 'zaxy', payload: { ...ref }, origin },
  ]);
  return ref;
}

async function headRef(store: EventStore, session: string): Promise<Ref> {
  const head = await store.head(session);
  if (head === null) throw notFound(`Session ${session} has no events.`, 'Append one first.');
  return {
    name: 'HEAD',
    session_id: session,
    target_seq: head.seq,
    target_hash: bare(head.hash),
    ref_type: 'head',
  };
}

/** Events of older writers may be malformed: an invalid ref is skipped. */
async function readRefs(store: EventStore): Promise<Map<string, Ref>> {
  const refs = new Map<string, Ref>();
  for await (const { type, payload } of store.read(REFS_SESSION)) {
    if (type !== 'memory.ref.updated') continue;
    const { name, session_id, target_seq, target_hash, ref_type } = payload;
    if (
      typeof name === 'string' &&
      isRefName(name) &&
      name !== 'HEAD' &&
      typeof session_id === 'string' &&
      typeof target_seq === 'number' &&
      typeof target_hash === 'string' &&
      HASH.test(bare(target_hash)) &&
      typeof ref_type === 'string'
    )
      refs.set(name, { name, session_id, target_seq, target_hash: bare(target_hash), ref_type });
  }
  return refs;
}

function bare(hash: string): string {
  return hash.replace(/^sha256:/, '');
}

function assertRefName(name: string): void {
  if (!isRefName(name))
    throw invalid(
      `${JSON.stringify(name.slice(0, 100))} is no ref name`,
      'Use HEAD or refs/ and up to 240 of A-Z a-z 0-9 . _ / -, without empty, "." or ".." parts.',
    );
}

function invalid(what: string, remediation: string): HookloomError {
  return invalidRequest(`The ref was refused: ${what}.`, remediation);
}
