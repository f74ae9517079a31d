/** `/api/viewer/memory/…`: what the memory contains, why a result was found, and the user's decisions about it. */
import { renderCitation, type JsonObject, type JsonValue } from '@hookloom/core';
import { isUntrusted, type FactRow } from '@hookloom/memory';
import { z } from 'zod';
import { recallSettings } from '../../operations/checkout.ts';
import { correct, correctRequest } from '../../operations/correct.ts';
import { httpCaller } from '../prompt-source.ts';
import type { Caller } from '../../operations/context.ts';
import { versionsOf } from '../../operations/find-fact.ts';
import { forget } from '../../operations/forget.ts';
import { forgetRequest } from '../../operations/forget-request.ts';
import { query as queryMemory, type QueryRow } from '../../operations/query.ts';
import { remember, rememberRequest } from '../../operations/remember.ts';
import { resolveCitation } from '../../operations/payload-citations.ts';
import { memoryDeps, openedMemory } from '../../memory-access.ts';
import { why } from '../../operations/why.ts';
import type { OpenWorkspace, Workspaces } from '../../workspaces/workspaces.ts';
import { flag, integer, names, text } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { verifiedRows, type Quotes } from '../../unavailable-events.ts';
import { here, hereOrAll, viewedLog, viewedLogs } from './viewed-log.ts';
import { unfence } from '@hookloom/memory/checkout';

async function quotesOf({ runtime }: OpenWorkspace): Promise<Quotes<FactRow>> {
  const { isQuoted } = await openedMemory(runtime.context);
  return { of: ({ entityName: name, content }) => [{ name, content }], isQuoted };
}

const citation = z.string().min(1).max(300);
const pinRequest = rememberRequest.pick({ text: true }).extend({ citation });
const correctionRequest = correctRequest
  .omit({ session_id: true, actor: true })
  .extend({ citation });

export function memoryRoutes(workspaces: Workspaces) {
  const written = <Name extends 'pin' | 'correct' | 'forget', Body extends z.ZodType, Answer>(
    name: Name,
    does: string,
    body: Body,
    write: (open: OpenWorkspace, body: z.output<Body>, caller: Caller) => Promise<Answer>,
  ) =>
    defineRoute({
      route: `POST /api/viewer/memory/${name}`,
      access: 'private',
      does,
      query: here,
      body,
      json: async (call) => {
        const { open } = await viewedLog(workspaces, call.query);
        return write(open, call.body, { ...httpCaller(call), client: 'viewer' });
      },
    });
  return [
    defineRoute({
      route: 'GET /api/viewer/memory/search',
      does: 'Searches, and returns the parts of each score.',
      query: {
        ...hereOrAll,
        q: text({ most: 1000 }),
        at: text({ most: 64 }),
        limit: integer({ byDefault: 30, min: 1, max: 100 }),
      },
      json: async ({ query }) => {
        const { q = '', at, limit } = query;
        const asked = await viewedLogs(workspaces, query);
        const found = await Promise.all(
          asked.map(async ({ open, log }) => {
            const rows = await queryMemory(open.runtime.context, {
              query: q,
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
    }),
    defineRoute({
      route: 'GET /api/viewer/memory/answer',
      does: 'Answers a question as a checkout does, and appends nothing.',
      query: { ...here, q: text({ most: 1000 }) },
      json: async ({ query }) => {
        const { open, log } = await viewedLog(workspaces, query);
        const { context } = open.runtime;
        const { leanCheckout, unfence } = await import('@hookloom/memory/checkout');
        const settings = recallSettings(context.env);
        const { quality, current_facts, evidence } = await leanCheckout(
          { ...(await memoryDeps(context)), clock: context.clock },
          { query: query.q ?? '', session: log, settings },
        );
        const rows = [...current_facts, ...evidence].slice(0, 5);
        return { quality, rows: rows.map((row) => ({ ...row, content: unfence(row.content) })) };
      },
    }),
    defineRoute({
      route: 'GET /api/viewer/memory/why',
      does: 'Explains why a row would or would not be in a checkout.',
      query: { ...here, q: text({ most: 1000 }), citation: text({ most: 300 }) },
      json: async ({ query }) => {
        const { open, log } = await viewedLog(workspaces, query);
        const { q = '', citation = '' } = query;
        const asked = { query: q, citation, session_id: log };
        return await why(open.runtime.context, asked);
      },
    }),
    defineRoute({
      route: 'GET /api/viewer/memory/facts',
      does: 'Lists facts with their validity.',
      query: {
        ...hereOrAll,
        type: names(),
        superseded: flag(),
        limit: integer({ byDefault: 200, min: 1, max: 500 }),
      },
      json: async ({ query }) => {
        const { type: types, superseded: includeSuperseded, limit } = query;
        const asked = await viewedLogs(workspaces, query);
        const found = await Promise.all(
          asked.map(async ({ open, log }) => {
            const memory = await openedMemory(open.runtime.context);
            const facts = await memory.facts({
              sessions: [log],
              limit,
              includeSuperseded,
              ...(types !== undefined && { types }),
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
    }),
    defineRoute({
      route: 'GET /api/viewer/memory/fact',
      does: 'Returns all versions of one fact.',
      query: { ...here, type: text(), name: text(), citation: text({ most: 300 }) },
      json: async ({ query }) => {
        const { open, log } = await viewedLog(workspaces, query);
        const versions = await versionsOf(open.runtime.context, {
          session: log,
          entity_type: query.type,
          entity_name: query.name,
          citation: query.citation,
        });
        const held = await verifiedRows(
          open.runtime.store,
          versions.slice(0, 100),
          (fact) => fact,
          await quotesOf(open),
        );
        return { versions: held.map(factLine) };
      },
    }),
    written('pin', 'Pins a fact.', pinRequest, async ({ runtime: { context } }, body, caller) => {
      // Stored as a separate memory, which is listed first from then on.
      const { session } = await resolveCitation(context, body.citation);
      return remember(context, { text: body.text, session_id: session }, caller);
    }),
    written(
      'correct',
      'Corrects a fact.',
      correctionRequest,
      async ({ runtime: { context } }, body, caller) => {
        const { session } = await resolveCitation(context, body.citation);
        return correct(context, { ...body, session_id: session }, caller);
      },
    ),
    written(
      'forget',
      'Forgets, with a preview first.',
      forgetRequest,
      async ({ runtime }, body, caller) => forget(runtime.context, body, caller),
    ),
  ];
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

interface ReadableRow extends QueryRow {
  /** Whether it came through an untrusted channel: a tool, a file, the web. */
  reported: boolean;
}

/** Removes the fence, which only protects models from following the text. */
function readableRow(row: QueryRow): ReadableRow {
  return {
    ...row,
    content: unfence(row.content),
    reported: row.score_explanation['trust'] === 'reported',
    score_explanation: plainValue(row.score_explanation) as JsonObject,
  };
}

function plainValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return unfence(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainValue(each)]));
}
