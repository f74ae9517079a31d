import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NO_REMINDER_STATE } from './policy.ts';
import { readReminderState, recordMemoryUse, recordReminder } from './state.ts';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-reminder-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

it('reads back the reported state, with the newest seq of every kind', () => {
  recordMemoryUse(dir, 's', 'checkout', 12);
  recordMemoryUse(dir, 's', 'bootstrap', 3);
  recordMemoryUse(dir, 's', 'checkout', 9);
  recordReminder(dir, 's', 20, 1000);
  expect(readReminderState(dir, 's')).toEqual({
    bootstrapSeq: 3,
    checkoutSeq: 12,
    feedbackSeq: null,
    remindedSeq: 20,
    remindedMs: 1000,
  });
  expect(readReminderState(dir, 'other')).toEqual(NO_REMINDER_STATE);
});

it('treats garbage, a link and a missing file as unknown', () => {
  const folder = path.join(dir, 'runtime/reminder');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(
    path.join(folder, 's.use.json'),
    '{"checkout": "9", "bootstrap": -1, "feedback":',
  );
  fs.symlinkSync('/etc/hostname', path.join(folder, 's.told.json'));
  expect(readReminderState(dir, 's')).toEqual(NO_REMINDER_STATE);
});

it('refuses a session id that would leave the directory', () => {
  expect(() => recordMemoryUse(dir, '../up', 'checkout', 1)).toThrow(/Not a session id/);
});
