/** Finds hook events that could be stored neither in the log nor in its inbox. */
import fs from 'node:fs';
import { countedLosses, sealLosses, sessionsWithLosses } from '@hookloom/hooks';
import { appendOrSpool } from '@hookloom/log/append';
import { lossesInWords } from '../losses-in-words.ts';
import { joinInspections } from '../inspect-session.ts';
import { ok, REPAIR, warning, type Check, type Examination } from './row.ts';

const ID = 'losses';
const SEAL_MS = 2000;
/** How long a recorded loss is a warning. */
const RECENT_MS = 7 * 24 * 3600 * 1000;

export const checkLosses: Check = (examined) => {
  const { evidence, repair, now } = examined;
  const { sealed_losses: sealed } = joinInspections(evidence.log.sessions);
  const { counted_losses: counted } = evidence;
  if (counted !== null) {
    const wrong = {
      message: `${lossesInWords(counted)} could not be recorded.`,
      why: 'The loss is not in the log yet, because the log cannot be written. Free disk space, or make the folder of the log writable.',
      command: REPAIR,
    };
    if (!repair || !seal(examined)) return warning(ID, wrong);
    const told = `${lossesInWords(counted)} could not be recorded. The log now says so.`;
    return { ...ok(ID, told), repaired: 'sealed the count' };
  }
  if (sealed === null) return ok(ID, 'No hook event was lost.');
  const told = `${lossesInWords(sealed)} could not be recorded. The log says so.`;
  if (now - Date.parse(sealed.last_at) > RECENT_MS) return ok(ID, told);
  return warning(ID, {
    message: told,
    why: 'The memory does not contain what happened in that time.',
    command: null,
  });
};

/** False if some losses could not be recorded in the log. */
function seal({ workspace, place: { env } }: Examination): boolean {
  const { eventloomDir: dir } = workspace;
  for (const session of sessionsWithLosses(dir, env))
    if (fs.existsSync(dir)) sealLosses({ dir, session }, Date.now() + SEAL_MS, appendOrSpool, env);
  return countedLosses(dir, env) === null;
}
