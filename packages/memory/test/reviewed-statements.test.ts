/** What a person decides about proposed statements, as rows of the memory. */
import { byOperation, type EventStore, type UnsealedEvent } from '@hookloom/core/events';
import { renderCitation } from '@hookloom/core';
import { createMemoryStore } from '@hookloom/log';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Memory } from '../src/memory.ts';
import { openMemory } from '../src/open-memory.ts';
import { isProposed } from '../src/channels.ts';
import { statementKey, STATEMENT_KINDS } from '../src/statements/review.ts';

let store: EventStore;
let memory: Memory;
beforeEach(async () => {
  store = createMemoryStore();
  memory = await openMemory({ file: ':memory:', store });
});
afterEach(() => memory.close());

const CAUSE = 'The root cause was a wrong path in the script.';
const OTHER = 'The root cause was a stale path in the release script.';

function turn(role: 'user' | 'assistant', content: string, session = 'c1'): UnsealedEvent {
  return {
    type: 'transcript.turn',
    actorId: role,
    payload: { role, content, session_id: session },
    origin: { channel: role === 'user' ? 'user' : 'model', session_id: session },
  };
}

async function say(...events: UnsealedEvent[]): Promise<string[]> {
  const done = await store.append('s', events);
  return done.map(({ seq, hash }) => renderCitation('s', seq, hash));
}

async function review(
  action: string,
  citation: string,
  text: string,
  more: { [key: string]: string } = {},
  channel: 'user' | 'model' = 'user',
): Promise<void> {
  await store.append('s', [
    byOperation({
      type: 'statement.reviewed',
      actorId: channel,
      payload: { citation, key: statementKey(text), action, kind: 'cause', ...more },
      origin: { channel },
    }),
  ]);
}

async function current(from = memory) {
  const rows = await from.facts({ sessions: ['s'], types: [...STATEMENT_KINDS], limit: 100 });
  return rows
    .toSorted((a, b) => a.seq - b.seq)
    .map((row) => ({
      text: row.content,
      seq: row.seq,
      proposed: isProposed(row),
      authority: row.authority,
      said: row.properties['said'] ?? 1,
    }));
}
const texts = async () => (await current()).map(({ text }) => text);

test('what an assistant said is proposed, and what a person said is current at once', async () => {
  await say(turn('assistant', CAUSE), turn('user', 'Never push to main.'));
  expect(await current()).toMatchObject([
    { text: CAUSE, proposed: true },
    { text: 'Never push to main.', proposed: false },
  ]);
});

test('an accepted statement is trusted, and no assistant replaces its value', async () => {
  const said = 'The staging server runs on port 8080 by default: `port 8080`';
  const [citation] = await say(turn('assistant', CAUSE));
  await review('accept', citation!, CAUSE);
  expect(await current()).toMatchObject([{ text: CAUSE, proposed: false, authority: 'accepted' }]);
  await say(turn('assistant', said), turn('assistant', CAUSE, 'c2'));
  expect((await current()).filter(({ text }) => text === CAUSE)).toMatchObject([{ seq: 1 }]);
});

test('a rejected statement does not come back from the same words, unless a person says them', async () => {
  const [citation] = await say(turn('assistant', CAUSE));
  await review('reject', citation!, CAUSE);
  await say(turn('assistant', CAUSE, 'c2'), turn('assistant', CAUSE.replace('The', 'the'), 'c3'));
  expect(await current()).toEqual([]);
  await say(turn('user', `Cause: ${CAUSE}`), turn('user', CAUSE));
  expect(await texts()).toContain(CAUSE);
});

test('an edited statement shows what the person wrote, and its old words do not come back', async () => {
  const [citation] = await say(turn('assistant', CAUSE));
  await review('edit', citation!, CAUSE, { text: 'The cause was the path of the release script.' });
  await say(turn('assistant', CAUSE, 'c2'));
  expect(await current()).toMatchObject([
    { text: 'The cause was the path of the release script.', seq: 2, proposed: false },
  ]);
});

test('a merged statement adds its count to the other one, even if it is said again', async () => {
  const [first, second] = await say(
    turn('assistant', CAUSE),
    turn('assistant', OTHER),
    turn('assistant', OTHER, 'c2'),
  );
  const newest = (await current()).find(({ text }) => text === OTHER)!.seq;
  expect([first, second, newest]).toEqual([first, second, 3]);
  const cited = await store.at('s', 3);
  await review('merge', renderCitation('s', 3, cited!.hash), OTHER, {
    into: first!,
    into_statement: statementKey(CAUSE),
  });
  expect(await current()).toMatchObject([{ text: CAUSE, said: 3 }]);
  await say(turn('assistant', OTHER, 'c3'));
  expect(await current()).toMatchObject([{ text: CAUSE, said: 4 }]);
});

test.each([
  ['accept', {}],
  ['reject', {}],
  ['edit', { text: 'The cause was the path of the release script.' }],
  ['merge', {}],
])('undo reverts %s', async (action, more) => {
  const [other, citation] = await say(turn('assistant', OTHER), turn('assistant', CAUSE));
  const before = await current();
  const into = action === 'merge' ? { into: other!, into_statement: statementKey(OTHER) } : {};
  await review(action, citation!, CAUSE, { ...more, ...into });
  expect(await current()).not.toEqual(before);
  await review('undo', citation!, CAUSE);
  expect(await current()).toEqual(before);
});

test('a newer review of the same statement replaces the older one', async () => {
  const [citation] = await say(turn('assistant', CAUSE));
  await review('edit', citation!, CAUSE, { text: 'The cause was the path.' });
  await review('reject', citation!, CAUSE);
  expect(await current()).toEqual([]);
  await review('accept', citation!, CAUSE);
  expect(await current()).toMatchObject([{ text: CAUSE, authority: 'accepted' }]);
});

test('a review through any channel but a person’s, or without its operation, changes nothing', async () => {
  const [citation] = await say(turn('assistant', CAUSE));
  await review('reject', citation!, CAUSE, {}, 'model');
  await store.append('s', [
    {
      type: 'statement.reviewed',
      actorId: 'user',
      payload: { citation: citation!, key: statementKey(CAUSE), action: 'reject' },
      origin: { channel: 'user' },
    },
  ]);
  expect(await texts()).toEqual([CAUSE]);
});

test('a rebuild equals a memory that follows event by event', async () => {
  const [first, second] = await say(turn('assistant', CAUSE), turn('assistant', OTHER));
  await current();
  await review('merge', second!, OTHER, { into: first!, into_statement: statementKey(CAUSE) });
  await current();
  await say(turn('assistant', OTHER, 'c2'));
  await current();
  await review('undo', second!, OTHER);
  await current();
  await review('edit', first!, CAUSE, { text: 'The cause was the path.' });
  await say(turn('assistant', CAUSE, 'c3'));
  const followed = await current();
  const again = await openMemory({ file: ':memory:', store });
  expect(await current(again)).toEqual(followed);
  await again.close();
  expect(followed.map(({ text, said }) => [text, said])).toEqual([
    [OTHER, 2],
    ['The cause was the path.', 1],
  ]);
});
