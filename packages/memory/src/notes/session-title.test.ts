import { expect, it } from 'vitest';
import { promptTitle, sessionTitle } from './session-title.ts';

const COMPLETED = 'Dates are compared as UTC calendar days; both tests pass';

it('titles a session with its first prompt and what is to do next', () => {
  const title = sessionTitle('Fix the due date test', {
    completed: COMPLETED,
    next_steps: 'Release it',
    notes: null,
  });
  expect(title).toBe('Fix the due date test → Release it');
});

it.each(['None were named', 'None.', 'No next steps.', 'N/A'])(
  'does not take %j for the outcome of a session',
  (next) => {
    const ending = { completed: COMPLETED, next_steps: next, notes: null };
    expect(sessionTitle('Fix the due date test', ending)).toBe(
      `Fix the due date test → ${COMPLETED}`,
    );
  },
);

it('does not count the changed lines in the title of a session', () => {
  const completed = 'Changed src/due-date.ts (3 lines added, 2 removed).';
  const title = sessionTitle('Fix the due date test', { completed, next_steps: null, notes: null });
  expect(title).toBe('Fix the due date test → Changed src/due-date.ts.');
});

it.each([
  ['\n  Fix the due date test\nIt fails at night.', 'Fix the due date test'],
  ['Read /home/ann/work/shop/src/dates/due-date.ts now', 'Read …/dates/due-date.ts now'],
  ['<system-reminder>Use tabs.</system-reminder>', null],
  [' \n', null],
  [null, null],
])('titles the prompt %j with %j', (prompt, title) => {
  expect(promptTitle(prompt)).toBe(title);
});
