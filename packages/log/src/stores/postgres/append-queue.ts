/** The appends of one process to one log. Appends that wait while a statement runs go together in the next one. */
import { headMoved } from '../memory/check-line.ts';
import { isJsonObject, unavailable, canonicalize } from '@hookloom/core';
import type { AppendOptions, AppendResult } from '@hookloom/core/events';
import { deliveryKey } from '../../append/deliveries.ts';
import { type PreparedEvent, storedPayload } from '../../envelope/seal.ts';
import { createGate, type Gate } from '../../gate/gate.ts';
import { entriesOfEvent } from '../../gate/gate-file.ts';
import type { GateEntry } from '../../gate/gate-entry.ts';
import { guarded } from '../../gate/guard.ts';
import type { Connection, Row } from './connection.ts';
import type { LogName } from './rows.ts';

interface Waiter {
  events: PreparedEvent[];
  options: AppendOptions;
  resolve(results: AppendResult[]): void;
  reject(error: unknown): void;
}

/** What was forgotten in the logs of one writer. Shared by the queues of a store. */
export interface Forgotten {
  count: number;
  gate: Gate | null;
}

/** Events of one statement, unless a single request has more. */
const MAX_EVENTS = 2000;
const RETRIES = 5;

export function createPostgresQueue(connection: Connection, log: LogName, forgotten: Forgotten) {
  let waiting: Waiter[] = [];
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    // Requests of the same tick are sent together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const group = take();
      if (group.length === 0) continue;
      try {
        settle(group, await write(group));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    running = null;
  }

  function take(): Waiter[] {
    const group: Waiter[] = [];
    for (let events = 0; waiting.length > 0;) {
      events += waiting[0]!.events.length;
      if (group.length > 0 && events > MAX_EVENTS) break;
      const waiter = waiting.shift()!;
      if (waiter.options.signal?.aborted === true)
        waiter.reject(unavailable('The append was cancelled.', 'Try again.'));
      else group.push(waiter);
    }
    return group;
  }

  async function write(group: readonly Waiter[]): Promise<Row[]> {
    const { project, writer, session } = log;
    for (let tried = 0; tried < RETRIES; tried++) {
      const requests = group.map(({ events, options: { expectHead } }) => ({
        expects: expectHead !== undefined,
        head: expectHead ?? null,
        events: events.map((event) => pieces(event, session)),
      }));
      const rows = await connection.query(
        'SELECT * FROM hookloom.append($1, $2, $3, $4, $5::json)',
        [project, writer, session, forgotten.count, JSON.stringify(requests)],
      );
      if (rows[0]?.['outcome'] !== 'forgotten') return rows;
      await readForgotten();
    }
    throw unavailable(
      'Texts are being forgotten in the team store. Nothing was written.',
      'Try again when it is done.',
    );
  }

  function pieces(event: PreparedEvent, session: string) {
    const masked = forgotten.gate === null ? event : guarded(forgotten.gate, event);
    const key = deliveryKey(event);
    const isEndless = key === null || !Number.isFinite(key.windowMs);
    return {
      ...sealPieces(masked, session),
      id: event.id,
      type: event.type,
      digest: key?.digest ?? null,
      atMs: key?.atMs ?? null,
      windowMs: isEndless ? null : key.windowMs,
    };
  }

  async function readForgotten(): Promise<void> {
    const rows = await connection.query(
      "SELECT line FROM hookloom.event WHERE project = $1 AND writer = $2 AND type = 'memory.forgotten'",
      [log.project, log.writer],
    );
    const entries = rows.flatMap(({ line }): GateEntry[] => {
      const event: unknown = JSON.parse(String(line));
      return isJsonObject(event) ? entriesOfEvent(event) : [];
    });
    forgotten.gate = createGate(entries);
    forgotten.count = rows.length;
  }

  function settle(group: readonly Waiter[], rows: readonly Row[]): void {
    for (const [at, { resolve, reject }] of group.entries()) {
      const own = rows.filter((row) => Number(row['request']) === at);
      if (own[0]?.['outcome'] === 'conflict') reject(headMoved(log.session));
      else resolve(own.map(appended));
    }
  }

  return {
    append(events: PreparedEvent[], options: AppendOptions): Promise<AppendResult[]> {
      return new Promise((resolve, reject) => {
        waiting.push({ events, options, resolve, reject });
        running ??= run();
      });
    },
    async idle(): Promise<void> {
      await running;
    },
  };
}

function appended(row: Row): AppendResult {
  const previous = row['previous_hash'];
  return {
    seq: Number(row['seq']),
    hash: String(row['hash']),
    previousHash: typeof previous === 'string' ? previous : null,
    id: String(row['id']),
    duplicate: row['outcome'] === 'duplicate',
  };
}

// An event for a store that seals: the texts around the parts that only the store knows, its integrity and its batch.

/** The line is `front`, integrity, `middle`, batch, `back`. The hash covers it without the integrity. */
function sealPieces(event: PreparedEvent, session: string) {
  const payload = Object.entries(storedPayload(event, null));
  const early = canonicalize(Object.fromEntries(payload.filter(([key]) => key < '__batch')));
  // Never empty: it contains the origin.
  const late = canonicalize(Object.fromEntries(payload.filter(([key]) => key > '__batch')));
  const { actorId, causedBy, id, parentEventId, timestamp, type } = event;
  return {
    front: `{"actorId":${canonicalize(actorId)},"causedBy":${canonicalize(causedBy)},"id":${canonicalize(id)},`,
    middle: `"parentEventId":${canonicalize(parentEventId)},"payload":${early === '{}' ? '{' : `${early.slice(0, -1)},`}`,
    back: `${late.slice(1)},"threadId":${canonicalize(session)},"timestamp":${canonicalize(timestamp)},"type":${canonicalize(type)}}`,
  };
}
