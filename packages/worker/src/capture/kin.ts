/**
 * Sessions that go back to the same beginning. Claude Code's file of a forked session, and those of older versions for a
 * resumed one, hold the earlier records again: under a new session id, with the ids of the records as they were. A file
 * is known for such a copy by its first record, and by the compactions in it, from which a copy may begin.
 */
import { createHash } from 'node:crypto';
import { isJsonObject, type JsonValue } from '@hookloom/core/json';
import type { TranscriptRecord } from '@hookloom/hooks/transcript/record';

/** Of one record, 16 hex characters → the client's sessions that hold it, in the order in which they were met. */
export type Anchors = Record<string, string[]>;

export interface Kin {
  /** Remembers that this session holds the record. */
  note(record: TranscriptRecord): void;
  /** Other sessions that hold a record which this one holds, the last met first. */
  of(sessionId: string): readonly string[];
  /** Something is to be kept. */
  isChanged(): boolean;
  /** What is kept; nothing is left to be kept then. */
  keep(): Anchors;
}

/** Of the newest files; a copy of an older one would be recorded as new. */
const MAX_ANCHORS = 4_096;
const MAX_KIN = 16;

export function kinOf(kept: Anchors): Kin {
  const anchors = new Map(Object.entries(kept));
  const kin = new Map<string, Set<string>>();
  let isChanged = false;
  for (const sessions of anchors.values()) relate(kin, sessions);
  return {
    note({ ref, sessionId }) {
      const digest = createHash('sha256').update(ref).digest('hex').slice(0, 16);
      const sessions = anchors.get(digest) ?? [];
      if (sessions.includes(sessionId)) return;
      const more = [...sessions, sessionId].slice(-MAX_KIN);
      anchors.delete(digest);
      anchors.set(digest, more);
      relate(kin, more);
      for (const oldest of [...anchors.keys()].slice(0, -MAX_ANCHORS)) anchors.delete(oldest);
      isChanged = true;
    },
    of: (sessionId) => [...(kin.get(sessionId) ?? [])].reverse().slice(0, MAX_KIN),
    isChanged: () => isChanged,
    keep() {
      isChanged = false;
      return Object.fromEntries(anchors);
    },
  };
}

/** What a file on the disk says of itself is not believed. */
export function anchorsIn(value: JsonValue | undefined): Anchors {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value)
      .filter(([digest]) => /^[0-9a-f]{16}$/.test(digest))
      .map(([digest, sessions]): [string, string[]] => [
        digest,
        Array.isArray(sessions) ? sessions.filter((one) => typeof one === 'string') : [],
      ])
      .slice(-MAX_ANCHORS),
  );
}

function relate(kin: Map<string, Set<string>>, sessions: readonly string[]): void {
  if (sessions.length < 2) return;
  for (const one of sessions) {
    const others = kin.get(one) ?? new Set<string>();
    for (const other of sessions) if (other !== one) others.add(other);
    kin.set(one, others);
  }
}
