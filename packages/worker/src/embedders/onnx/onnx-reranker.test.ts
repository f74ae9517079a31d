import { expect, it } from 'vitest';
import { bertTokenizer, BERT_TEST_WORDS, vocabularyOf } from './model-files.fixture.ts';
import { createOnnxReranker } from './onnx-reranker.ts';
import type { FloatTensor, TokenTensor } from './session.ts';
import { createTokenizer } from './tokenizer.ts';

const tokenizer = createTokenizer(bertTokenizer(vocabularyOf(BERT_TEST_WORDS), { maxLength: 12 }));

function rerankerOf(answer: (rows: number) => FloatTensor) {
  const runs: Record<string, TokenTensor>[] = [];
  const session = {
    inputNames: ['input_ids', 'attention_mask', 'token_type_ids'],
    run(inputs: Record<string, TokenTensor>) {
      runs.push(inputs);
      return Promise.resolve({ logits: answer(inputs['input_ids']!.dims[0]) });
    },
  };
  const reranker = createOnnxReranker({ name: 'test', tokenizer: () => tokenizer }, () =>
    Promise.resolve(session),
  );
  return { runs, reranker };
}

it('reads the question and each text together, and distinguishes them', async () => {
  const { runs, reranker } = rerankerOf((rows) => ({
    data: Float32Array.from({ length: rows }, (_, row) => row),
    dims: [rows, 1],
  }));
  expect(await reranker.score('want', ['wa', 'wa , wa'])).toEqual([0, 1]);
  expect([...runs[0]!['input_ids']!.data].map(Number)).toEqual([
    1, 3, 2, 6, 2, 0, 0, 1, 3, 2, 6, 10, 6, 2,
  ]);
  expect([...runs[0]!['token_type_ids']!.data].map(Number)).toEqual([
    0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1,
  ]);
});

it('leaves space for the text if both are long', () => {
  const { ids, types } = tokenizer.encodePair('want '.repeat(50), 'wa '.repeat(50));
  expect(ids).toHaveLength(12);
  expect(types.filter((type) => type === 1).length).toBeGreaterThanOrEqual(5);
});

it('reads a pair of numbers as no and yes', async () => {
  const { reranker } = rerankerOf(() => ({ data: Float32Array.of(1, 0, 0, 2), dims: [2, 2] }));
  expect(await reranker.score('want', ['wa', 'un'])).toEqual([-1, 2]);
});

it.each([
  ['vectors', { data: new Float32Array(8), dims: [2, 4] }],
  ['not numbers', { data: Float32Array.of(Number.NaN, 1), dims: [2, 1] }],
])('refuses a model that answers with %s', async (_, output) => {
  const { reranker } = rerankerOf(() => output);
  await expect(reranker.score('want', ['wa', 'un'])).rejects.toMatchObject({
    code: 'unavailable',
    remediation: expect.stringContaining('RERANKER_MODEL_DIR') as string,
  });
});
