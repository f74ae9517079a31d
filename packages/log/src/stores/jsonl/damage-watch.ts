/** Verifies a log once if a read finds damage, so that its mark says where new events go. */
import { lstatSync } from 'node:fs';
import type { UnavailableEvent } from '@hookloom/core/events';
import { brokenFinding } from '../../installation/broken-log.ts';
import { examineLog } from '../../installation/examine-log.ts';
import { verifyLog } from '../../verify/verify-log.ts';

const MAX_KNOWN = 1000;

export function watchDamage(dir: string) {
  const known = new Set<string>();
  const running = new Map<string, Promise<void>>();

  async function verifyOnce(session: string): Promise<void> {
    try {
      const { ownership, findings } = examineLog(dir, session);
      if (ownership === 'own' && brokenFinding(findings) === null) await verifyLog(dir, session);
    } catch {
      // If the log cannot be read now, the next command that needs it verifies it.
    } finally {
      running.delete(session);
    }
  }

  return {
    /** Called for every invalid event. Never throws. */
    met({ session, seq, reason }: UnavailableEvent) {
      // A repaired log is another file.
      const file = lstatSync(`${dir}/${session}.jsonl`, { throwIfNoEntry: false })?.ino;
      const key = `${session} ${file} ${seq} ${reason}`;
      if (known.has(key) || known.size >= MAX_KNOWN) return;
      known.add(key);
      if (!running.has(session)) running.set(session, verifyOnce(session));
    },
    /** Resolves when the logs with the damage found so far are verified. */
    async settled(): Promise<void> {
      await Promise.all(running.values());
    },
  };
}
