/** Questions about a memory of a few events. */
import { renderCitation } from '@hookloom/core';
import type { Channel } from '@hookloom/core/events';
import type { FactRow } from '../rows.ts';
import { checkout, type CheckoutRequest } from './checkout.ts';
import {
  factFrom,
  fakeMemory,
  fakeStore,
  fixedClock,
  hashOf,
  type PlainEvent,
} from './fixtures/fake-memory.ts';

export const session = 'demo-default';

export const cite = (seq: number): string => renderCitation(session, seq, hashOf(session, seq));

export const event = (seq: number, name: string, text: string, over: Partial<PlainEvent> = {}) => ({
  seq,
  type: 'decision.made',
  kind: 'decision',
  name,
  actor: 'assistant',
  channel: 'model' as Channel,
  text,
  ...over,
});

export const store1 = event(
  1,
  'Use JSONL for the log',
  'Use JSONL for the log. Rationale: append-only.',
);

export const store2 = event(2, 'Use SQLite for the projection', 'Use SQLite for the projection.');

export const turn = event(3, 'turn-3', 'user: Log files rotate at 64 megabytes.', {
  type: 'transcript.turn',
  kind: 'transcript_turn',
  actor: 'user',
  channel: 'user',
});

export const run = event(4, 'npm test', 'npm test passed: 312 log tests', {
  type: 'command.completed',
  kind: 'command_run',
  actor: 'zaxy-observer',
  channel: 'tool',
});

export const page = event(
  5,
  'WebFetch',
  'A page on log formats says JSONL lines end with a newline.',
  {
    type: 'tool.call.completed',
    kind: 'tool_call',
    actor: 'zaxy-observer',
    channel: 'web',
  },
);

interface Rows {
  facts?: FactRow[];
  sources?: Parameters<typeof fakeMemory>[1]['sources'];
  workingSet?: Parameters<typeof fakeMemory>[1]['workingSet'];
  recent?: Parameters<typeof fakeMemory>[1]['recent'];
  degraded?: { lane: string; reason: string }[];
}

export function ask(
  query: string,
  rows: Rows,
  request: Partial<CheckoutRequest> = {},
  store: Parameters<typeof fakeStore>[2] = {},
) {
  const deps = {
    memory: fakeMemory(session, { last: 60, ...(rows as Parameters<typeof fakeMemory>[1]) }),
    store: fakeStore(session, 60, store),
    clock: fixedClock,
  };
  return checkout(deps, { query, session, ...request });
}

export const facts = (...events: PlainEvent[]): FactRow[] =>
  events.map((each) => factFrom(session, each));

export const contents = (rows: { content: string }[]): string[] =>
  rows.map(({ content }) => content);
