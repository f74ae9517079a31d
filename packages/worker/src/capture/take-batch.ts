/** Appends the content of a session file to the log. */
import { isHookloomError } from '@hookloom/core/errors';
import type { AppendResult, UnsealedEvent } from '@hookloom/core/ports/event-store';
import { say, type Lane } from './lane.ts';
import { noticeAbout } from './notices.ts';
import type { ReadBatch } from './read-file.ts';
import type { SessionFile } from './session-files.ts';
import { settled } from './settled.ts';

/**
 * Appends first, then stores the offset. After a crash between the two, the records are read again and found in the
 * log.
 */
export async function take(of: Lane, file: SessionFile, batch: ReadBatch): Promise<void> {
  const { request, lane } = of;
  const { events, offset } = batch;
  lane.known += batch.copied;
  if (request.isDryRun === true) lane.imported += events.length;
  else if (events.length > 0) {
    const results = await append(of, file, events);
    const repeated = results.filter((result) => result?.duplicate === true).length;
    const late = await settled(request, events, results);
    const joined = late.length > 0 ? await request.store.append(request.session, late) : [];
    lane.known += repeated;
    lane.imported += results.filter((result) => result?.duplicate === false).length;
    lane.imported += joined.filter(({ duplicate }) => !duplicate).length;
  }
  lane.records += batch.records;
  request.offsets.set(file.path, offset);
  request.onProgress?.({ file: file.path, records: lane.records, bytes: offset.offset });
}

/** Leaves out what the log refuses (null) and captures the rest of the batch. */
async function append(
  of: Lane,
  file: SessionFile,
  events: UnsealedEvent[],
): Promise<(AppendResult | null)[]> {
  const { store, session } = of.request;
  try {
    return await store.append(session, events);
  } catch (error) {
    if (!isHookloomError(error) || error.code !== 'invalid_request') throw error;
    if (events.length === 1) {
      say(of, noticeAbout(file.path, 'contains a record that the log refuses'));
      return [null];
    }
  }
  const results: (AppendResult | null)[] = [];
  for (const event of events) results.push(...(await append(of, file, [event])));
  return results;
}
