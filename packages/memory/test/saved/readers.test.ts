/**
 * What is read from single texts: statements, values, times, words and questions. After a change that you intend, `npx vitest run packages/memory/test/saved --update` saves the new forms: read the difference.
 */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import nearMisses from '../../src/checkout/fixtures/near-misses.json' with { type: 'json' };
import questions from '../../src/checkout/fixtures/questions.json' with { type: 'json' };
import { isFollowUp } from '../../src/checkout/next-call.ts';
import { estimateTokens } from '../../src/checkout/pack.ts';
import { planSlots } from '../../src/checkout/slot-plan.ts';
import { partsOf as commandParts, programOf } from '../../src/consolidation/mining/command-line.ts';
import { askedKinds } from '../../src/question/asked-kinds.ts';
import { asksForLastWork } from '../../src/question/asked-records.ts';
import { statedPart } from '../../src/question/stated-part.ts';
import { termsOf } from '../../src/salience/name-words.ts';
import { namesIn } from '../../src/search/search.ts';
import { readTime } from '../../src/search/time-words.ts';
import { kindsIn } from '../../src/search/related-words.ts';
import {
  cleanText,
  excerpt,
  foldText,
  inLane,
  label,
  showName,
} from '../../src/shown/clean-text.ts';
import { directiveIn } from '../../src/shown/directives.ts';
import { reasonToWithhold } from '../../src/shown/withhold.ts';
import { chunkDocument } from '../../src/sources/chunk-document.ts';
import { swappedValue } from '../../src/statements/bare-value.ts';
import { extractStatements } from '../../src/statements/extract-statements.ts';
import { labelOf } from '../../src/statements/labels.ts';
import { lastingKind } from '../../src/statements/lasting.ts';
import { isMostlyMarks, isPhrase, isShouted } from '../../src/statements/letters.ts';
import { mayChange, meaningOf } from '../../src/statements/meaning.ts';
import { numberedThing } from '../../src/statements/numbered-thing.ts';
import { saysChange, valuesOf } from '../../src/statements/other-value.ts';
import { closesTheDay, plainSentences } from '../../src/statements/plain-sentences.ts';
import { reportsDone } from '../../src/statements/reports-done.ts';
import { statementKey } from '../../src/statements/review.ts';
import { mayBeAnswer } from '../../src/statements/short-answers.ts';
import { slotOf, withoutOpening } from '../../src/statements/slot.ts';
import { startsWithPronoun } from '../../src/statements/starts-with-pronoun.ts';
import { validityOf } from '../../src/statements/validity.ts';
import { readComposedQuestion } from '../../src/synthesis/composed-question.ts';
import { readCounts, readQuantities } from '../../src/synthesis/quantities.ts';
import { subjectOf } from '../../src/synthesis/subject.ts';
import { kindOf, measuresOf } from '../../src/synthesis/wording.ts';
import { featuresOf } from '../../src/taint/features.ts';
import { splitSentences } from '../../src/taint/sentences.ts';
import { gloss } from '../../src/vectors/gloss.ts';
import { partsOf as vectorParts } from '../../src/vectors/parts.ts';
import { isCodeLike } from '../../src/vectors/vector-lane.ts';
import { analyze, questionTerms } from '../../src/words/analyze.ts';
import { asksWhen, dateTerms, turnMarks } from '../../src/words/marks.ts';

const read = (file: string) => fs.readFileSync(path.resolve('packages/memory', file), 'utf8');
const told = read('src/statements/fixtures/open-ends-and-facts.txt')
  .split('\n')
  .slice(1, -1)
  .map((line) => line.split('|')[2]!);
const TEXTS = read('test/saved/texts.txt').split('\n').slice(0, -1);
const ASKED = [...questions, ...nearMisses].map(({ q }) => q);
const NOW = Date.UTC(2026, 4, 20, 12);
const SAID = '2026-05-06T10:00:00.000Z';

type Read = (text: string, before: string) => unknown;

