/** A user's folder with a toy model, and a toy runtime in its node_modules: the thread and all files are real. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { resolveWorkspace } from '@hookloom/core/settings';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRuntime } from '../../compose.ts';
import { reEmbed } from '../../operations/re-embed.ts';
import { checkReranker } from '../../health/doctor/check-meaning.ts';
import type { Examination } from '../../health/doctor/row.ts';
import { configuredEmbedder } from '../configured-embedder.ts';
import { installToyRuntime, writeModelFolder } from './model-files.fixture.ts';

let root: string;
let model: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-onnx-'));
  model = path.join(root, 'model');
  writeModelFolder(model);
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const env = (more: Record<string, string> = {}) => ({ EMBEDDING_MODEL_DIR: model, ...more });
const open = (more: Record<string, string> = {}) =>
  openRuntime(resolveWorkspace({ cwd: path.join(root, 'work'), env: {} }), {
    env: env(more),
    stateDir: path.join(root, 'state'),
  });
const turn = (content: string) => ({
  event_type: 'transcript.turn',
  actor: 'user',
  payload: { role: 'user', content },
});
const failureOf = async (more: Record<string, string> = {}) => {
  const embedder = (await configuredEmbedder(env(more)))!;
  return embedder.embed(['children']).then(
    () => expect.fail('was expected to fail'),
    (error: unknown) => error as Error,
  );
};
const cosine = (a: Float32Array | null, b: Float32Array | null) =>
  a!.reduce((sum, value, d) => sum + value * b![d]!, 0);

describe('a cross-encoder in a folder', () => {
  const decisions = ['The invoice to the zoo was paid', 'The children went there', 'The kids went'];
  async function asked(more: Record<string, string>) {
    const runtime = await openRuntime(resolveWorkspace({ cwd: path.join(root, 'work'), env: {} }), {
      env: { RETRIEVAL_FUZZY: 'off', ...more },
      stateDir: path.join(root, 'state'),
    });
    for (const decision of decisions)
      await runtime.append({ event_type: 'decision.made', actor: 'user', payload: { decision } });
    const query = 'went where children zoo invoice';
    const rows = await runtime.query({ query, limit: 1 });
    const { diagnostics, current_facts } = await runtime.checkout({ query });
    await runtime.close();
    return { first: JSON.stringify(rows), facts: JSON.stringify(current_facts), diagnostics };
  }

  it('orders the rows of a question again, and the rows stay when it is broken', async () => {
    const reranker = path.join(root, 'reranker');
    writeModelFolder(reranker, 'a cross-encoder');
    installToyRuntime(reranker);
    const env = { RERANKER_MODEL_DIR: reranker };
    const good = await asked(env);
    expect(good.first).toContain('"rerank":20');
    expect(good.diagnostics).not.toHaveProperty('retrieval_degraded');
    expect(await examined(env)).toMatchObject({ id: 'reranker', status: 'ok' });

    fs.writeFileSync(path.join(reranker, 'model.onnx'), 'broken');
    const broken = await asked(env);
    expect(broken.first).not.toContain('rerank');
    expect(broken.facts).toContain('children');
    expect(broken.diagnostics['retrieval_degraded']).toEqual([
      {
        lane: 'rerank',
        reason: expect.stringMatching(/could not run the cross-encoder: Load model failed/),
      },
    ]);
    expect(await examined(env)).toMatchObject({ id: 'reranker', status: 'warning' });
  });

  const examined = (env: Record<string, string>) =>
    checkReranker({ place: { env } } as unknown as Examination);
});

describe('a model in a folder', () => {
  it('makes vectors of its own length that are close for texts with the same meaning', async () => {
    installToyRuntime(model);
    const embedder = (await configuredEmbedder(env()))!;
    const [first, second, third] = await embedder.embed(['the children', 'the kids', 'invoice']);
    expect(first).toHaveLength(8);
    expect(cosine(first!, second!)).toBeGreaterThan(0.99);
    expect(cosine(first!, third!)).toBeLessThan(0.2);
  });

  it('answers questions in other words, under a name for exactly this model', async () => {
    installToyRuntime(model);
    const runtime = await open();
    await runtime.append(turn('The children went to the zoo'));
    await runtime.append(turn('The invoice was paid'));
    const first = await reEmbed(runtime.context);
    expect(first).toMatchObject({ embedded: 2, waiting: 0, dropped: 0 });
    expect(first.tags).toEqual([expect.stringMatching(/^onnx:[0-9a-f]{12}@8$/)]);
    const [hit] = await runtime.verbatim({ query: 'kids animals' });
    expect(JSON.stringify(hit)).toContain('children');
    await runtime.close();

    fs.writeFileSync(path.join(model, 'model.onnx'), 'other weights');
    const changed = await open();
    const second = await reEmbed(changed.context);
    expect(second).toMatchObject({ embedded: 2, waiting: 0, dropped: 2 });
    expect(second.tags).not.toEqual(first.tags);
    await changed.close();
  });

  it('prefers a runtime in a folder that the user names', async () => {
    const other = path.join(root, 'runtime');
    installToyRuntime(other, 'onnxruntime-web');
    // The toy takes a path, the real one of this name takes bytes: its message shows which was used.
    expect((await failureOf({ EMBEDDING_RUNTIME_DIR: other })).message).toMatch(/^onnxruntime-web/);
    installToyRuntime(other);
    const embedder = (await configuredEmbedder(env({ EMBEDDING_RUNTIME_DIR: other })))!;
    expect(await embedder.embed(['kids'])).toHaveLength(1);
  });

  it('still answers by words without a runtime, and says what to do', async () => {
    const runtime = await open();
    await runtime.append({
      event_type: 'decision.made',
      actor: 'user',
      payload: { title: 'Pay the invoice by hand' },
    });
    const { current_facts, diagnostics } = await runtime.checkout({
      query: 'pay the invoice by hand',
    });
    expect(JSON.stringify(current_facts)).toContain('invoice');
    expect(diagnostics['retrieval_degraded']).toEqual([
      { lane: 'vector', reason: expect.stringContaining('no ONNX runtime is installed') },
    ]);
    await expect(reEmbed(runtime.context)).rejects.toMatchObject({
      code: 'unavailable',
      remediation: expect.stringContaining('npm install onnxruntime-node') as string,
    });
    await runtime.close();
  });

  it.each([
    ['no model file', () => fs.rmSync(path.join(model, 'model.onnx')), 'model.onnx'],
    ['no tokenizer', () => fs.rmSync(path.join(model, 'tokenizer.json')), 'tokenizer.json'],
    [
      'a damaged config',
      () => fs.writeFileSync(path.join(model, 'config.json'), '{'),
      'config.json',
    ],
    ['no folder', () => fs.rmSync(model, { recursive: true }), 'does not exist'],
    [
      'a model that the runtime refuses',
      () => fs.writeFileSync(path.join(model, 'model.onnx'), 'broken'),
      'Load model failed: Protobuf parsing failed',
    ],
  ])('is refused with its reason: %s', async (_, spoil, reason) => {
    installToyRuntime(model);
    spoil();
    const error = await failureOf();
    expect(error).toMatchObject({ code: 'unavailable' });
    expect(error.message).toContain(reason);
  });

  it('continues after a text that it could not read', async () => {
    installToyRuntime(model);
    const embedder = (await configuredEmbedder(env()))!;
    await expect(embedder.embed(['is'])).rejects.toThrow('a node of the graph failed');
    expect(await embedder.embed(['kids'])).toHaveLength(1);
  });
});
