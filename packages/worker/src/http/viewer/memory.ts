/** `/api/viewer/memory/…`: what is remembered, why it is found, and a person's word on it. */
import { HookloomError } from '@hookloom/core/errors';
import { renderCitation } from '@hookloom/core/citation';
import type { JsonObject } from '@hookloom/core/json';
import type { FactRow } from '@hookloom/memory/rows';
import { correct } from '../../operations/correct.ts';
import type { Caller } from '../../operations/context.ts';
import { versionsOf } from '../../operations/find-fact.ts';
import { forget } from '../../operations/forget.ts';
import { query as queryMemory } from '../../operations/query.ts';
import { remember } from '../../operations/remember.ts';
import { resolveCitation } from '../../operations/resolve-citation.ts';
import { openedMemory } from '../../operations/verbatim.ts';
import { why } from '../../operations/why.ts';
import type { OpenWorkspace, Workspaces } from '../../workspaces/workspaces.ts';
import { readJsonBody } from '../body.ts';
import type { Call, Reply, Route } from '../server.ts';
import { askedFor, textOf, within } from './asked.ts';

const MAX_FACTS = 500;
/** The viewer speaks for the person who looks at it. */
const PERSON: Caller = { channel: 'user', client: 'viewer' };

export function memoryRoutes(workspaces: Workspaces): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/viewer/memory/search',
      handle: async ({ query }) => {
        const { open, log } = await askedFor(workspaces, query);
        const at = textOf(query, 'at', 64);
        const page = await queryMemory(open.runtime.context, {
          query: textOf(query, 'q', 1000) ?? '',
          session_id: log,
          limit: within(query, 'limit', { least: 1, most: 100, fallback: 30 }),
          paged: true,
          ...(at !== undefined && { temporal_filter: at }),
        });
        return { status: 200, json: page };
      },
    },
    {
      method: 'GET',
      path: '/api/viewer/memory/why',
      handle: async ({ query }) => {
        const { open, log } = await askedFor(workspaces, query);
        const citation = textOf(query, 'citation', 300) ?? '';
        const asked = { query: textOf(query, 'q', 1000) ?? '', citation, session_id: log };
        return { status: 200, json: await why(open.runtime.context, asked) };
      },
    },
    {
      method: 'GET',
      path: '/api/viewer/memory/facts',
      handle: async ({ query }) => {
        const { open, log } = await askedFor(workspaces, query);
        const type = textOf(query, 'type');
        const memory = await openedMemory(open.runtime.context);
        const facts = await memory.facts({
          sessions: [log],
          limit: within(query, 'limit', { least: 1, most: MAX_FACTS, fallback: 200 }),
          includeSuperseded: query.get('superseded') === '1',
          ...(type !== undefined && { types: type.split(',') }),
        });
        return { status: 200, json: { facts: facts.map(factLine) } };
      },
    },
    {
      method: 'GET',
      path: '/api/viewer/memory/fact',
      handle: async ({ query }) => {
        const { open, log } = await askedFor(workspaces, query);
        const versions = await versionsOf(open.runtime.context, {
          session: log,
          entity_type: textOf(query, 'type', 4096),
          entity_name: textOf(query, 'name', 4096),
          citation: textOf(query, 'citation', 300),
        });
        return { status: 200, json: { versions: versions.slice(0, 100).map(factLine) } };
      },
    },
    written(workspaces, 'pin', pin),
    written(workspaces, 'correct', correctIt),
    written(workspaces, 'forget', async ({ runtime }, body) =>
      forget(runtime.context, body, PERSON),
    ),
  ];
}

type Write = (open: OpenWorkspace, body: JsonObject) => Promise<unknown>;

function written(workspaces: Workspaces, name: string, write: Write): Route {
  return {
    method: 'POST',
    path: `/api/viewer/memory/${name}`,
    access: 'private',
    handle: async ({ request, query }: Call): Promise<Reply> => {
      const { open } = await askedFor(workspaces, query);
      const { value } = await readJsonBody(request);
      return { status: 200, json: await write(open, value) };
    },
  };
}

/** A note is pinned as what it is; anything else is kept as a memory of its own, which comes first from then on. */
async function pin({ runtime }: OpenWorkspace, body: JsonObject): Promise<unknown> {
  const { context } = runtime;
  const { event, session } = await resolveCitation(context, textIn(body, 'citation'));
  if (event.type === 'note.recorded')
    return changeNote(runtime, session, event.id, { pinned: body['pinned'] !== false });
  return remember(context, { text: textIn(body, 'text'), session_id: session }, PERSON);
}

async function correctIt({ runtime }: OpenWorkspace, body: JsonObject): Promise<unknown> {
  const { context } = runtime;
  const citation = textIn(body, 'citation');
  const text = textIn(body, 'text');
  const { event, session } = await resolveCitation(context, citation);
  if (event.type === 'note.recorded')
    return changeNote(runtime, session, event.id, { title: text });
  const name = optional(body, 'entity_name');
  const type = optional(body, 'entity_type');
  const reason = optional(body, 'reason');
  return correct(
    context,
    {
      text,
      citation,
      session_id: session,
      ...(name !== undefined && { entity_name: name }),
      ...(type !== undefined && { entity_type: type }),
      ...(reason !== undefined && { reason }),
    },
    PERSON,
  );
}

async function changeNote(
  { store }: OpenWorkspace['runtime'],
  session: string,
  note: string,
  change: JsonObject,
): Promise<unknown> {
  const [result] = await store.append(
    session,
    [
      {
        type: 'note.changed',
        actorId: 'user',
        payload: { note, ...change },
        origin: { channel: 'user', client: 'viewer' },
        causedBy: [note],
      },
    ],
    { durability: 'fsync' },
  );
  const { seq, hash } = result!;
  return { status: 'changed', seq, citation: renderCitation(session, seq, hash) };
}

function factLine(fact: FactRow): JsonObject {
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
  throw new HookloomError('invalid_request', `${name} is missing.`, 'Send it as a text.');
}

function optional(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
