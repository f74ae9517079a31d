import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cleanNotes, cleanSummary } from './clean-draft.ts';
import { readAnswer } from '../providers/model-summarizer.ts';

const notesOf = (text: string, ids = ['a', 'b', 'c']) => {
  const answer = readAnswer(text);
  return answer === null ? null : cleanNotes(answer, ids);
};

const XML = `Here you are:
<observation work="1, 3">
  <type>bugfix</type>
  <title>Login keeps the &quot;refresh&quot; token</title>
  <facts><fact>src/login.ts was changed</fact><fact>- tests pass</fact></facts>
  <concepts><concept>problem-solution: the cure</concept><concept>bugfix</concept></concepts>
</observation>
<OBSERVATION work=2><Title>Second</Title></OBSERVATION>`;

describe('an answer in XML', () => {
  it('gives its notes, with the work they name', () => {
    expect(notesOf(XML)).toEqual([
      {
        items: ['a', 'c'],
        type: 'bugfix',
        title: 'Login keeps the "refresh" token',
        subtitle: null,
        facts: ['src/login.ts was changed', 'tests pass'],
        narrative: null,
        concepts: ['problem-solution'],
        filesRead: [],
        filesModified: [],
      },
      expect.objectContaining({ items: ['b'], title: 'Second', type: 'discovery' }),
    ]);
  });

  it('may be fenced, cut off, or name missing work', () => {
    expect(
      notesOf('```xml\n<observation work="9"><title>x</title></observation>\n```'),
    ).toMatchObject([{ title: 'x', items: ['a', 'b', 'c'] }]);
    expect(notesOf('<observation work="1"><title>cut</title><facts><fact>half')).toMatchObject([
      { title: 'cut', facts: ['half'] },
    ]);
  });

  it('keeps an unknown type, and drops an empty note', () => {
    expect(
      notesOf('<observation><type>Law Study</type><title>x</title></observation>'),
    ).toMatchObject([{ type: 'law-study' }]);
    expect(notesOf('<observation><type>change</type></observation>')).toEqual([]);
  });

  it('gives a summary unless all of it is empty', () => {
    const summary = (text: string) => cleanSummary(readAnswer(text)!.summary);
    expect(
      summary('<summary><request>Do it</request><next_steps>Deploy</next_steps></summary>'),
    ).toEqual({
      request: 'Do it',
      investigated: null,
      learned: null,
      completed: null,
      nextSteps: 'Deploy',
      notes: null,
    });
    expect(summary('<summary><notes>only this</notes></summary>')).toBeNull();
    expect(readAnswer('<skip_summary reason="nothing"/>')).toMatchObject({ isSkipped: true });
  });
});

test.each([
  ['{"observations":[{"work":[1],"type":"change","title":"x","facts":["f"],}]}'],
  ['[{"items":"1","type":"change","title":"x","facts":"f"}]'],
  ['```json\n{"work":1,"type":"change","title":"x","facts":["f"]}\n```'],
  ['Sure! {"notes":[{"work":["1"],"type":"change","title":"x","facts":["f"]}]} Anything else?'],
])('an answer in JSON of form %# gives the same notes', (text) => {
  expect(notesOf(text)).toMatchObject([{ items: ['a'], type: 'change', title: 'x', facts: ['f'] }]);
});

test('an answer in JSON with one field of a summary is a summary', () => {
  expect(cleanSummary(readAnswer('{"learned":"leases"}')!.summary)).toMatchObject({
    learned: 'leases',
    request: null,
  });
  expect(readAnswer('{"learned":7}')).toBeNull();
});

test.each(['', 'I am sorry, I cannot do that.', '{}', 'null', '[1, 2]', '<p>hello</p>'])(
  'prose and empty text are not answers: %j',
  (text) => {
    expect(readAnswer(text)).toBeNull();
  },
);

test('reads any text without an error; the stored part is limited and has no control characters', () => {
  const piece = fc.constantFrom(
    '<observation',
    ' work="1"',
    '>',
    '<title>',
    '</title>',
    '<fact>',
    '{"title":"',
    '"}',
    '[',
    '\u001b[31m',
    '\u202e',
    '</observation>',
    '<summary>',
    'word ',
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 30 }),
      (parts) => {
        for (const note of notesOf(parts.join('')) ?? []) {
          expect(note.title).not.toMatch(/[\u0000-\u001f\u202e]/);
          expect(note.title.length).toBeLessThanOrEqual(120);
          expect(note.facts.length).toBeLessThanOrEqual(12);
        }
      },
    ),
    { numRuns: 100 },
  );
});
