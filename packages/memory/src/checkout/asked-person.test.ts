import { expect, test } from 'vitest';
import { matchesAskedPerson } from './binding.ts';
import type { Row } from './select.ts';

const said = (actor: string, content: string): Row => ({ actor, content, entityName: null }) as Row;

/** The speakers in this memory. */
const SPEAKERS = ['Maria', 'Jon', 'worker', 'user', 'assistant'].map((actor) => said(actor, ''));

const isAbout = (question: string, row: Row): boolean =>
  matchesAskedPerson(question, SPEAKERS)(row.content, row);

test.each([
  ['Jon', 'I painted a sunset'],
  ['Jon', 'Thanks, Maria! I painted a sunset'],
  ['Jon', 'Maria, I painted it last week'],
  ['Maria', 'You painted a lovely sunset!'],
  ['user', 'We painted the door'],
])('“What did Maria paint?” is not answered by %s: “%s”', (actor, content) => {
  expect(isAbout('What did Maria paint?', said(actor, content))).toBe(false);
});

test.each([
  ['Maria', 'I painted a sunset, and what did you do?'],
  ['Maria', 'Painted a sunset today'],
  ['Jon', 'Maria painted a sunset'],
  ['Jon', "I love Maria's sunset"],
  ['assistant', 'Noted: the sunset is by Maria'],
])('“What did Maria paint?” may be answered by %s: “%s”', (actor, content) => {
  expect(isAbout('What did Maria paint?', said(actor, content))).toBe(true);
});

test('any speaker may answer a question that names none of them', () => {
  expect(isAbout('Who painted the sunset?', said('Jon', 'I did'))).toBe(true);
  expect(isAbout('How often does the worker retry?', said('Jon', 'Five times'))).toBe(true);
  expect(isAbout('What does Redis hold?', said('Jon', 'I keep sessions there'))).toBe(true);
});
