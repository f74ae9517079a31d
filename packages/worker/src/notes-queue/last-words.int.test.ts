import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { recordedTranscript } from '@hookloom/hooks/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lastWordsIn } from './last-words.ts';

let top: string;
let sessions: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(tmpdir(), 'hookloom-words-')));
  sessions = path.join(top, 'home/.claude/projects/shop');
  mkdirSync(sessions, { recursive: true });
  mkdirSync(path.join(top, 'shop'));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const wordsIn = (file: string): ReturnType<typeof lastWordsIn> =>
  lastWordsIn({
    file,
    client: 'claude-code',
    root: path.join(top, 'shop'),
    env: { HOME: path.join(top, 'home') },
  });

function written(text: string, folder = sessions): string {
  const file = path.join(folder, 'session.jsonl');
  writeFileSync(file, text);
  return file;
}

const said = (role: 'user' | 'assistant', text: string): string =>
  `${JSON.stringify({ type: role, uuid: text, sessionId: 's', promptId: 'p', message: { role, content: [{ type: 'text', text }] } })}\n`;

test('finds the last prompt and the last answer of a session from its end', () => {
  const long = said('assistant', 'x'.repeat(600_000));
  expect(wordsIn(written(long + recordedTranscript('claude-code', 'session')))).toEqual({
    request: 'Please do the demo.',
    lastWords: 'All done.',
  });
});

test('leaves out reminders, masks secrets, and returns nothing of a private prompt', () => {
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  const reminded = `Use ${secret}. <system-reminder>Be brief.</system-reminder>`;
  const words = wordsIn(written(said('user', reminded) + said('assistant', `Used ${secret}.`)));
  expect(JSON.stringify(words)).not.toMatch(/ghp_|brief/);
  expect(words?.request).toMatch(/^Use /);
  const hidden =
    said('user', '<private>My taxes.</private>') + said('assistant', 'Your taxes are due.');
  expect(wordsIn(written(hidden))).toBeNull();
});

test('does not read a file outside the sessions and the workspace, even through a link', () => {
  const elsewhere = path.join(top, 'elsewhere');
  mkdirSync(elsewhere);
  const text = said('user', 'Somebody else’s.');
  const outside = written(text, elsewhere);
  const link = path.join(sessions, 'link.jsonl');
  symlinkSync(outside, link);
  expect([outside, link, `${sessions}/../../../../elsewhere/session.jsonl`].map(wordsIn)).toEqual([
    null,
    null,
    null,
  ]);
  expect(wordsIn(written(text, path.join(top, 'shop')))?.request).toBe('Somebody else’s.');
});

test('a missing file, or one that is not a session, is not an error', () => {
  expect([path.join(sessions, 'none.jsonl'), sessions, written('no JSON\n{')].map(wordsIn)).toEqual(
    [null, null, null],
  );
});
