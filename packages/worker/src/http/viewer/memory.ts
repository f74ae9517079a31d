/** `/api/viewer/memory/…`: what the memory contains, why a result was found, and the user's decisions about it. */
import { defined, invalidRequest, renderCitation, type JsonObject } from '@hookloom/core';
import { isUntrusted, type FactRow } from '@hookloom/memory';
import { correct } from '../../operations/correct.ts';
import { httpCaller } from '../prompt-source.ts';
import type { Caller } from '../../operations/context.ts';
import { versionsOf } from '../../operations/find-fact.ts';
import { forget } from '../../operations/forget.ts';
import { query as queryMemory, type QueryRow } from '../../operations/query.ts';
import { remember } from '../../operations/remember.ts';
import { resolveCitation } from '../../operations/resolve-citation.ts';
import { openedMemory } from '../../memory-access.ts';
import { why } from '../../operations/why.ts';
import type { OpenWorkspace, Workspaces } from '../../workspaces/workspaces.ts';
import { readJsonBody } from '../body.ts';
import type { Route } from '../server.ts';
import { verifiedRows, type Quotes } from '../../unavailable-events.ts';
import { viewedLog, viewedLogs, textOf, within } from './viewed-log.ts';
import { readableRow } from './for-people.ts';

const MAX_FACTS = 500;

async function quotesOf({ runtime }: OpenWorkspace): Promise<Quotes<FactRow>> {
  const { isQuoted } = await openedMemory(runtime.context);
  return { of: ({ entityName: name, content }) => [{ name, content }], isQuoted };
}

export function memoryRoutes(workspaces: Workspaces) {
  return [
    {
      route: 'GET /api/viewer/memory/search',
      does: 'Searches, and returns the parts of each score.',
      json: async ({ query }) => {
        const at = textOf(query, 'at', 64);
        const limit = within(query, 'limit', { least: 1, most: 100, fallback: 30 });
        const asked = await viewedLogs(workspaces, query);
        const found = await Promise.all(
          asked.map(async ({ open, log }) => {
            const rows = await queryMemory(open.runtime.context, {
              query: textOf(query, 'q', 1000) ?? '',
              session_id: log,
              limit,
              ...(at !== undefined && { temporal_filter: at }),
            });
            return (rows as QueryRow[]).map((row) => ({ ...readableRow(row), ...placeIn(open) }));
          }),
        );
        // Each log weighs its words separately, but scores of two logs have the same scale.
        const contexts = found.flat().sort((a, b) => b.score - a.score);
        return { contexts: contexts.slice(0, limit) };
      },
    },
    {
      route: 'GET /api/viewer/memory/why',
      does: 'Explains why a row would or would not be in a checkout.',
      json: async ({ query }) => {
        const { open, log } = await viewedLog(workspaces, query);
        const citation = textOf(query, 'citation', 300) ?? '';
        const asked = { query: textOf(query, 'q', 1000) ?? '', citation, session_id: log };
        return await why(open.runtime.context, asked);
      },
    },
    {
      route: 'GET /api/viewer/memory/facts',
      does: 'Lists facts with their validity.',
      json: async ({ query }) => {
        const type = textOf(query, 'type');
        const limit = within(query, 'limit', { least: 1, most: MAX_FACTS, fallback: 200 });
        const asked = await viewedLogs(workspaces, query);
        const found = await Promise.all(
          asked.map(async ({ open, log }) => {
            const memory = await openedMemory(open.runtime.context);
            const facts = await memory.facts({
              sessions: [log],
              limit,
              includeSuperseded: query.get('superseded') === '1',
              ...(type !== undefined && { types: type.split(',') }),
            });
            const held = await verifiedRows(
              open.runtime.store,
              facts,
              (fact) => fact,
              await quotesOf(open),
            );
            return held.map((fact) => ({ ...factLine(fact), ...placeIn(open) }));
          }),
        );
        const facts = found.flat();
        if (asked.length > 1)
          facts.sort((a, b) => Date.parse(b.valid_from) - Date.parse(a.valid_from));
        return { facts: facts.slice(0, limit) };
      },
    },
    {
      route: 'GET /api/viewer/memory/fact',
      does: 'Returns all versions of one fact.',
      json: async ({ query }) => {
        const { open, log } = await viewedLog(workspaces, query);
        const versions = await versionsOf(open.runtime.context, {
          session: log,
          entity_type: textOf(query, 'type', 4096),
          entity_name: textOf(query, 'name', 4096),
          citation: textOf(query, 'citation', 300),
        });
        const held = await verifiedRows(
          open.runtime.store,
          versions.slice(0, 100),
          (fact) => fact,
          await quotesOf(open),
        );
        return { versions: held.map(factLine) };
      },
    },
    written(workspaces, 'pin', 'Pins a fact.', pin),
    written(workspaces, 'correct', 'Corrects a fact.', correctIt),
    written(
      workspaces,
      'forget',
      'Forgets, with a preview first.',
      async ({ runtime }, body, caller) => forget(runtime.context, body, caller),
    ),
  ] satisfies Route[];
}

function written<A>(
  workspaces: Workspaces,
  name: 'pin' | 'correct' | 'forget',
  does: string,
  write: (open: OpenWorkspace, body: JsonObject, caller: Caller) => Promise<A>,
) {
  return {
    route: `POST /api/viewer/memory/${name}`,
    access: 'private',
    does,
    json: async (call) => {
      const { open } = await viewedLog(workspaces, call.query);
      const { value } = await readJsonBody(call.request);
      return write(open, value, { ...httpCaller(call), client: 'viewer' });
    },
  } satisfies Route;
}

/** Stores it as a separate memory, which is listed first from then on. */
async function pin({ runtime }: OpenWorkspace, body: JsonObject, caller: Caller) {
  const { context } = runtime;
  const { session } = await resolveCitation(context, textIn(body, 'citation'));
  return remember(context, { text: textIn(body, 'text'), session_id: session }, caller);
}

async function correctIt({ runtime }: OpenWorkspace, body: JsonObject, caller: Caller) {
  const { context } = runtime;
  const citation = textIn(body, 'citation');
  const text = textIn(body, 'text');
  const { session } = await resolveCitation(context, citation);
  const name = optional(body, 'entity_name');
  const type = optional(body, 'entity_type');
  const reason = optional(body, 'reason');
  return correct(
    context,
    defined({ text, citation, session_id: session, entity_name: name, entity_type: type, reason }),
    caller,
  );
}

/** In each row, because one list has rows of several projects. */
function placeIn({ slot, project }: OpenWorkspace): { slot: number; project: string } {
  return { slot, project: project.alias };
}

function factLine(fact: FactRow) {
  const { session, seq, hash, supersededBy, properties } = fact;
  return {
    citation: renderCitation(session, seq, hash),
    seq,
    event_type: fact.eventType,
    entity_name: fact.entityName,
    entity_type: fact.entityType,
    content: fact.content.slice(0, 2000),
    valid_from: fact.validFrom,
    valid_to: fact.validTo,
    actor: fact.actor,
    channel: fact.channel,
    reported: isUntrusted(fact.channel),
    authority: fact.authority,
    importance: fact.importance,
    reinforced: fact.reinforcementCount,
    pinned: properties['pinned'] === true,
    superseded_by:
      supersededBy === null
        ? null
        : renderCitation(supersededBy.session, supersededBy.seq, supersededBy.hash),
  };
}

function textIn(body: JsonObject, name: string): string {
  const value = optional(body, name);
  if (value !== undefined) return value;
  throw invalidRequest(`${name} is missing.`, 'Send it as a text.');
}

function optional(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
