import { expect, it } from 'vitest';
import { extractStatements } from './extract-statements.ts';

const kinds = (text: string): string[] =>
  extractStatements({ role: 'user', text }).map(({ kind }) => kind);

it.each([
  'always write the invoice number into the file name',
  'make sure to run the linter before every push',
  'As we rename the tables, make sure we update the queries',
  'ensure the export asks one question at a time',
  'the totals should not be stored as floats',
  'remember to close the cash drawer after each shift',
  'never return null from the parser',
  'prices have to be net',
  'avoid new dependencies in the parser package',
])('reads a rule: %s', (text) => {
  expect(kinds(text)).toEqual(['rule']);
});

it.each([
  ['a report of a defect', 'Refunds are shown twice, which should not happen'],
  ['a report of what was done', 'All files have been added to the staging area.'],
  [
    'a report of what the agent did',
    'you modified those files in the main folder, not in the copy',
  ],
  ['a line of a test run', 'FAIL src/undo.test.ts > undo > should not undo beyond the history'],
  ['an order for now', 'make sure to pull in the latest changes from origin'],
  ['work that waits', 'it should not be marked as done yet'],
  ['what is not needed', 'the rotation does not have to be part of the first version'],
  ['what is no problem', "most pages get the canvas already, so that shouldn't be an issue"],
  ['a plan', 'it reads the list from a file and will in the future ask the server'],
  ['a description', 'Keep in mind that the list shows the newest order first'],
  ['a question', "so then don't we want the workspace file at all"],
  ['a requirement of one thing', 'make sure the export command writes its log to stderr'],
])('reads no rule from %s: %s', (_, text) => {
  expect(kinds(text)).not.toContain('rule');
});
