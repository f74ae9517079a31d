/** Statements on the connection: writes of a transaction are collected and sent together, reads wait for their rows. */
import type { Database, Row, Statement } from '../port.ts';
import type { Bridge, Step, Value } from './bridge.ts';
import { readText, sqlText, storedText } from './sql-text.ts';

export type Client = ReturnType<typeof createClient>;

/** Writes to send at once. */
const MOST_QUEUED = 200;
/** How long a writer waits for another one, and a commit for its writes, milliseconds. */
const WAIT_MS = 10_000;
/** Statements that are prepared by name on the server. Others are usually used once. */
const MOST_NAMED = 400;
const NAMED_FROM = 3;

/** @param lock Number of the lock that writers of this projection hold. */
export function createClient(bridge: Bridge, lock: string, timeoutMs: number) {
  let queue: Step[] = [];
  let isWriting = false;
  let ownWrites = 0;
  const used = new Map<string, number>();

  function step(text: string, values: readonly Value[]): Step {
    const count = (used.get(text) ?? 0) + 1;
    if (used.size < MOST_NAMED || used.has(text)) used.set(text, count);
    const stored = values.map((value) => (typeof value === 'string' ? storedText(value) : value));
    return {
      text,
      values: stored,
      ...(count >= NAMED_FROM && { name: `s${nameOf(text)}` }),
    };
  }

  const names = new Map<string, number>();
  function nameOf(text: string): number {
    let name = names.get(text);
    if (name === undefined) names.set(text, (name = names.size));
    return name;
  }

  function run(last: Step, limitMs?: number): Row[] {
    const steps = [...queue, last];
    queue = [];
    return bridge.run(steps, limitMs);
  }

  return {
    read(text: string, values: readonly Value[] = []): Row[] {
      const rows = run(step(text, values));
      for (const row of rows)
        for (const key in row) {
          const value = row[key];
          if (typeof value === 'string') row[key] = readText(value);
        }
      return rows;
    },
    /** Inside of a transaction it is sent later; reading `changes` sends it. */
    write(text: string, values: readonly Value[]): { readonly changes: number } {
      const added = step(text, values);
      if (!isWriting) bridge.run([added]);
      else if (queue.push(added) >= MOST_QUEUED) {
        bridge.send(queue);
        queue = [];
      }
      return {
        get changes() {
          if (added.changes === undefined) run({ text: 'SELECT 1' });
          return added.changes ?? 0;
        },
      };
    },
    exec: (text: string, limitMs?: number): void => void run({ text }, limitMs),
    begin(): void {
      run(
        {
          text: `BEGIN; SET LOCAL statement_timeout TO ${WAIT_MS}; SELECT pg_advisory_xact_lock(${lock}); SET LOCAL statement_timeout TO ${timeoutMs}`,
        },
        WAIT_MS + timeoutMs,
      );
      isWriting = true;
    },
    commit(): void {
      queue.push({ text: 'UPDATE meta SET writes = writes + 1' });
      run({ text: 'COMMIT' }, WAIT_MS);
      isWriting = false;
      ownWrites++;
    },
    rollback(): void {
      queue = [];
      isWriting = false;
      try {
        run({ text: 'ROLLBACK' });
      } catch {
        // The server ends the transaction of a lost connection.
      }
    },
    /** Changes whenever others have written. */
    version(): number {
      return Number(run(step('SELECT writes FROM meta', []))[0]?.['writes'] ?? 0) - ownWrites;
    },
  };
}

/** The statements of the port. */
export function statementsOn(client: Client): Pick<Database, 'exec' | 'prepare'> {
  return {
    exec: (sql) => client.exec(sqlText(sql)),
    prepare(sql): Statement {
      const text = sqlText(sql);
      return {
        run: (...values) => client.write(text, values),
        get: (...values) => client.read(text, values)[0],
        all: (...values) => client.read(text, values),
      };
    },
  };
}