const OF_STATEMENTS: Record<string, Read> = {
  user: (text) => extractStatements({ role: 'user', text }),
  assistant: (text) => extractStatements({ role: 'assistant', text }),
  'after another': (text, before) =>
    extractStatements({ role: 'user', text: `${before} ${text}`, before }),
  answer: (text, before) => extractStatements({ role: 'user', text, before: `${before} ${text}?` }),
  label: labelOf,
  lasting: (text) => lastingKind(text, ''),
  swapped: swappedValue,
  numbered: numberedThing,
  values: valuesOf,
  validity: (text) => validityOf(text, SAID),
  slot: slotOf,
  key: statementKey,
  plain: (text, before) => plainSentences(`${before} ${text}`),
  'without opening': withoutOpening,
};
const OF_WORDS: Record<string, Read> = {
  meaning: meaningOf,
  terms: analyze,
  names: termsOf,
  dates: dateTerms,
  marks: (text) => turnMarks(text, true),
  kinds: kindsIn,
  quantities: readQuantities,
  counts: (text) => readCounts(text, 'tests'),
  measures: measuresOf,
  record: kindOf,
  features: featuresOf,
  sentences: (text, before) => splitSentences(`${before} ${text}`, 9),
  gloss,
  parts: (text, before) => vectorParts(`${before}\n${text}`, 80),
  command: commandParts,
  program: programOf,
};
const OF_SHOWN: Record<string, Read> = {
  clean: cleanText,
  folded: foldText,
  excerpt: (text) => excerpt(text, 24),
  lane: (text) => inLane(text, 40, 'reported'),
  name: showName,
  label,
  directive: directiveIn,
  withheld: (text) => reasonToWithhold('web', text),
  chunks: (text, before) => chunkDocument(`# ${before}\n\n${text}\n${before}\n`, 2),
  tokens: estimateTokens,
};
const OF_QUESTIONS: Record<string, Read> = {
  slots: (text) => planSlots(text, false),
  'slots of the state': (text) => planSlots(text, true),
  asked: askedKinds,
  stated: statedPart,
  names: namesIn,
  time: (text) => readTime(text, NOW),
  terms: questionTerms,
  composed: readComposedQuestion,
  subject: (text) => subjectOf(text),
};
const YES_OR_NO: Record<string, (text: string) => boolean> = {
  'follows up': isFollowUp,
  'asks for the last work': (text) => asksForLastWork(text) !== null,
  'asks when': asksWhen,
  code: isCodeLike,
  'mostly marks': isMostlyMarks,
  phrase: isPhrase,
  shouted: isShouted,
  'may change': mayChange,
  'says a change': saysChange,
  'closes the day': closesTheDay,
  'reports work done': reportsDone,
  'may be an answer': mayBeAnswer,
  'starts with a pronoun': startsWithPronoun,
};

function plain(_: string, value: unknown): unknown {
  if (value instanceof Set) return [...(value as Set<unknown>)];
  if (value instanceof Map) return [...(value as Map<unknown, unknown>)];
  return value;
}

/** What each reader finds in each text, without what it does not find. */
function found(readers: Record<string, Read>, texts: readonly string[]): string {
  return Object.entries(readers)
    .flatMap(([name, reader]) =>
      texts.map((text, at) => {
        const result = JSON.stringify(reader(text, texts[at - 1] ?? ''), plain) ?? '';
        const isNothing = /^(|null|false|\[\]|"")$/.test(result) || result === JSON.stringify(text);
        return isNothing ? '' : `${name} ${at}: ${result}`;
      }),
    )
    .filter((line) => line !== '')
    .join('\n');
}

test.each([
  ['statements', OF_STATEMENTS, TEXTS],
  ['statements-in-sentences', { user: OF_STATEMENTS['user']!, slot: slotOf }, told],
  ['words', OF_WORDS, TEXTS],
  ['shown-texts', OF_SHOWN, TEXTS],
  ['questions', OF_QUESTIONS, [...TEXTS.filter((text) => text.endsWith('?')), ...ASKED]],
])('texts of every kind have their saved %s', async (name, readers, texts) => {
  await expect(found(readers, texts)).toMatchFileSnapshot(`read-${name}.txt`);
});

test('texts of every kind have their saved answers to yes-or-no questions', async () => {
  const lines = Object.entries(YES_OR_NO).flatMap(([name, holds]) => [
    `# ${name}`,
    ...[...TEXTS, ...told, ...ASKED].filter((text) => holds(text)),
  ]);
  await expect(lines.join('\n')).toMatchFileSnapshot('read-yes-or-no.txt');
});
