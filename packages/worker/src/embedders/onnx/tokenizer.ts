/**
 * Converts texts to token ids with a model's `tokenizer.json`. Supports WordPiece as in BERT and Unigram as in XLM-R.
 * Refuses others, because a vector of wrong ids is worse than none. Special tokens in a text count as text.
 */
import { invalidRequest, type HookloomError } from '@hookloom/core';
import { z } from 'zod';
import { bertWords, normalizeBert, type BertRules } from './bert-words.ts';
import { createUnigram, likeliestPieces } from './unigram.ts';
import { piecesOf } from './word-pieces.ts';

export interface Tokenizer {
  /** The maximum number of ids per text. */
  readonly maxTokens: number;
  readonly padId: number;
  /** Includes the ids that the model needs before and after. Truncated to `maxTokens`. */
  encode(text: string): number[];
  /** Both texts, as a cross-encoder reads them. The first gets at most half of the space. */
  encodePair(first: string, second: string): TokenPair;
}

export interface TokenPair {
  ids: number[];
  /** 0 for the first text and 1 for the second, if the model distinguishes them. */
  types: number[];
}

/** No sentence encoder of this kind reads more unless its own file says so. */
const DEFAULT_MAX_TOKENS = 512;
const MAX_TOKENS = 8192;

const id = z.int().min(0);
const step = z.object({ type: z.string() }).loose();
const fileShape = z.object({
  truncation: z
    .object({ max_length: z.int().min(8) })
    .loose()
    .nullish(),
  padding: z.object({ pad_id: id }).loose().nullish(),
  normalizer: step.nullish(),
  pre_tokenizer: step.nullish(),
  post_processor: step.nullish(),
  model: z.object({ type: z.string().optional() }).loose(),
});
const wordPieceShape = z.object({
  unk_token: z.string(),
  continuing_subword_prefix: z.string().default('##'),
  max_input_chars_per_word: z.int().min(1).default(100),
  vocab: z.custom<object>((value) => typeof value === 'object' && value !== null),
});
const unigramShape = z.object({
  unk_id: id,
  byte_fallback: z.literal(false).default(false),
  vocab: z.custom<[string, number][]>(isPieces),
});
/** A plain loop: a schema for each of 30,000 entries would take a third of the time to load an encoder. */
function wordsOf(vocab: object): Map<string, number> | null {
  const words = new Map<string, number>();
  for (const word in vocab) {
    const value = (vocab as Record<string, unknown>)[word];
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) return null;
    words.set(word, value);
  }
  return words;
}

function isPieces(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((each) => isPiece(each));
}

function isPiece(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    typeof value[0] === 'string' &&
    typeof value[1] === 'number'
  );
}

const bertShape = z.object({
  clean_text: z.boolean().default(true),
  handle_chinese_chars: z.boolean().default(true),
  strip_accents: z.boolean().nullish(),
  lowercase: z.boolean().default(true),
});
const templateShape = z.object({
  single: z.array(
    z.union([
      z.object({ SpecialToken: z.object({ id: z.string() }).loose() }),
      z.object({ Sequence: z.unknown() }),
    ]),
  ),
  special_tokens: z.record(z.string(), z.object({ ids: z.array(id) }).loose()),
});
const pairShape = z.object({
  type: z.string(),
  cls: z.tuple([z.string(), id]),
  sep: z.tuple([z.string(), id]),
});
const typed = z.object({ id: z.string(), type_id: z.int().min(0).max(1).default(0) });
const pairTemplateShape = z.object({
  pair: z.array(z.union([z.object({ SpecialToken: typed }), z.object({ Sequence: typed })])),
  special_tokens: z.record(z.string(), z.object({ ids: z.array(id) }).loose()),
});

/**
 * @param json The content of tokenizer.json
 * @param limit The model's own maximum, if known
 * @throws `invalid_request` for a damaged tokenizer or one of another kind
 */
