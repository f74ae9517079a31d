import type { FactRow } from '@hookloom/memory';
import { expect, it } from 'vitest';
import { statementValue } from './statement-value.ts';

/** Of a person's decision. */
function valueOf(content: string): number {
  const properties = { speaker: 'user' };
  const fact = { entityType: 'decision', content, properties, channel: 'user' };
  return statementValue(fact as unknown as FactRow, new Set(content.split(' ')));
}

it.each([
  'also notice you got rid of the description of the importer just now',
  'have you followed the rule for new tasks of the importer',
  'ok but now we dont have a task for the importer',
  "no, that's malformatted at the end of the file",
  'you edited the file of the main workspace again',
])('a remark about the last step is worth less than a decision: %s', (remark) => {
  expect(valueOf(remark)).toBeLessThan(valueOf('Store the path of the repository in the record.'));
});

it.each([
  'You should not edit files in the main workspace.',
  'You need two reviews for each pull request.',
  'We have one region for the map tiles.',
])('a sentence that lasts is no remark about the last step: %s', (sentence) => {
  expect(valueOf(sentence)).toBe(valueOf('Store the path of the repository in the record.'));
});
