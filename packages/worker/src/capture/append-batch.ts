/** Appends the content of a session file to the log. */
import { isHookloomError } from '@hookloom/core';
import type { AppendResult, EventStore, UnsealedEvent } from '@hookloom/core/events';
import { addNotice, type Lane } from './lane.ts';
import { noticeAbout } from './notices.ts';
import type { ReadBatch } from './read-file.ts';
import type { SessionFile } from './session-files.ts';

/**
 * Appends first, then stores the offset. After a crash in between, the records are read again, and the log recognises
 * them.
 */
export async function appendBatch(of: Lane, file: SessionFile, batch: ReadBatch): Promise<void> {
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

/** Skips what the log refuses (null) and captures the rest of the batch. */
async function append(of: Lane, file: SessionFile, events: UnsealedEvent[]) {
  const { store, session } = of.request;
  try {
    return await store.append(session, events);
  } catch (error) {
    if (!isHookloomError(error) || error.code !== 'invalid_request') throw error;
    if (events.length === 1) {
      addNotice(of, noticeAbout(file.path, 'contains a record that the log refuses'));
      return [null];
    }
  }
  const results: (AppendResult | null)[] = [];
  for (const event of events) results.push(...(await append(of, file, [event])));
  return results;
}

/** Adds the event with the outcome for each repeated command in the batch whose outcome is not in the log. */
async function settled(
  { session, store }: { session: string; store: EventStore },
  events: readonly UnsealedEvent[],
  results: readonly (AppendResult | null)[],
): Promise<UnsealedEvent[]> {
  const late: UnsealedEvent[] = [];
  for (const [at, event] of events.entries()) {
    const result = results[at];
    if (result?.duplicate !== true || !isTelling(event)) continue;
    const known = await store.at(session, result.seq);
    if (known === null || known.shredded !== null || known.payload['outcome'] !== 'unknown')
      continue;
    // An outcome that the same file left open is not new.
    if (known.payload['capture'] !== undefined) continue;
    late.push(settles(event, result));
  }
  return late;
}

function isTelling({ type, payload, origin }: UnsealedEvent): boolean {
  return (
    type === 'command.completed' &&
    origin.client === 'codex' &&
    typeof payload['exit_code'] === 'number' &&
    typeof payload['tool_use_id'] === 'string'
  );
}

function settles(event: UnsealedEvent, { seq, id }: AppendResult): UnsealedEvent {
  const { payload, delivery } = event;
  return {
    ...event,
    type: 'tool.call.settled',
    causedBy: [id],
    payload: {
      ...payload,
      tool_name: event.origin.tool ?? 'Bash',
      call_id: payload['tool_use_id']!,
      status: payload['exit_code'] === 0 ? 'ok' : 'error',
      settles_seq: seq,
    },
    ...(delivery !== undefined && {
      delivery: { scope: delivery.scope, key: `${delivery.key}:settled` },
    }),
  };
}
