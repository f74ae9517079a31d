/**
 * Appends forever: `dir session name first`. Even names use the hook path, odd ones the store. Every acknowledged event
 * is printed as a line `<key>`, after the append returned. `first` is the number of the first delivery: a client that
 * was killed delivers unacknowledged events again.
 */
import { writeSync } from 'node:fs';
import type { UnsealedEvent } from '@hookloom/core/events';
import { appendOrSpool } from '../../src/append/append-or-spool.ts';
import { openJsonlStore } from '../../src/stores/jsonl/index.ts';

const [dir, session, name, first] = process.argv.slice(2) as [string, string, string, string];
const big = 'x'.repeat(300_000);

function event(n: number, half: string): UnsealedEvent {
  const text = n % 12 === 0 ? big : 'ok '.repeat(50);
  return {
    type: 'command.completed',
    actorId: 'zaxy-observer',
    payload: { key: `${name}:${n}${half}`, text },
    origin: { channel: 'tool', session_id: name },
    delivery: { scope: name, key: `${n}${half}` },
  };
}

/** A batch of one or two; both halves are acknowledged together. */
function batch(n: number): UnsealedEvent[] {
  return n % 3 === 0 ? [event(n, 'a'), event(n, 'b')] : [event(n, 'a')];
}

function acknowledge(events: UnsealedEvent[]): void {
  for (const { payload } of events) writeSync(1, `${payload['key'] as string}\n`);
}

if (Number(name) % 2 === 0) {
  for (let n = Number(first); ; n++) {
    const events = batch(n);
    const outcome = appendOrSpool({ dir, session, events, deadline: Date.now() + 150 });
    if (outcome.kind !== 'lost') acknowledge(events);
  }
} else void appendForEver();

async function appendForEver(): Promise<void> {
  const store = openJsonlStore({ dir, lockWaitMs: 60_000 });
  for (let n = Number(first); ; n++) {
    const events = batch(n);
    await store.append(session, events, { durability: n % 2 === 0 ? 'os' : 'fsync' });
    acknowledge(events);
  }
}
