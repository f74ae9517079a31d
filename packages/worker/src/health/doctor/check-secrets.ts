/** Finds recorded values that the current rules would mask. Reports the events, never their content. */
import { renderCitation } from '@hookloom/core';
import { redactPayload } from '@hookloom/core/redact';
import { recordedEvents } from './recorded-events.ts';
import { ok, skipped, warning, type Check } from './row.ts';

const ID = 'secrets';
/** As many as fit on a command line. The next run reports the rest. */
const MAX_NAMED = 20;

export const checkSecrets: Check = async (examined) => {
  const found: string[] = [];
  let events = 0;
  for await (const { session, seq, hash, payload } of recordedEvents(examined)) {
    events += 1;
    if (redactPayload(payload).redactedPaths.length > 0)
      found.push(renderCitation(session, seq, hash));
  }
  if (events === 0) return skipped(ID, 'Nothing is recorded yet.');
  if (found.length === 0) return ok(ID, `No secret was found in ${events} events.`);
  const named = found.slice(0, MAX_NAMED).map((citation) => `--citation ${citation}`);
  return warning(ID, {
    message: `${found.length} ${found.length === 1 ? 'event contains' : 'events contain'} something that looks like a secret or private text.`,
    why: 'An older version recorded it. The command deletes these events for good and refuses their text from then on. Try it with --dry-run first, and replace the secret.',
    command: `hookloom memory forget ${named.join(' ')}`,
  });
};
