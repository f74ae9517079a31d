/** A memory that follows one log of turns, and its statements in a form that is easy to compare. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Channel, EventStore, UnsealedEvent } from '@hookloom/core/events';
import { createMemoryStore } from '@hookloom/log';
import { afterEach, beforeEach } from 'vitest';
import { checkout } from '../src/checkout/checkout.ts';
import { isQuoted } from '../src/extract/quotes.ts';
import type { Memory } from '../src/memory.ts';
import { openMemory } from '../src/open-memory.ts';
import { STATEMENT_KINDS } from '../src/statements/statement.ts';

export let store: EventStore;
export let memory: Memory;
export let folder: string;

/** Gives each test of the file an empty memory. */
export function withStatementMemory(): void {
  beforeEach(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'hookloom-statements-'));
    store = createMemoryStore();
    memory = await openMemory({ file: ':memory:', store });
  });
  afterEach(async () => {
    await memory.close();
    rmSync(folder, { recursive: true });
  });
}

export function turn(
  role: 'user' | 'assistant',
  content: string,
  { session = 'c1', channel }: { session?: string; channel?: Channel } = {},
): UnsealedEvent {
  return {
    type: 'transcript.turn',
    actorId: role,
    payload: { role, content, session_id: session },
    origin: { channel: channel ?? (role === 'user' ? 'user' : 'model'), session_id: session },
  };
}

export const append = (...events: UnsealedEvent[]) => store.append('s', events);

export async function statements(from = memory) {
  const rows = await from.facts({
    sessions: ['s'],
    types: [...STATEMENT_KINDS],
    limit: 100,
    includeSuperseded: true,
  });
  return rows
    .toSorted((a, b) => a.seq - b.seq)
    .map(({ entityType, content, seq, validTo, supersededBy, channel, properties }) => ({
      kind: entityType,
      content,
      seq,
      holds: validTo === null,
      by: supersededBy?.seq ?? null,
      channel,
      said: properties['said'] ?? 1,
    }));
}
export const holding = async () =>
  (await statements()).filter(({ holds }) => holds).map(({ content }) => content);

export const DAY = 86_400_000;
export const SAID = '2026-03-02T09:00:00.000Z';
export const ask = async (query: string, days = 0) =>
  checkout(
    { memory, store, clock: { now: () => Date.parse(SAID) + days * DAY + 1 }, isQuoted },
    { query, session: 's' },
  );
export const appendAt = (...events: UnsealedEvent[]) =>
  append(...events.map((event) => ({ ...event, timestamp: SAID })));
