/**
 * Reads the projection in its current state: nothing is followed, rebuilt or written. For callers that only need its
 * state and accept "unknown".
 */
import fs from 'node:fs';
import { openDatabase } from './driver.ts';
import { SCHEMA_VERSION } from '../schema.ts';

export interface ProjectionPeek {
  sessions: {
    session: string;
    /** Projected up to this seq. */
    cursor_seq: number;
    /** The newest event of each type, by an index. */
    latest: Record<string, { seq: number; timestamp: string }>;
  }[];
  /** Work without a note, by state. */
  queue: { depth: number; dead: number };
  /** Whether any text has a vector. */
  hasVectors: boolean;
}

/** Milliseconds to wait for a writer. */
const BUSY_MS = 200;

/**
 * @param file Absolute path of the projection.
 * @returns Null if there is none, it has another version, or it cannot be read now.
 * @example (await peekProjection('/home/dev/shop/.eventloom/projections/memory.sqlite'))?.queue.dead // 0
 */
export async function peekProjection(file: string): Promise<ProjectionPeek | null> {
  if (!fs.existsSync(file)) return null;
  let db;
  try {
    db = await openDatabase(file);
  } catch {
    return null;
  }
  try {
    db.exec(`PRAGMA busy_timeout=${BUSY_MS}; PRAGMA query_only=ON`);
    if (Number(db.prepare('PRAGMA user_version').get()?.['user_version']) !== SCHEMA_VERSION)
      return null;
    const latest = db.prepare('SELECT type, seq, ts FROM latest WHERE sid = ?');
    const count = db.prepare('SELECT count(*) AS n FROM pending_messages WHERE status = ?');
    const waiting = (status: string): number => Number(count.get(status)?.['n'] ?? 0);
    return {
      sessions: db
        .prepare('SELECT sid, name, seq FROM sessions ORDER BY name')
        .all()
        .map((row) => ({
          session: String(row['name']),
          cursor_seq: Number(row['seq']),
          latest: Object.fromEntries(
            latest
              .all(row['sid']!)
              .map(({ type, seq, ts }) => [
                String(type),
                { seq: Number(seq), timestamp: String(ts) },
              ]),
          ),
        })),
      queue: { depth: waiting('pending') + waiting('processing'), dead: waiting('dead') },
      hasVectors: db.prepare('SELECT 1 FROM vectors LIMIT 1').get() !== undefined,
    };
  } catch {
    return null;
  } finally {
    db.close();
  }
}
