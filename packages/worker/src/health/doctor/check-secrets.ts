/** Values in the logs that are masked today and were not when they were recorded. Names events, never what they hold. */
import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { renderCitation } from '@hookloom/core/citation';
import { isJsonObject } from '@hookloom/core/json';
import { redactPayload } from '@hookloom/core/redact/index';
import { ok, skipped, warning, type Check } from './row.ts';

const ID = 'secrets';
/** About a second of looking; of a larger log its newest part. */
const MAX_BYTES = 24 * 1024 * 1024;
/** So many fit on a command line, and the next look tells the rest. */
const MAX_NAMED = 20;

export const checkSecrets: Check = async ({ workspace, evidence }) => {
  const found: string[] = [];
  let events = 0;
  for (const { session } of evidence.log.sessions) {
    for await (const line of newestLines(`${workspace.eventloomDir}/${session}.jsonl`)) {
      const event = parsed(line);
      if (event === null) continue;
      events += 1;
      const { payload, integrity } = event;
      const seq = isJsonObject(integrity) ? integrity['seq'] : undefined;
      const hash = isJsonObject(integrity) ? integrity['hash'] : undefined;
      if (!isJsonObject(payload) || typeof seq !== 'number' || typeof hash !== 'string') continue;
      if (redactPayload(payload).redactedPaths.length > 0)
        found.push(renderCitation(session, seq, hash));
    }
  }
  if (events === 0) return [skipped(ID, 'Nothing is recorded yet.')];
  if (found.length === 0) return [ok(ID, `No secret was found in ${events} events.`)];
  const named = found.slice(0, MAX_NAMED).map((citation) => `--citation ${citation}`);
  return [
    warning(ID, {
      message: `${found.length} ${found.length === 1 ? 'event holds' : 'events hold'} what looks like a secret or private text.`,
      why: 'An older version recorded it. The command destroys these events for good and refuses their text from then on; look first with --dry-run, and replace the secret.',
      command: `hookloom memory forget ${named.join(' ')}`,
    }),
  ];
};

async function* newestLines(file: string): AsyncGenerator<string> {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return;
  const input = createReadStream(file, { start: Math.max(0, size - MAX_BYTES) });
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

/** Null for half a line, and for what is none of ours. */
function parsed(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
