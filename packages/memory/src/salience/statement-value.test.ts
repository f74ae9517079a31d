import { expect, it } from 'vitest';
import type { FactRow } from '../rows.ts';
import { statementValue } from './statement-value.ts';

const DECISION = 'Store the path of the repository in the record.';

/** Of a person's decision. */
function valueOf(content: string): number {
  const properties = { speaker: 'user' };
  const fact = { entityType: 'decision', content, properties, channel: 'user' };
  return statementValue(fact as unknown as FactRow);
}

it.each([
  'also notice you got rid of the description of the importer just now',
  'have you followed the rule for new tasks of the importer',
  'ok but now we dont have a task for the importer',
  "no, that's malformatted at the end of the file",
  'you edited the file of the main workspace again',
])('a remark about the last step is worth less than a decision: %s', (remark) => {
  expect(valueOf(remark)).toBeLessThan(valueOf(DECISION));
});

it.each([
  'You should not edit files in the main workspace.',
  'You need two reviews for each pull request.',
  'We have one region for the map tiles.',
])('a sentence that lasts is no remark about the last step: %s', (sentence) => {
  expect(valueOf(sentence)).toBe(valueOf(DECISION));
});

it.each([
  'We must never ignore an error of the linter.',
  'When you read JSON, always use jq and not grep.',
  'From now on, ask one question at a time.',
  "We don't want a repository for each app.",
  'Ab jetzt schreiben wir zu jedem Fehler einen Test.',
])('a sentence about all work to come is worth more than a decision: %s', (sentence) => {
  expect(valueOf(sentence)).toBeGreaterThan(valueOf(DECISION));
});

it.each([
  'An error of the map is that the canvas never appears.',
  'A header of the importer is always visible on small screens.',
])('always and never in a description say nothing about work to come: %s', (sentence) => {
  expect(valueOf(sentence)).toBe(valueOf(DECISION));
});

it.each([
  'No, use the folder of the session instead, as agreed.',
  'Think about how agents can make sure to do that going on.',
  'Put the same options into the rule that you wrote before.',
  'There should only be one.',
])('a sentence that needs the turn before it is worth less than a decision: %s', (sentence) => {
  expect(valueOf(sentence)).toBeLessThan(valueOf(DECISION));
});