export function createTokenizer(
  json: unknown,
  limit?: number,
  setting = 'EMBEDDING_MODEL_DIR',
): Tokenizer {
  try {
    return tokenizerOf(json, limit, setting);
  } catch (error) {
    throw error instanceof Unusable ? refused(error.message, setting) : error;
  }
}

function tokenizerOf(json: unknown, limit: number | undefined, setting: string): Tokenizer {
  const file = fileShape.safeParse(json);
  if (!file.success) throw new Unusable('is damaged');
  const { model, normalizer, pre_tokenizer, post_processor, truncation, padding } = file.data;
  const { type: kind } = model;
  const isUnigram = kind === 'Unigram' || (kind === undefined && Array.isArray(model['vocab']));
  const ids = isUnigram
    ? unigramIds(model, normalizer, pre_tokenizer)
    : wordPieceIds(model, normalizer, pre_tokenizer);
  const { before, after } = frameOf(post_processor);
  const maxTokens = Math.min(
    truncation?.max_length ?? DEFAULT_MAX_TOKENS,
    limit ?? DEFAULT_MAX_TOKENS,
    MAX_TOKENS,
  );
  const room = Math.max(1, maxTokens - before.length - after.length);
  const pair = pairOf(post_processor);
  const pairRoom = Math.max(2, maxTokens - pair.filter((item) => 'id' in item).length);
  return {
    maxTokens,
    padId: padding?.pad_id ?? 0,
    encode: (text) => [...before, ...ids(text).slice(0, room), ...after],
    encodePair(first, second) {
      if (pair.length === 0) throw refused('does not say how two texts are read together', setting);
      const a = ids(first).slice(0, Math.floor(pairRoom / 2));
      const texts = { A: a, B: ids(second).slice(0, pairRoom - a.length) };
      const parts = pair.map((item) => ({
        ids: 'id' in item ? [item.id] : texts[item.text],
        type: item.type,
      }));
      return {
        ids: parts.flatMap((part) => part.ids),
        types: parts.flatMap((part) => part.ids.map(() => part.type)),
      };
    },
  };
}

type Step = { type: string; [key: string]: unknown };
type Ids = (text: string) => number[];

function wordPieceIds(
  model: { type?: string | undefined },
  normalizer: Step | null | undefined,
  preTokenizer: Step | null | undefined,
): Ids {
  const parsed = wordPieceShape.safeParse(model);
  if ((model.type ?? 'WordPiece') !== 'WordPiece' || !parsed.success)
    throw new Unusable('is of another kind than WordPiece and Unigram');
  if (preTokenizer?.type !== 'BertPreTokenizer')
    throw new Unusable('cuts words in a way that is not known here');
  const rules = bertRules(normalizer);
  const vocabulary = wordsOf(parsed.data.vocab);
  const unknown = vocabulary?.get(parsed.data.unk_token);
  if (vocabulary === null || unknown === undefined) throw new Unusable('is damaged');
  const pieces = {
    vocabulary,
    unknown,
    prefix: parsed.data.continuing_subword_prefix,
    maxChars: parsed.data.max_input_chars_per_word,
  };
  return (text) => bertWords(normalizeBert(text, rules)).flatMap((word) => piecesOf(word, pieces));
}

function bertRules(normalizer: Step | null | undefined): BertRules {
  const parsed = bertShape.safeParse(normalizer);
  if (normalizer?.type !== 'BertNormalizer' || !parsed.success)
    throw new Unusable('changes texts in a way that is not known here');
  const { clean_text, handle_chinese_chars, strip_accents, lowercase } = parsed.data;
  return {
    cleanText: clean_text,
    spaceChinese: handle_chinese_chars,
    stripAccents: strip_accents ?? lowercase,
    lowercase,
  };
}

/** Represents a space in the pieces of SentencePiece. */
const SPACE = '\u2581';

