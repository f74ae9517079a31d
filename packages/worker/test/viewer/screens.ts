/** The screens of the viewer: what the recorded workspace shows on each, and a picture of them for the docs. */
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { smallPng } from './small-png.ts';

const IMAGES = path.resolve('docs/images/viewer');
const SESSION = '6957167e-70de-42b6-ad6e-8b09ddac1fe5';

export const CAUSE = 'The root cause was a wrong time zone in the reminder job.';

/** Address, name of its image, and required content. */
export const SCREENS: [hash: string, name: string, shows: (string | RegExp)[]][] = [
  ['now', 'now', ['2 sessions at work.', 'Add the due date to the reminder mail', 'hook, median']],
  ['timeline', 'timeline', ['Sat 21 Nov', 'npm test -- reminder', 'exit 1']],
  ['timeline?kind=note,summary', 'timeline-notes', ['Due dates are compared as calendar days']],
  ['session', 'sessions', ['3 sessions', 'The due date test fails', /→/]],
  [
    `session?id=${SESSION}`,
    'session',
    ['Find out why and fix it.', 'src/due-date.mjs', 'Both tests pass with TZ=America/Los_Angeles'],
  ],
  [
    'memory',
    'memory',
    ['Commit messages are short', /Invoice numbers have the prefix INV and six/],
  ],
  [
    'memory?q=how should due dates be compared',
    'memory-search',
    ['The memory answers this', 'Why it was found', 'It shares words with', 'reported, tool'],
  ],
  [
    'memory?type=notes',
    'memory-notes',
    ['Due dates are compared as calendar days', 'made by rules'],
  ],
  [
    'graph?name=user&type=actor',
    'graph',
    ['made decision', /now, after \d+ events/, 'ask the memory'],
  ],
  [
    'hooks',
    'hooks',
    ['tool names are case-sensitive', 'Claude Code runs this file', 'timed out', 'slowest of 5'],
  ],
  [
    'injection',
    'injection',
    ['Due dates are calendar days in UTC', 'of 8.2 KB', 'Earlier contexts'],
  ],
  ['integrity', 'integrity', ['The chain is intact', 'provider unavailable', 'Retry']],
  ['economics', 'economics', ['claude-haiku-4-5', '$0.0269', 'projection', 'Compact the log']],
  ['inbox', 'inbox', [CAUSE, 'Accept', 'recognised by']],
  [
    'settings',
    'settings',
    [
      /number of notes that a session receives/,
      'CLAUDE_MEM_SKIP_TOOLS',
      /Idle timeout of the worker/,
    ],
  ],
];

export async function picture(page: Page, name: string): Promise<void> {
  if (process.env['HOOKLOOM_SCREENSHOTS'] !== '1') return;
  fs.mkdirSync(IMAGES, { recursive: true });
  fs.writeFileSync(path.join(IMAGES, `${name}.png`), smallPng(await page.screenshot()));
}
