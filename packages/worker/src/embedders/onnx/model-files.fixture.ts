/** Files like those of exported sentence encoders, with a vocabulary of a few words. */
import fs from 'node:fs';
import path from 'node:path';

/** The vocabulary in BERT's published tokenizer test, in the same order. */
export const BERT_TEST_WORDS = [
  '[UNK]', '[CLS]', '[SEP]', 'want', '##want', '##ed', 'wa', 'un', 'runn', '##ing', ',',
]; // prettier-ignore

export function bertTokenizer(
  vocab: Record<string, number>,
  more: { lowercase?: boolean; maxLength?: number } = {},
) {
  const { lowercase = true, maxLength } = more;
  return {
    version: '1.0',
    truncation:
      maxLength === undefined
        ? null
        : { direction: 'Right', max_length: maxLength, strategy: 'LongestFirst', stride: 0 },
    padding: null,
    added_tokens: [],
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: '[CLS]', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '[SEP]', type_id: 0 } },
      ],
      pair: [
        { SpecialToken: { id: '[CLS]', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '[SEP]', type_id: 0 } },
        { Sequence: { id: 'B', type_id: 1 } },
        { SpecialToken: { id: '[SEP]', type_id: 1 } },
      ],
      special_tokens: {
        '[CLS]': { id: '[CLS]', ids: [vocab['[CLS]']], tokens: ['[CLS]'] },
        '[SEP]': { id: '[SEP]', ids: [vocab['[SEP]']], tokens: ['[SEP]'] },
      },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab,
    },
  };
}

export const vocabularyOf = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries(words.map((word, id) => [word, id]));

/** The vocabulary of the toy model below, by id. */
export const TOY_WORDS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'children', 'kids', 'zoo', 'animals', 'invoice', 'paid', 'the', 'went', 'to', 'is']; // prettier-ignore

/** Writes a cross-encoder if `weights` says so. */
export function writeModelFolder(
  dir: string,
  weights = 'weights that the toy runtime does not read',
): void {
  fs.mkdirSync(dir, { recursive: true });
  fs.writeFileSync(path.join(dir, 'model.onnx'), weights);
  fs.writeFileSync(
    path.join(dir, 'tokenizer.json'),
    JSON.stringify(bertTokenizer(vocabularyOf(TOY_WORDS))),
  );
  fs.writeFileSync(
    path.join(dir, 'config.json'),
    JSON.stringify({ model_type: 'bert', max_position_embeddings: 64 }),
  );
}

/**
 * A module with the interface of the real runtime. Each token is a direction, and synonyms share one. A cross-encoder
 * counts the tokens of the second text that share a direction with the first.
 */
const TOY_RUNTIME = `
const WIDTH = 8;
const direction = (id) => Array.from({ length: WIDTH }, (_, d) => (id >= 4 && id < 12 && d === id >> 1 ? 1 : id < 4 ? 0 : 0.01));
class Tensor { constructor(type, data, dims) { Object.assign(this, { type, data, dims }); } }
class InferenceSession {
  inputNames = ['input_ids', 'attention_mask', 'token_type_ids'];
  static async create(model) {
    if (!require('node:fs').existsSync(model)) throw new Error('no such model');
    if (require('node:fs').readFileSync(model, 'utf8').includes('broken')) throw new Error('Load model failed:\\nProtobuf parsing failed');
    const session = new InferenceSession();
    session.isCross = require('node:fs').readFileSync(model, 'utf8').includes('cross-encoder');
    return session;
  }
  async run({ input_ids: { data, dims, type }, token_type_ids: types }) {
    if (type !== 'int64') throw new Error('int64 is wanted');
    if (data.includes(13n)) throw new Error('a node of the graph failed');
    if (this.isCross) {
      const [rows, tokens] = dims;
      const shared = Float32Array.from({ length: rows }, (_, row) => {
        const ids = [...data].slice(row * tokens, (row + 1) * tokens).map(Number);
        const isSecond = (at) => types.data[row * tokens + at] === 1n;
        const asked = new Set(ids.filter((id, at) => id >= 4 && !isSecond(at)).map((id) => id >> 1));
        return ids.filter((id, at) => id >= 4 && isSecond(at) && asked.has(id >> 1)).length;
      });
      return { logits: new Tensor('float32', shared, [rows, 1]) };
    }
    const values = Float32Array.from([...data].flatMap((id) => direction(Number(id))));
    return { last_hidden_state: new Tensor('float32', values, [...dims, WIDTH]) };
  }
}
module.exports = { Tensor, InferenceSession };
`;

export function installToyRuntime(folder: string, name = 'onnxruntime-node'): void {
  const root = path.join(folder, 'node_modules', name);
  fs.mkdirSync(root, { recursive: true });
  fs.writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name, main: 'index.js' }));
  fs.writeFileSync(path.join(root, 'index.js'), TOY_RUNTIME);
}
