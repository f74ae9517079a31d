import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { extractStatements } from './extract-statements.ts';

const said = readFileSync(new URL('fixtures/open-ends-and-facts.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [who, kind, text] = line.split('|');
    return { role: who === 'u' ? 'user' : 'assistant', kind: kind!, text: text! };
  });

const kindsOf = (role: string, text: string): string[] =>
  extractStatements({ role, text }).map(({ kind }) => kind);
const read = (role: string, text: string): string[] =>
  extractStatements({ role, text }).map((found) => found.text);
const of = (kind: string) => said.filter((each) => each.kind === kind);

describe('open ends and facts', () => {
  it.each(of('open'))('what is left to do is an open end: $text', ({ role, text }) => {
    expect(kindsOf(role, text)).toEqual(['open']);
  });

  it.each(of('fact'))('what a system is like is a fact: $text', ({ role, text }) => {
    expect(kindsOf(role, text)).toEqual(['fact']);
  });

  it.each(of('-'))('a question, an order or a guess is neither: $text', ({ role, text }) => {
    expect(kindsOf(role, text)).toEqual([]);
  });

  it('an open end counts wherever an assistant says it in its turn', () => {
    const text = [
      'The two edited files are still uncommitted. Here is what happened.',
      'The parser reads the whole line.',
      'The report is in the folder.',
      'The tests pass.',
    ].join('\n\n');
    expect(read('assistant', text)).toContain('The two edited files are still uncommitted.');
  });

  it('a list of unfinished work is one open end', () => {
    const text =
      'The importer works.\n\n## Still open\n\n- **Docs**: the page on imports. It is short.\n- Tests for empty files\n\nThat was all.';
    expect(read('assistant', text)).toContain(
      'Still open: Docs: the page on imports; Tests for empty files',
    );
    const german = 'Der Import läuft.\n\nNoch offen:\n- die Anleitung\n- leere Dateien';
    expect(read('assistant', german)).toContain('Noch offen: die Anleitung; leere Dateien');
    expect(read('user', 'TODO:\n- rename the queue\n- drop the old table')).toEqual([
      'TODO: rename the queue; drop the old table',
    ]);
  });

  it.each([
    'Two things I deliberately left for you',
    'I left these for a follow-up',
    'What I did not do',
    'Before you merge',
    'Für dich bleibt noch',
  ])('the list after "%s:" is one open end', (lead) => {
    expect(read('assistant', `It works.\n\n${lead}:\n- the changelog\n- a new version`)).toContain(
      `${lead}: the changelog; a new version`,
    );
  });

  it('a list of options is not a list of unfinished work', () => {
    const text = 'You can choose:\n- the docs\n- the tests';
    expect(kindsOf('assistant', text)).toEqual([]);
  });

  it('a question which option to take includes the options', () => {
    const text = [
      'There are two ways.',
      '1. **Keep the queue** and raise its limit. That is quick.',
      '2. **Write to disk** first.',
      'Which approach do you prefer?',
    ].join('\n');
    expect(read('assistant', text)).toContain(
      'Which approach do you prefer? 1. Keep the queue and raise its limit; 2. Write to disk first',
    );
    expect(
      kindsOf('assistant', 'We could go on in some way.\n\nWhich option do you prefer?'),
    ).toEqual([]);
  });

  it('a sentence that only retracts something is not a statement by its wording', () => {
    expect(kindsOf('user', 'Vergiss die Warteschlange für die Mails.')).toEqual([]);
  });

  it('a fact with a condition is still a fact, but a guess with a condition is not', () => {
    expect(kindsOf('assistant', '`pack` exits with code 2 if the folder is empty.')).toEqual([
      'fact',
    ]);
    expect(kindsOf('assistant', '`pack` might exit with code 2 if the folder is empty.')).toEqual(
      [],
    );
  });
});
