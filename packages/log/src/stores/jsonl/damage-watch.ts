/** Damage that a read finds: the log is verified once, so that its mark says where new events go. */
import { lstatSync } from 'node:fs';
import type { UnavailableEvent } from '@hookloom/core/events';
import { brokenFinding } from '../../installation/broken-log.ts';
import { examineLog } from '../../installation/examine-log.ts';
import { verifyLog } from '../../verify/verify-log.ts';

export interface DamageWatch {
  /** Called for every event that does not hold. Never throws. */
  met(found: UnavailableEvent): void;
  /** Resolves when everything found so far is verified. */
  settled(): Promise<void>;
}

const MAX_KNOWN = 1000;

export function watchDamage(dir: string): DamageWatch {
  const known = new Set<string>();
  const running = new Map<string, Promise<void>>();

  async function verifyOnce(session: string): Promise<void> {
    try {
      const { ownership, findings } = examineLog(dir, session);
      if (ownership === 'own' && brokenFinding(findings) === null) await verifyLog(dir, session);
    } catch {
      // A log that cannot be read now is verified by the next command that asks for it.
    } finally {
      running.delete(session);
    }
  }

  return {
    met({ session, seq, reason }) {
      // A repaired log is another file.
      const file = lstatSync(`${dir}/${session}.jsonl`, { throwIfNoEntry: false })?.ino;
      const key = `${session} ${file} ${seq} ${reason}`;
      if (known.has(key) || known.size >= MAX_KNOWN) return;
      known.add(key);
      if (!running.has(session)) running.set(session, verifyOnce(session));
    },
    async settled() {
      await Promise.all(running.values());
    },
  };
}