function unigramIds(
  model: object,
  normalizer: Step | null | undefined,
  preTokenizer: Step | null | undefined,
): Ids {
  const parsed = unigramShape.safeParse(model);
  if (!parsed.success) throw new Unusable('is damaged');
  const steps = stepsOf(normalizer, 'normalizers');
  const isKnown = steps.every(({ type }) =>
    ['Precompiled', 'NFKC', 'Replace', 'Strip'].includes(type),
  );
  const cuts = stepsOf(preTokenizer, 'pretokenizers').map(({ type }) => type);
  if (!isKnown || !cuts.includes('Metaspace'))
    throw new Unusable('changes texts in a way that is not known here');
  const unigram = createUnigram(parsed.data.vocab, parsed.data.unk_id);
  // SentencePiece's compiled table normalises to NFKC and removes these characters.
  const removed = steps.some(({ type }) => type === 'Precompiled')
    ? /(?![\t\n\r])[\p{Cc}\u200b\u200e\u200f\u2060\ufeff]/gu
    : /(?!)/gu;
  return (text) =>
    text
      .replace(removed, '')
      .normalize('NFKC')
      .split(/\p{White_Space}+/u)
      .filter((word) => word !== '')
      .flatMap((word) => likeliestPieces(SPACE + word, unigram));
}

function stepsOf(step: Step | null | undefined, key: string): Step[] {
  if (step === null || step === undefined) return [];
  if (step.type !== 'Sequence') return [step];
  const parsed = z.array(z.object({ type: z.string() }).loose()).safeParse(step[key]);
  if (!parsed.success) throw new Unusable('is damaged');
  return parsed.data;
}

/** The ids before and after a single text. */
function frameOf(processor: Step | null | undefined): { before: number[]; after: number[] } {
  if (processor === null || processor === undefined) return { before: [], after: [] };
  const pair = pairShape.safeParse(processor);
  if (pair.success) return { before: [pair.data.cls[1]], after: [pair.data.sep[1]] };
  const template = templateShape.safeParse(processor);
  if (processor.type !== 'TemplateProcessing' || !template.success)
    throw new Unusable('frames texts in a way that is not known here');
  const { single, special_tokens } = template.data;
  const at = single.findIndex((item) => 'Sequence' in item);
  const idsOf = (items: typeof single) =>
    items.flatMap((item) =>
      'SpecialToken' in item ? (special_tokens[item.SpecialToken.id]?.ids ?? []) : [],
    );
  return { before: idsOf(single.slice(0, Math.max(0, at))), after: idsOf(single.slice(at + 1)) };
}

type PairItem = { type: number } & ({ id: number } | { text: 'A' | 'B' });

/** How two texts are joined: by the template, or as BERT does. */
function pairOf(processor: Step | null | undefined): PairItem[] {
  const known = pairShape.safeParse(processor);
  if (known.success) {
    const [cls, sep] = [known.data.cls[1], known.data.sep[1]];
    const isShared = known.data.type === 'RobertaProcessing';
    const second = isShared ? 0 : 1;
    return [
      { id: cls, type: 0 },
      { text: 'A', type: 0 },
      { id: sep, type: 0 },
      ...(isShared ? [{ id: sep, type: 0 }] : []),
      { text: 'B', type: second },
      { id: sep, type: second },
    ];
  }
  const template = pairTemplateShape.safeParse(processor);
  if (!template.success) return [];
  const { pair, special_tokens } = template.data;
  return pair.flatMap((item): PairItem[] => {
    if ('Sequence' in item)
      return [{ text: item.Sequence.id === 'B' ? 'B' : 'A', type: item.Sequence.type_id }];
    const { id: name, type_id: type } = item.SpecialToken;
    return (special_tokens[name]?.ids ?? []).map((one) => ({ id: one, type }));
  });
}

class Unusable extends Error {}

function refused(what: string, setting: string): HookloomError {
  return invalidRequest(
    `The tokenizer.json of ${setting} ${what}.`,
    'Use the export of an encoder with a BERT or XLM-R tokenizer, or serve the model behind EMBEDDING_BASE_URL.',
  );
}
