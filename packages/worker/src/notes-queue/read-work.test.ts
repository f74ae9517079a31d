import { createMemoryStore } from '@hookloom/log';
import { byOperation, type StoredEvent } from '@hookloom/core/events';
import { expect, test } from 'vitest';
import { readTurn, type FindLastWords } from './read-work.ts';

const log = 'demo-default';

/** The last words of the turn that asked "Rename the flag", if the client's file ends as given. */
async function lastWords(file: ReturnType<FindLastWords>): Promise<string | null | undefined> {
  const store = createMemoryStore();
  const origin = { channel: 'user' as const, client: 'claude-code', session_id: 'c1' };
  await store.append(log, [
    byOperation({
      type: 'transcript.turn',
      actorId: 'user',
      payload: { session_id: 'c1', role: 'user', content: 'Rename the flag' },
      origin,
    }),
    byOperation({
      type: 'hook.stop',
      actorId: 'system',
      payload: { session_id: 'c1', transcript_path: '/s.jsonl' },
      origin: { ...origin, channel: 'system' },
    }),
  ]);
  const events = new Map<number, StoredEvent>();
  for await (const event of store.read(log)) events.set(event.seq, event);
  const { id } = events.get(2)!;
  const pending = { log, contentSessionId: 'c1', events: [{ id, seq: 2 }], fromSeq: 1 };
  const turn = await readTurn(store, events, pending as never, () => file);
  return turn?.lastWords;
}

test('the last words come from the client’s file if it ends with the same turn', async () => {
  expect(await lastWords({ request: 'Rename the flag', lastWords: 'Renamed.' })).toBe('Renamed.');
  expect(await lastWords({ request: null, lastWords: 'Renamed.' })).toBe('Renamed.');
});

test('the words of a later turn are not those of this one', async () => {
  expect(await lastWords({ request: 'Now delete it', lastWords: 'Deleted.' })).toBeNull();
});
