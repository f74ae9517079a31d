import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compactText } from './compact-text.ts';
import { entriesOf } from '../forget/forget-events.ts';
import { entryLine, parseEntry } from './gate-entry.ts';
import { distinctValues, namedValue, otherWordsOf, valuesOfEvent } from './gate-values.ts';
import { createGate } from './gate.ts';

const SALT = `sha256:${'ab'.repeat(32)}`;
const gateOf = (...texts: string[]) =>
  createGate(
    entriesOf(
      distinctValues(
        texts.flatMap((text) => valuesOfEvent({ type: 'transcript.turn', payload: { text } })),
      ),
      SALT,
    ),
  );
const named = (text: string) => createGate(entriesOf([namedValue(text)!], SALT));

test.each([
  ['Pin: 48-21', 'pin4821'],
  ['ｆｕｌｌ Ｗｉｄｔｈ', 'fullwidth'],
  ['cafe\u0301 CAFÉ', 'cafecafe'],
  ['zero\u200bwidth\u00adsoft', 'zerowidthsoft'],
  ['a\\nb', 'ab'],
  ['раураl', 'paypal'],
  ['日本語 テスト', '日本語テスト'],
  ['…—!?', ''],
])('compares %j as %j', (text, compact) => {
  expect(compactText(text).text).toBe(compact);
});

describe('a named value', () => {
  test('is found only as a separate word', () => {
    const gate = named('4821');
    for (const text of ['4821', 'pin4821', 'pin: 4821.', '48 21', '(48)21'])
      expect(gate.maskText(text)).toContain('[FORGOTTEN]');
    for (const text of ['14821', '48210', '482', 'port 4 8212'])
      expect(gate.maskText(text)).toBe(text);
  });

  test('leaves the text around it unchanged, byte for byte', () => {
    expect(named('Ünïcode Näme').maskText('<b>unicode, NAME</b>\t😀 rest')).toBe(
      '<b>[FORGOTTEN]</b>\t😀 rest',
    );
  });

  test('is refused when it has fewer than four letters and digits', () => {
    expect(namedValue('v-i-m')).toBeNull();
  });
});

describe('a forgotten text', () => {
  test('does not include the citations in its event', () => {
    const payload = {
      text: 'The rent is 1250 now.',
      corrects: 'eventloom://demo-default/events/5#84ce60371934',
      reason: 'As said in evt_01a2227012b51940651e0a4ce87db979.',
    };
    const values = otherWordsOf({ payload }, 99).map(({ compact }) => compact);
    expect(values.join()).toContain('1250');
    expect(values.join()).not.toMatch(/84ce|01a2/);
  });

  test('masks its sentences but not everyday words', () => {
    const gate = gateOf('Thanks. Our landlord lives in flat seven. Go on.');
    expect(gate.maskText('I heard our landlord lives in flat seven!')).toBe('I heard [FORGOTTEN]!');
    expect(gate.maskText('Thanks. Go on.')).toBe('Thanks. Go on.');
  });

  test('of two words is refused only if nothing else is said', () => {
    const gate = gateOf('looks splendid');
    expect(gate.maskText('Looks splendid!')).toBe('[FORGOTTEN]');
    expect(gate.maskText('It looks splendid to me')).toBe('It looks splendid to me');
  });

  test('does not make paths, names and flags unusable', () => {
    const payload = {
      path: 'packages/log/src/index.ts',
      command: 'npm test',
      session_id: 'a b c d e f',
      turn_id: '38e942e5-668f-4f20-81e8-6cc9c979a816',
      handler: 'sha256:7292ba2cfc6bb22f',
      role: 'assistant of the user',
    };
    const event = { type: 'command.completed', payload };
    expect(valuesOfEvent(event)).toEqual([]);
    expect(otherWordsOf(event, 99).filter(({ kind }) => kind !== 'pair')).toEqual([]);
  });
});

test('the gate contains no text, and reads back what it wrote', () => {
  const entries = entriesOf([namedValue('the garden gate code')!], SALT);
  const lines = entries.map(entryLine);
  expect(lines.join()).not.toMatch(/garden|code/);
  expect(lines.map(parseEntry)).toEqual(entries);
  for (const torn of [lines[0]!.slice(0, -1), '', 'span 0 1 x y'])
    expect(parseEntry(torn)).toBeNull();
});

test('leaves the evidence that the log verifies with unchanged', () => {
  const payload = { reason: 'the garden gate code' };
  const gate = named('the garden gate code');
  for (const type of ['memory.forgotten', 'log.recovered'])
    expect(gate.mask({ type, actorId: 'x', payload }).payload).toBe(payload);
  expect(gate.mask({ type: 'remark.made', actorId: 'x', payload }).payload).not.toBe(payload);
});

const word = fc.stringMatching(/^[a-z]{3,9}$/);

test('finds a forgotten text in any case, spacing and context, and masks nothing else', () => {
  const forgotten = fc.array(word, { minLength: 4, maxLength: 9 });
  const around = fc.array(fc.stringMatching(/^[0-9]{1,3}$/), { maxLength: 6 });
  const gap = fc.constantFrom(' ', '\n', ', ', ' — ', '\u00a0', '"\'');
  fc.assert(
    fc.property(
      forgotten,
      around,
      around,
      gap,
      fc.boolean(),
      (words, before, after, space, upper) => {
        const gate = gateOf(words.join(' '));
        const said = words.join(space);
        const text = [...before, upper ? said.toUpperCase() : said, ...after].join(' ');
        const wanted = [...before, '[FORGOTTEN]', ...after].join(' ');
        expect(gate.maskText(text)).toBe(wanted);
        expect(gate.maskText(wanted)).toBe(wanted);
        const rest = [...before, ...words.slice(1), ...after].join(' ');
        expect(gate.maskText(rest)).toBe(rest);
      },
    ),
  );
});
