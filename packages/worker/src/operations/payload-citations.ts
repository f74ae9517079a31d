/** Citations inside a payload. A caller's evidence is looked up before it is recorded. */
import {
  assertSessionId,
  invalidRequest,
  isHookloomError,
  isJsonObject,
  type HookloomError,
  type JsonObject,
  type JsonValue,
  notFound,
  parseCitation,
} from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { assertInScope } from '../call-scope.ts';
import { bareHash, type OperationContext, type Placed } from './context.ts';

const FIELDS = ['citations', 'source_citations', 'source_events', 'evidence'] as const;
const MAX_CITATIONS = 200;
const NAMED = 10;

/** Results of earlier lookups, because events of one import often cite the same event. */
export type CitationLookups = Map<string, boolean>;

/** Throws `invalid_request` that lists the citations that are not in the log. Ignores text that is not a citation. */
export async function assertCited(
  context: Pick<OperationContext, 'store'>,
  session: string,
  payload: JsonObject,
  lookedUp: CitationLookups = new Map(),
): Promise<void> {
  const wanted = FIELDS.flatMap((field) => citationsIn(payload[field] ?? null, session));
  if (wanted.length > MAX_CITATIONS)
    throw refuse(`contains ${wanted.length} citations, above ${MAX_CITATIONS}`);
  const missing: string[] = [];
  for (const { shown, key, find } of wanted) {
    const isThere = lookedUp.get(key) ?? (await find(context).catch(notThere));
    lookedUp.set(key, isThere);
    if (!isThere) missing.push(shown);
  }
  if (missing.length === 0) return;
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : '';
  throw refuse(
    `cites events that the log does not contain: ${missing.slice(0, NAMED).join(', ')}${more}`,
  );
}

/** A log that cannot be read does not show what it contains. */
function notThere(error: unknown): false {
  const codes = ['invalid_request', 'not_found', 'permission_denied'];
  if (isHookloomError(error) && codes.includes(error.code)) return false;
  throw error;
}

interface Wanted {
  shown: string;
  key: string;
  find(context: Pick<OperationContext, 'store'>): Promise<boolean>;
}

function citationsIn(value: JsonValue, session: string): Wanted[] {
  if (Array.isArray(value)) return value.flatMap((item) => citationsIn(item, session));
  if (typeof value === 'string') {
    if (!/^eventloom:\/\//i.test(value.trim())) return [];
    const find = async (context: Pick<OperationContext, 'store'>) =>
      (await resolveCitation(context, value.trim())) !== null;
    return [{ shown: JSON.stringify(value.slice(0, 120)), key: value.trim(), find }];
  }
  if (!isJsonObject(value)) return [];
  const { citation, seq, hash, session_id: of } = value;
  if (typeof citation === 'string') return citationsIn(citation, session);
  if (typeof seq !== 'number' || typeof hash !== 'string') return [];
  const from = typeof of === 'string' ? of : session;
  return [
    {
      shown: `event ${seq} of ${JSON.stringify(from.slice(0, 128))}`,
      key: JSON.stringify([from, seq, hash]),
      async find({ store }) {
        const event = await store.at(assertInScope(assertSessionId(from)), seq);
        const prefix = bareHash(hash);
        return event !== null && prefix.length >= 12 && bareHash(event.hash).startsWith(prefix);
      },
    },
  ];
}

function refuse(what: string): HookloomError {
  return invalidRequest(
    `The payload ${what}.`,
    'Copy citations from a checkout, or leave them out.',
  );
}

/** A citation of an event that the log contains. */
export interface ResolvedCitation extends Placed {
  session: string;
  event: StoredEvent;
}

/**
 * Looks up a caller's citation in the log. Throws `invalid_request` for a text that is not a citation,
 * `permission_denied` for a session that the caller is not bound to, `not_found` if the log has no event with that seq
 * and hash.
 */
export async function resolveCitation(
  { store }: Pick<OperationContext, 'store'>,
  citation: string,
): Promise<ResolvedCitation> {
  const { session, seq, hashPrefix } = parseCitation(citation);
  const event = await store.at(assertInScope(session), seq);
  const hash = event === null ? '' : bareHash(event.hash);
  if (event !== null && hash.startsWith(hashPrefix)) return { session, seq, hash, event };
  if (event !== null)
    throw notFound(
      `Event ${seq} of ${session} is unavailable (replaced): the log contains another event in its place.`,
      'Run `hookloom verify`, and look the fact up again.',
    );
  throw notFound(
    `No event of this workspace has the citation ${citation}.`,
    'Copy the citation from the checkout, or leave it out.',
  );
}
