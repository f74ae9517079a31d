/**
 * Finds sessions that share early records. In Claude Code, the file of a forked session (in older versions also of a
 * resumed one) repeats earlier records with a new session id but the same record ids. Its first record identifies such
 * a copy. So do compactions, because a copy may begin with one.
 */
import { createHash } from 'node:crypto';
import { isJsonObject, type JsonValue } from '@hookloom/core';
import type { TranscriptRecord } from '@hookloom/hooks/clients';

/**
 * Maps the hash of a record (16 hex digits) to the client's sessions with that record, in the order they were found.
 */
export type Anchors = Record<string, string[]>;

export type RelatedSessions = ReturnType<typeof relatedSessions>;

/** For the newest files. A copy of an older one would be recorded as new. */
const MAX_ANCHORS = 4_096;
const MAX_KIN = 16;

export function relatedSessions(kept: Anchors) {
  const anchors = new Map(Object.entries(kept));
  const kin = new Map<string, Set<string>>();
  let isChanged = false;
  for (const sessions of anchors.values()) relate(kin, sessions);
  return {
    /** Records that this session contains the record. */
    note({ ref, sessionId }: TranscriptRecord) {
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
    /** Other sessions with a record of this one, the last found first. */
    of: (sessionId: string): readonly string[] =>
      [...(kin.get(sessionId) ?? [])].reverse().slice(0, MAX_KIN),
    /** Whether there is something to save. */
    isChanged: () => isChanged,
    /** Returns what to save and clears the changed flag. */
    keep(): Anchors {
      isChanged = false;
      return Object.fromEntries(anchors);
    },
  };
}

/** Validates the stored file, which is untrusted. */
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
