/** Reads recorded events up to a limit, so that a check ends soon. */
import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { isJsonObject, parseJsonObject } from '@hookloom/core';
import type { Examination } from './row.ts';

/** About a second of reading. Only the newest part of a larger log is read. */
const MAX_BYTES = 24 * 1024 * 1024;

/** @param mayMatter Decides from the line whether to parse it */
export async function* recordedEvents(
  { workspace, evidence }: Pick<Examination, 'workspace' | 'evidence'>,
  mayMatter: (line: string) => boolean = () => true,
) {
  for (const { session } of evidence.log.sessions) {
    for await (const line of newestLines(`${workspace.eventloomDir}/${session}.jsonl`)) {
      const event = mayMatter(line) ? parseJsonObject(line) : null;
      if (event === null) continue;
      const { payload, integrity, type } = event;
      const seq = isJsonObject(integrity) ? integrity['seq'] : undefined;
      const hash = isJsonObject(integrity) ? integrity['hash'] : undefined;
      if (!isJsonObject(payload) || typeof seq !== 'number' || typeof hash !== 'string') continue;
      yield { session, seq, hash, type: typeof type === 'string' ? type : '', payload };
    }
  }
}

async function* newestLines(file: string): AsyncGenerator<string> {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return;
  const input = createReadStream(file, { start: Math.max(0, size - MAX_BYTES) });
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}
