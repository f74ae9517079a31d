import { describe, expect, it } from 'vitest';
import { createOnnxEmbedder } from './onnx-embedder.ts';
import type { Pooling } from './pooling.ts';
import type { FloatTensor, OnnxSession, TokenTensor } from './session.ts';

/**
 * Each letter is a token of its number; each token is `[number, 1]`. Padding has a large value, so that counting it
 * would show.
 */
function lettersModel(more: Partial<OnnxSession> = {}) {
  const runs: Record<string, TokenTensor>[] = [];
  const session: OnnxSession = {
    inputNames: ['input_ids', 'attention_mask'],
    run(inputs) {
      runs.push(inputs);
      const { data, dims } = inputs['input_ids']!;
      const values = [...data].flatMap((id) => [Number(id), 1]);
      return Promise.resolve({
        last_hidden_state: { data: Float32Array.from(values), dims: [...dims, 2] },
      });
    },
    ...more,
  };
  return { runs, session };
}

const tokenizer = {
  maxTokens: 512,
  padId: 1000,
  encode: (text: string) => [...text].map((char) => char.charCodeAt(0) - 96),
};
function embedderOf(session: OnnxSession, pooling: Pooling = 'mean') {
  return createOnnxEmbedder({ name: 'onnx:test', pooling, tokenizer: () => tokenizer }, () =>
    Promise.resolve(session),
  );
}
const unit = (...values: number[]) => {
  const length = Math.hypot(...values);
  return values.map((value) => expect.closeTo(value / length, 6) as number);
};
const plain = (vectors: (Float32Array | null)[]) =>
  vectors.map((vector) => (vector === null ? null : [...vector]));

describe('a local model', () => {
  it('returns the mean of the tokens without padding, of length 1, in the order of the texts', async () => {
    const { session, runs } = lettersModel();
    const vectors = await embedderOf(session).embed(['abc', ' ', 'c']);
    expect(plain(vectors)).toEqual([unit(2, 1), null, unit(3, 1)]);
    expect(runs).toHaveLength(1);
    expect([...runs[0]!['input_ids']!.data]).toEqual([3n, 1000n, 1000n, 1n, 2n, 3n]);
    expect([...runs[0]!['attention_mask']!.data]).toEqual([1n, 0n, 0n, 1n, 1n, 1n]);
  });

  it('is unloaded at rest, and loaded again for the next text', async () => {
    let closed = 0;
    let opened = 0;
    const { session } = lettersModel({ close: () => void closed++ });
    const embedder = createOnnxEmbedder(
      { name: 'onnx:test', pooling: 'mean', tokenizer: () => tokenizer },
      () => {
        opened++;
        return Promise.resolve(session);
      },
      0,
    );
    const first = await embedder.embed(['abc']);
    await expect.poll(() => closed).toBe(1);
    expect(await embedder.embed(['abc'])).toEqual(first);
    expect(opened).toBe(2);
  });

  it('uses the first token if the model says so, and an already pooled vector unchanged', async () => {
    const { session } = lettersModel();
    expect(plain(await embedderOf(session, 'first').embed(['cab']))).toEqual([unit(3, 1)]);
    const own = lettersModel({
      run: () =>
        Promise.resolve({
          last_hidden_state: { data: new Float32Array(4), dims: [1, 2, 2] },
          sentence_embedding: { data: Float32Array.of(3, 4), dims: [1, 2] },
        }),
    });
    expect(plain(await embedderOf(own.session).embed(['ab']))).toEqual([unit(3, 4)]);
  });

  it('never runs more at once than a question can wait for', async () => {
    const { session, runs } = lettersModel();
    const texts = Array.from({ length: 60 }, (_, i) => 'a'.repeat(1 + ((i * 37) % 400)));
    expect(await embedderOf(session).embed(texts)).toHaveLength(60);
    for (const { input_ids: ids } of runs) {
      expect(ids!.dims[0]).toBeLessThanOrEqual(16);
      expect(ids!.dims[0] * ids!.dims[1]).toBeLessThanOrEqual(1024);
    }
  });

  it('is opened once, and again after it failed to open', async () => {
    const { session } = lettersModel();
    let opened = 0;
    const embedder = createOnnxEmbedder(
      { name: 'onnx:test', pooling: 'mean', tokenizer: () => tokenizer },
      () => (++opened === 1 ? Promise.reject(new Error('no runtime')) : Promise.resolve(session)),
    );
    await expect(embedder.embed(['a'])).rejects.toMatchObject({ code: 'unavailable' });
    await Promise.all([embedder.embed(['a']), embedder.embed(['b'])]);
    expect(opened).toBe(2);
  });

  it('that does not answer is abandoned when the caller may not wait longer', async () => {
    const { session } = lettersModel({ run: () => new Promise(() => {}) });
    const stop = new AbortController();
    const asked = embedderOf(session).embed(['a'], stop.signal);
    stop.abort();
    await expect(asked).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('in time') as string,
    });
  });

  const answers = (output: FloatTensor) =>
    lettersModel({ run: () => Promise.resolve({ last_hidden_state: output }) }).session;
  it.each([
    ['asks for a picture', lettersModel({ inputNames: ['input_ids', 'pixel_values'] }).session],
    ['answers for other rows', answers({ data: new Float32Array(2), dims: [1, 1, 2] })],
    ['answers one number', answers({ data: new Float32Array(2), dims: [2] })],
    ['answers no numbers', answers({ data: Float32Array.of(NaN, 1, 1, 1), dims: [2, 1, 2] })],
    ['answers nothing', lettersModel({ run: () => Promise.resolve({}) }).session],
  ])('that %s cannot be used, and the reason contains no text', async (_, session) => {
    const error: unknown = await embedderOf(session)
      .embed(['a', 'b'])
      .catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'unavailable' });
    expect((error as Error).message).toContain('sentence encoder');
  });
});
