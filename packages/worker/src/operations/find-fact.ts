import {
  conflict,
  invalidRequest,
  notFound,
  permissionDenied,
  renderCitation,
  type HookloomError,
} from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { QUARANTINE_TYPE, type FactRow } from '@hookloom/memory';
import type { OperationContext } from './context.ts';
import { resolveCitation } from './payload-citations.ts';
import { openedMemory } from '../memory-access.ts';

/** A fact by its entity, by its event, or by both. */
export interface FactName {
  session: string;
  entity_name?: string | undefined;
  entity_type?: string | undefined;
  citation?: string | undefined;
}

const MAX_VERSIONS = 1000;

/** All versions of the entity, newest first. Throws `not_found` and `invalid_request`. */
export async function versionsOf(context: OperationContext, name: FactName): Promise<FactRow[]> {
  const memory = await openedMemory(context);
  const { session, key } = await entityOf(context, name);
  const versions = await memory.facts({
    sessions: [session],
    types: [key.type],
    names: [key.name],
    limit: MAX_VERSIONS,
    includeSuperseded: true,
  });
  if (versions.length > 0) return versions;
  throw notFound(
    `Session ${session} has no ${JSON.stringify(key.type.slice(0, 60))} of that name.`,
    'Copy entity_name and entity_type, or the citation, from a checkout.',
  );
}

/**
 * The current version. Throws `conflict` if the entity is closed, or if a citation names another version, because a
 * corrected version cannot be corrected again; `permission_denied` for a quarantine decision.
 */
export async function currentFact(context: OperationContext, name: FactName): Promise<FactRow> {
  const versions = await versionsOf(context, name);
  const current = versions.find(({ validTo }) => validTo === null);
  if (current === undefined)
    throw conflict(
      `This ${versions[0]!.entityType} was ended, with effect from ${versions[0]!.validTo}.`,
      'Save what is valid now with memory_remember.',
    );
  if (current.entityType === QUARANTINE_TYPE)
    throw permissionDenied(
      'A person’s decision about a withheld text is not a fact, so it cannot be ended or corrected.',
      'Let the user run `hookloom memory quarantine release` or `hold` in a terminal.',
    );
  if (name.citation === undefined) return current;
  const { seq } = await resolveCitation(context, name.citation);
  if (seq === current.seq || !versions.some((version) => version.seq === seq)) return current;
  throw conflict(
    `Event ${seq} is an older version of this ${current.entityType}.`,
    `Name the current one: ${renderCitation(current.session, current.seq, current.hash)}.`,
  );
}

async function entityOf(context: OperationContext, named: FactName) {
  const { session, entity_name, entity_type, citation } = named;
  if (citation === undefined) {
    if (entity_name === undefined || entity_type === undefined)
      throw refuse('Pass the citation of the fact, or its entity_name and entity_type.');
    return { session, key: { type: entity_type, name: entity_name } };
  }
  const resolved = await resolveCitation(context, citation);
  const facts = (await factsOf(context, resolved)).filter(
    ({ type, name }) => type === (entity_type ?? type) && name === (entity_name ?? name),
  );
  if (facts.length === 1) return { session: resolved.session, key: facts[0]! };
  throw refuse(
    facts.length === 0
      ? 'The cited event contains no fact of that name.'
      : `The cited event contains ${facts.length} facts: also name entity_name and entity_type.`,
  );
}

/** For a turn, the statements that the projection extracted from it. */
async function factsOf(
  context: OperationContext,
  { session, seq, event }: { session: string; seq: number; event: StoredEvent },
): Promise<{ type: string; name: string }[]> {
  const { extract } = await import('@hookloom/memory');
  if (event.type !== 'transcript.turn') return extract(event).facts ?? [];
  const memory = await openedMemory(context);
  const rows = await memory.facts({
    sessions: [session],
    seqs: [seq],
    limit: MAX_VERSIONS,
    includeSuperseded: true,
  });
  return rows.map(({ entityType: type, entityName: name }) => ({ type, name }));
}

function refuse(message: string): HookloomError {
  return invalidRequest(
    message,
    'memory_query and `hookloom memory query TEXT --json` list them for each fact. A citation is eventloom://SESSION/events/SEQ#HASH.',
  );
}

/** The event of a fact as a cause. Ids in older logs have other forms. */
export function causeOf({ eventId }: FactRow): string[] {
  return /^evt_[A-Za-z0-9_-]{1,128}$/.test(eventId) ? [eventId] : [];
}
