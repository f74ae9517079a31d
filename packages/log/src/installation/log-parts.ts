/** The logs that form one memory because one of them was broken. */
import { listSessions } from '../read/read-events.ts';
import { examineLog } from './examine-log.ts';

const PART = /\.(?:after-\d+|tail-\d+-[0-9a-f]{8})(?:\.\d)?$/;

/** Whether a log with this name would be read as part of another one. */
export function isPartName(session: string): boolean {
  return PART.test(session);
}

function wholeOf(session: string): string {
  return PART.test(session) ? wholeOf(session.replace(PART, '')) : session;
}

/** The other logs of this installation that a repair or a continuation made from the same log. Usually none. */
export function partsOf(dir: string, session: string): string[] {
  const whole = wholeOf(session);
  return listSessions(dir).filter(
    (other) =>
      other !== session && wholeOf(other) === whole && examineLog(dir, other).ownership === 'own',
  );
}
