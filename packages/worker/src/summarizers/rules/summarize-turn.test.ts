import { expect, test } from 'vitest';
import { nextSteps } from './summarize-turn.ts';
import { summarizeTurn } from './summarize-turn.ts';
import { command, edit, failing, read } from './work.fixture.ts';

test('a summary of a turn says what was asked, read, learned, done and left, and nothing else', () => {
  const items = [
    read('src/login.ts'),
    failing('npm test', 'expired'),
    edit('src/login.ts'),
    command('npm test'),
    command('git commit -m "Keep the login alive"'),
  ];
  const turn = {
    id: 'turn:1',
    covers: [],
    sessionId: 'c1',
    promptNumber: 1,
    at: '',
    request: 'Keep the login\nalive',
    lastWords:
      'Great!\n\nThe root cause was an expired key. I looked at three files.\n\nNext steps:\n- Rotate the key\n- Tell the team',
    client: null,
    channel: 'tool' as const,
    work: items,
  };
  expect(summarizeTurn(turn)).toEqual({
    request: 'Keep the login alive',
    investigated: null,
    learned:
      'Great! The root cause was an expired key. `npm test` failed: “expired”. `npm test` succeeded after changes to src/login.ts.',
    completed:
      'Changed src/login.ts (2 lines added, 1 removed). `npm test` succeeded. Committed: Keep the login alive.',
    nextSteps: 'Rotate the key; Tell the team',
    notes: null,
    filesRead: ['src/login.ts'],
    filesEdited: ['src/login.ts'],
  });
  const ended = {
    ...turn,
    work: [],
    lastWords:
      'Fixed: the login keeps its session. It has two keys. Should we keep the old key, or remove it?',
  };
  expect(summarizeTurn(ended)).toMatchObject({
    learned: null,
    completed: 'Fixed: the login keeps its session.',
    nextSteps: expect.stringContaining('Should we keep the old key, or remove it?'),
  });
  const chat = { ...ended, lastWords: 'Hm. Let me look at it first. Here is the file.' };
  expect(summarizeTurn(chat)).toMatchObject({ learned: null, completed: null, nextSteps: null });
  const tried = { ...chat, work: [command('echo hello'), command('git status'), command('make')] };
  expect(summarizeTurn(tried).completed).toBe('`make` succeeded.');
  const empty = { ...turn, request: 'Hello', lastWords: 'Hi!', work: [] };
  expect(summarizeTurn(empty)).toMatchObject({
    investigated: null,
    learned: null,
    completed: null,
    nextSteps: null,
  });
});

test.each([
  ['All done.', ''],
  ['Done. Next: write the docs.', 'Next: write the docs.'],
  ['It works. Next, deploy it to staging. Bye.', 'Next, deploy it to staging.'],
  ['## Remaining work\n1. Docs\n2. Tests\n\n## Notes\n- none', 'Docs; Tests'],
  ['The next function is fine.', ''],
  ['I changed:\n- the docs\n- the tests', ''],
])('next steps of %j', (text, expected) => {
  expect(nextSteps(text).join('; ')).toBe(expected);
});
