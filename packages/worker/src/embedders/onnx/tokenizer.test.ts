import { describe, expect, it } from 'vitest';
import { bertWords, normalizeBert } from './bert-words.ts';
import { BERT_TEST_WORDS, bertTokenizer, vocabularyOf } from './model-files.fixture.ts';
import { createTokenizer } from './tokenizer.ts';

const uncased = { cleanText: true, spaceChinese: true, stripAccents: true, lowercase: true };
const cased = { ...uncased, stripAccents: false, lowercase: false };
const words = (text: string, rules = uncased) => bertWords(normalizeBert(text, rules));
const unicodePieces = (vocab: [string, number][]) => ({
  normalizer: { type: 'Sequence', normalizers: [{ type: 'Precompiled' }] },
  pre_tokenizer: {
    type: 'Sequence',
    pretokenizers: [{ type: 'WhitespaceSplit' }, { type: 'Metaspace', replacement: '▁' }],
  },
  post_processor: { type: 'RobertaProcessing', sep: ['</s>', 2], cls: ['<s>', 0] },
  model: { type: 'Unigram', unk_id: 3, vocab },
});

describe('a BERT tokenizer', () => {
  it('splits words as in the tests that BERT was published with', () => {
    expect(words(' \tHeLLo!how  \n Are yoU?  ')).toEqual(['hello', '!', 'how', 'are', 'you', '?']);
    expect(words('H\u00e9llo')).toEqual(['hello']);
    expect(words(' \tHeLLo!how  \n Are yoU?  ', cased)).toEqual(['HeLLo', '!', 'how', 'Are', 'yoU', '?']); // prettier-ignore
    expect(words('ah\u535a\u63a8zz')).toEqual(['ah', '\u535a', '\u63a8', 'zz']);
  });

  it('gives the ids of those tests', () => {
    const { encode } = createTokenizer(bertTokenizer(vocabularyOf(BERT_TEST_WORDS)));
    expect(encode('UNwant\u00e9d,running')).toEqual([1, 7, 4, 5, 10, 8, 9, 2]);
    expect(encode('unwantedX running')).toEqual([1, 0, 8, 9, 2]);
  });

  it('gives the ids of bert-base-uncased', () => {
    const { encode } = createTokenizer(
      bertTokenizer({
        '[UNK]': 100,
        '[CLS]': 101,
        '[SEP]': 102,
        hello: 7592,
        world: 2088,
        '!': 999,
      }),
    );
    expect(encode('Hello, world!')).toEqual([101, 7592, 100, 2088, 999, 102]);
  });

  it('reads text that looks like its own marks as text', () => {
    const { encode } = createTokenizer(bertTokenizer(vocabularyOf(BERT_TEST_WORDS)));
    expect(encode('[SEP]').filter((id) => id === 2)).toHaveLength(1);
  });

  it('cuts long texts to what the model reads, including its marks', () => {
    const file = bertTokenizer(vocabularyOf(BERT_TEST_WORDS), { maxLength: 8 });
    expect(createTokenizer(file).encode('want '.repeat(50))).toEqual([1, 3, 3, 3, 3, 3, 3, 2]);
    expect(createTokenizer(bertTokenizer(vocabularyOf(BERT_TEST_WORDS)), 16).maxTokens).toBe(16);
  });
});

describe('a Unigram tokenizer', () => {
  it('uses the likeliest split, not the longest piece', () => {
    const { encode } = createTokenizer(
      unicodePieces([
        ['<s>', 0],
        ['<pad>', 0],
        ['</s>', 0],
        ['<unk>', 0],
        ['▁', -3],
        ['▁un', -4],
        ['happy', -5],
        ['▁unh', -4],
        ['appy', -9],
        ['a', -6],
      ]),
    );
    expect(encode('unhappy')).toEqual([0, 5, 6, 2]);
    expect(encode('a ⊕⊕ ａ')).toEqual([0, 4, 9, 4, 3, 4, 9, 2]);
  });
});

describe('an unknown kind of tokenizer', () => {
  const bert = bertTokenizer(vocabularyOf(BERT_TEST_WORDS));
  it.each([
    ['bytes', { ...bert, model: { type: 'BPE', vocab: {}, merges: [] } }],
    ['another cut', { ...bert, pre_tokenizer: { type: 'ByteLevel' } }],
    ['another change', { ...bert, normalizer: { type: 'Lowercase' } }],
    ['another frame', { ...bert, post_processor: { type: 'ByteLevel' } }],
    ['nothing', {}],
  ])('is refused rather than guessed: %s', (_, file) => {
    expect(() => createTokenizer(file)).toThrowError(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });
});
