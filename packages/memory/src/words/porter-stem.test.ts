import fc from 'fast-check';
import { expect, test } from 'vitest';
import { porterStem } from './porter-stem.ts';

// Pairs from the paper, one or more for every step.
test.each(
  `caresses caress, ponies poni, cats cat, caress caress, feed feed, agreed agre, plastered plaster, bled bled,
   motoring motor, sing sing, conflated conflat, troubled troubl, sized size, hopping hop, falling fall, hissing hiss,
   fizzed fizz, failing fail, filing file, happy happi, sky sky, relational relat, conditional condit, rational ration,
   valenci valenc, digitizer digit, conformabli conform, radicalli radic, differentli differ, vileli vile,
   analogousli analog, vietnamization vietnam, predication predic, operator oper, feudalism feudal,
   decisiveness decis, hopefulness hope, callousness callous, formaliti formal, sensitiviti sensit, sensibiliti sensibl,
   triplicate triplic, formative form, formalize formal, electriciti electr, electrical electr, hopeful hope,
   goodness good, revival reviv, allowance allow, inference infer, airliner airlin, gyroscopic gyroscop,
   adjustable adjust, defensible defens, irritant irrit, replacement replac, adjustment adjust, dependent depend,
   adoption adopt, communism commun, activate activ, angulariti angular, homologous homolog, effective effect,
   bowdlerize bowdler, probate probat, rate rate, cease ceas, controll control, roll roll, yes ye`
    .split(',')
    .map((pair) => pair.trim().split(' ') as [string, string]),
)('%s is %s', (word, stem) => {
  expect(porterStem(word)).toBe(stem);
});

test('leaves a word that is not English unchanged', () => {
  expect(['größen', 'utf8', 'is', '東京', ''].map(porterStem)).toEqual([
    'größen',
    'utf8',
    'is',
    '東京',
    '',
  ]);
});

// Rows of a checkout are compared with a question by common prefixes.
test('a stem begins like its word', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z]{1,4}(s|es|ies|ed|eed|ing|y|ly|ation|ational)?$/),
      (word) => {
        expect(porterStem(word)[0]).toBe(word[0]);
      },
    ),
    { numRuns: 5000 },
  );
});
