import type { JsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { expect, test } from 'vitest';
import { sessionsOf } from './live-sessions.ts';

const NOW = Date.parse('2026-11-22T10:00:00.000Z');
let seq = 0;
function event(type: string, payload: JsonObject = {}): StoredEvent {
  seq++;
  return {
    seq,
    id: `evt_${seq}`,
    type,
    actorId: 'user',
    threadId: 'demo-default',
    timestamp: new Date(NOW - 1000).toISOString(),
    payload,
    parentEventId: null,
    causedBy: [],
    hash: `sha256:${'7'.repeat(64)}`,
    previousHash: null,
    form: 'hookloom.v1',
    security: null,
    origin: { channel: 'user', client: 'claude-code', session_id: 'c1' },
    shredded: null,
  };
}
const prompt = (content: string) => event('transcript.turn', { role: 'user', content });
const only = (...events: StoredEvent[]) => sessionsOf(events.toReversed(), NOW)[0]!;

test('a session has ended although its notes come later', () => {
  const events = [prompt('Fix the login'), event('session.ended'), event('note.recorded')];
  expect(only(...events).state).toBe('ended');
  expect(only(...events, event('session.summarized')).state).toBe('ended');
});

test.each([['hook.session_started'], ['hook.resumed']])('%s resumes an ended session', (type) => {
  expect(only(prompt('Fix it'), event('session.ended'), event(type)).state).toBe('live');
});

test('a turn that is captured after the end, and was said before it, does not resume a session', () => {
  const late = { ...prompt('Fix it'), timestamp: new Date(NOW - 60_000).toISOString() };
  expect(only(prompt('Hello'), event('session.ended'), late).state).toBe('ended');
});

test('a prompt resumes an ended session, and its next end ends it again', () => {
  const events = [prompt('Fix it'), event('session.ended'), prompt('And the tests')];
  expect(only(...events).state).toBe('live');
  expect(only(...events, event('session.ended')).state).toBe('ended');
});

test('a session is titled with its first prompt and the outcome of its last turn', () => {
  const session = only(
    prompt('<command-name>/clear</command-name>'),
    prompt('Keep the login alive\nIt expires too early.'),
    event('session.summarized', { notes: 'I will look at the token first.' }),
    prompt('go on'),
    event('session.summarized', { notes: 'Fixed: the token is refreshed. Next: docs.' }),
  );
  expect(session).toMatchObject({
    first_prompt: 'Keep the login alive',
    outcome: expect.stringContaining('Fixed: the token is refreshed.'),
    prompt: 'go on',
  });
});

test('a session is shown with the folder and the branch in which it began', () => {
  const place = { workspace: '/home/dev/fix', branch: 'fix/retries' };
  const session = only(event('hook.session_started', place), prompt('Fix it'));
  expect(session).toMatchObject({ folder: '/home/dev/fix', branch: 'fix/retries' });
  expect(only(prompt('Fix it'))).toMatchObject({ folder: null, branch: null });
});
