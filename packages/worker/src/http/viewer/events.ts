/**
 * `/api/viewer/events`: the log as a list, from its end or by place; `/api/viewer/event`: one complete sealed event.
 */
import fs from 'node:fs';
import { renderCitation } from '@hookloom/core';
import type { z } from 'zod';
import { eventClass } from '@hookloom/core/events';
import { logNotices, logPath, sealedLine } from '@hookloom/log';
import { resolveCitation } from '../../operations/payload-citations.ts';
import type { OpenWorkspace, Workspaces } from '../../workspaces/workspaces.ts';
import { badParameter, instant, integer, text } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { withCurrentState } from './current-state.ts';
import { correctedNotes, type Filter } from './corrected-notes.ts';
import { here, hereOrAll, viewedLog } from './viewed-log.ts';
import { eventsOfAll } from './events-of-all.ts';
import { eventLine, kindOf, sessionOf, summaryOf } from './event-row.ts';
import { isUsed, readTail } from './tail.ts';

/** Events to read for one filtered page. */
const LOOK = 10_000;
/** A longer line is shown, but the page does not get it for hashing. */
const MAX_LINE_BYTES = 2 * 1024 * 1024;

const word = text({ most: 512 });
const filters = {
  kind: word,
  type: word,
  client: word,
  session: word,
  channel: word,
  concept: word,
  file: word,
  text: word,
};
const eventsQuery = {
  ...hereOrAll,
  ...filters,
  from: instant('start'),
  to: instant('end'),
  before: text({ most: 16_000, note: 'the `before` of the previous page' }),
  limit: integer({ byDefault: 100, min: 1, max: 500 }),
};
type EventsQuery = z.output<z.ZodObject<typeof eventsQuery>>;

export function eventRoutes(workspaces: Workspaces) {
  return [
    defineRoute({
      route: 'GET /api/viewer/workspaces',
      does: 'Lists workspaces and the last event of each log.',
      json: async () => ({ workspaces: await listed(workspaces) }),
    }),
    defineRoute({
      route: 'GET /api/viewer/events',
      does: 'Lists events of a log by page and filter.',
      query: eventsQuery,
      json: async ({ query }) => {
        const { limit } = query;
        const wanted = filterOf(query);
        if (query.ws === 'all') return await eventsOfAll(workspaces, query, { limit, wanted });
        const { open, log } = await viewedLog(workspaces, query);
        const before = query.before === undefined ? undefined : Number(query.before);
        if (!(before === undefined || before > 0)) throw badParameter('before', 'an event number');
        const corrected = await correctedNotes(open, log, query.text);
        const tail = await readTail(open.runtime.store, {
          log,
          before,
          limit,
          look: LOOK,
          wanted: (event) => wanted(event, corrected),
        });
        const { events, looked, head } = tail;
        return {
          events: await withCurrentState(open, log, events.map(eventLine)),
          before: tail.before,
          looked,
          head,
        };
      },
    }),
    defineRoute({
      route: 'GET /api/viewer/event',
      does: 'Returns one sealed event, which the page verifies.',
      query: { ...here, citation: text({ most: 300 }) },
      json: async ({ query }) => {
        const { open } = await viewedLog(workspaces, query);
        const { citation = '' } = query;
        const { event, session } = await resolveCitation(open.runtime, citation);
        const file = logPath(open.workspace.eventloomDir, session);
        const line = fs.existsSync(file) ? sealedLine(file, event.seq, MAX_LINE_BYTES) : null;
        const { store } = open.runtime;
        const next = await store.at(session, event.seq + 1);
        return {
          event,
          row: (await withCurrentState(open, session, [eventLine(event)]))[0]!.row,
          reported: eventLine(event).reported,
          repeats: await repeatsOf(open, session, event.seq),
          class: eventClass(event.type),
          kind: kindOf(event),
          citation: renderCitation(session, event.seq, event.hash),
          // Another process may have shredded it since. A shredded event has nothing to hash.
          line: event.shredded === null ? line : null,
          next_previous_hash: next?.previousHash ?? null,
        };
      },
    }),
  ];
}

/** The channels and the untrusted events whose text this event repeats. Empty without a memory. */
async function repeatsOf({ runtime }: OpenWorkspace, session: string, seq: number) {
  const opened = await runtime.memory.open();
  const found = opened.ok ? await opened.memory.repeats(session, seq) : [];
  const sources = found.map(({ channel, source }) => ({
    channel,
    citation: renderCitation(session, source.seq, source.hash),
  }));
  return [...new Map(sources.map((source) => [source.citation, source])).values()];
}

async function listed(workspaces: Workspaces) {
  const all = await workspaces.all();
  return Promise.all(
    all.map(async ({ slot, workspace, project, runtime }) => ({
      slot,
      project: project.id,
      alias: project.alias,
      folder: workspace.root,
      log: workspace.session,
      logs: await Promise.all(
        (await runtime.store.sessions()).map(async ({ session, head }) => ({
          session,
          events: head?.seq ?? 0,
          is_used: await isUsed(runtime.store, session),
        })),
      ),
      notices: logNotices(workspace.eventloomDir).map(({ message, command }) => ({
        message,
        command,
      })),
    })),
  );
}

/** An event must pass all filters. */
function filterOf(asked: EventsQuery): Filter {
  const tests = Object.entries(FILTERS).flatMap(([name, testFor]) => {
    const value = asked[name as keyof typeof FILTERS];
    return value === undefined ? [] : [testFor(value.toLowerCase())];
  });
  const { from, to } = asked;
  if (from !== undefined) tests.push((event) => Date.parse(event.timestamp) >= from);
  if (to !== undefined) tests.push((event) => Date.parse(event.timestamp) <= to);
  return (event, corrected) => tests.every((test) => test(event, corrected));
}

const FILTERS: Record<keyof typeof filters, (value: string) => Filter> = {
  kind: (value) => {
    const kinds = value.split(',');
    return (event) => kinds.includes(kindOf(event));
  },
  type: (value) => (event) => event.type === value,
  client: (value) => (event) => event.origin?.client?.toLowerCase() === value,
  session: (value) => (event) => sessionOf(event)?.toLowerCase() === value,
  channel: (value) => (event) => event.origin?.channel === value,
  concept: (value) => (event) => eventLine(event).concepts.some((each) => each === value),
  file: (value) => (event) =>
    eventLine(event).files.some((file) => file.toLowerCase().includes(value)),
  text: (value) => (event, corrected) =>
    event.shredded === null &&
    (corrected.has(event.seq) ||
      summaryOf(event).toLowerCase().includes(value) ||
      JSON.stringify(event.payload).toLowerCase().includes(value)),
};
