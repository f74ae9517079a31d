/** The packaged sentence encoder, with its real weights. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { resolveWorkspace } from '@hookloom/core/settings';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRuntime } from '../../compose.ts';
import { reEmbed } from '../../operations/re-embed.ts';
import { configuredEmbedder } from '../configured-embedder.ts';

const MODEL = path.resolve('packages/encoder-en/model');
/** Nothing set: the encoder is on by default. */
const env = {};

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-encoder-'));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const cosine = (a: Float32Array | null, b: Float32Array | null): number =>
  a!.reduce((sum, value, d) => sum + value * b![d]!, 0);
/** Like the package, so that a file of it can be damaged. */
function copyOfModel(): string {
  const copy = path.join(root, 'model');
  fs.cpSync(MODEL, copy, { recursive: true });
  return copy;
}

it('makes vectors like those of the published model', async () => {
  const embedder = (await configuredEmbedder({ EMBEDDING_MODEL_DIR: MODEL }))!;
  const [question, answer, other] = await embedder.embed([
    'Which database do we use?',
    'We decided to use PostgreSQL 16',
    'The office is closed on Mondays',
  ]);
  // The cosines of the weights before they became bytes.
  expect(cosine(question!, answer!)).toBeCloseTo(0.4775, 1);
  expect(cosine(question!, other!)).toBeCloseTo(0.0331, 1);
  expect(question).toHaveLength(384);
});

it('makes the same bytes on every machine', async () => {
  const embedder = (await configuredEmbedder({ EMBEDDING_MODEL_DIR: MODEL }))!;
  const [vector] = await embedder.embed(['We decided to use PostgreSQL 16']);
  expect(createHash('sha256').update(new Uint8Array(vector!.buffer)).digest('hex')).toBe(
    'b88a823b729fdcf15be583286c68124fba74b078847649cad4921922a984e0e2',
  );
});

it('gives a text of any length the same vector, alone or among others', async () => {
  const embedder = (await configuredEmbedder(env))!;
  const texts = ['kids', 'How long does a user stay signed in?', 'cookie '.repeat(400), ''];
  const together = await embedder.embed(texts);
  for (const [at, text] of texts.entries())
    expect((await embedder.embed([text]))[0]).toEqual(together[at]);
  expect(together[3]).toBeNull();
});

it.each([
  [
    'How long does a deploy take?',
    'A full deploy takes 12 minutes.',
    'We deploy from the main branch.',
  ],
  [
    'Where do the backups go?',
    'Backups are copied to the NAS in the cellar.',
    'The backups were slow today.',
  ],
  [
    'Why did the deploy fail?',
    'The disk was full, so the deploy stopped.',
    'The deploy runs at night.',
  ],
])('tells that “%s” is answered by “%s”, not by “%s”', async (question, answer, beside) => {
  const { ask, embed, answerDirection } = (await configuredEmbedder(env))!;
  const direction = answerDirection!((await ask!(question))!)!;
  const [answers, near] = (await embed([answer, beside])).map((vector) =>
    cosine(direction, vector),
  );
  expect(answers).toBeGreaterThan(near! + 2);
});

it('expects a reason and a choice on record rather than a price', async () => {
  const { ask, oddsOfRecord } = (await configuredEmbedder(env))!;
  const oddsOf = async (question: string): Promise<number> =>
    oddsOfRecord!((await ask!(question))!);
  const price = await oddsOf('How much does the server cost?');
  for (const question of ['Why did we choose PostgreSQL?', 'Which database do we use?'])
    expect(await oddsOf(question)).toBeGreaterThan(price + 0.3);
});

it('finds a decision in other words, and answers a plain question about it', async () => {
  const runtime = await openRuntime(resolveWorkspace({ cwd: path.join(root, 'work'), env: {} }), {
    env,
    stateDir: path.join(root, 'state'),
  });
  const decisions = [
    'We decided to use PostgreSQL 16 for the orders, MySQL was too slow with JSON',
    'Invoices are sent on the first of the month',
    'The linter is oxlint',
  ];
  for (const decision of decisions)
    await runtime.append({ event_type: 'decision.made', actor: 'user', payload: { decision } });
  await reEmbed(runtime.context);
  const found = await runtime.query({ query: 'Where do rows get stored?', limit: 1 });
  expect(JSON.stringify(found)).toContain('PostgreSQL');
  const { current_facts, quality } = await runtime.checkout({ query: 'Where do rows get stored?' });
  expect(JSON.stringify(current_facts)).toContain('PostgreSQL');
  // A text without a word of the question may be about something else.
  expect(quality.answerability).not.toBe('answer_from_memory');
  const plain = await runtime.checkout({ query: 'Which database do we use?' });
  expect(plain.quality.answerability).toBe('answer_from_memory');
  await runtime.close();
});

it('answers a one-megabyte question, one in Chinese, and one about German texts', async () => {
  const runtime = await openRuntime(resolveWorkspace({ cwd: path.join(root, 'work'), env: {} }), {
    env,
    stateDir: path.join(root, 'state'),
  });
  for (const decision of [
    'Die Rechnungen werden am Monatsletzten verschickt',
    'Kein Deployment am Freitag nach 15 Uhr',
    'Bilder bitte als WebP ablegen',
  ])
    await runtime.append({ event_type: 'decision.made', actor: 'user', payload: { decision } });
  await reEmbed(runtime.context);
  const memory = await runtime.context.memory.open();
  if (!memory.ok) throw new Error(memory.reason);
  const found = async (query: string) => {
    const { sources, degraded } = await memory.memory.search({
      query,
      sessions: [runtime.workspace.session],
      limit: 3,
    });
    expect(degraded).toEqual([]);
    return sources.map(({ source }) => source.content);
  };
  expect((await found('When do customers get their bill?'))[0]).toContain('Rechnungen');
  expect(await found('我们什么时候发送账单？')).toBeInstanceOf(Array);
  expect((await found(`Rechnungen ${'bill '.repeat(200_000)}`))[0]).toContain('Rechnungen');
  await runtime.close();
});

it('makes no vectors ahead in a command that exits soon, and says how many are missing', async () => {
  const runtime = await openRuntime(resolveWorkspace({ cwd: path.join(root, 'work'), env: {} }), {
    env,
    embedAhead: false,
    stateDir: path.join(root, 'state'),
  });
  const decision = 'We decided to use PostgreSQL 16';
  await runtime.append({ event_type: 'decision.made', actor: 'user', payload: { decision } });
  const memory = await runtime.context.memory.open();
  if (!memory.ok) throw new Error(memory.reason);
  const { sources, degraded } = await memory.memory.search({
    query: 'what was decided',
    sessions: [runtime.workspace.session],
    limit: 3,
  });
  expect(sources[0]!.source.content).toContain('PostgreSQL');
  expect(degraded).toEqual([
    { lane: 'vector', reason: expect.stringContaining('does not cover') as string },
  ]);
  expect((await memory.memory.vectors!.status()).embedded).toBe(0);
  await runtime.close();
});

it('makes no vectors when it is turned off', async () => {
  expect(await configuredEmbedder({ RETRIEVAL_FUZZY: 'off' })).toBeUndefined();
});

it.each([
  ['cut off', (file: string) => fs.truncateSync(file, 1_000_000), 'cut off'],
  ['of another kind', (file: string) => fs.writeFileSync(file, 'something else'), 'not an encoder'],
])('says that its file is %s', async (_, spoil, reason) => {
  const dir = copyOfModel();
  spoil(path.join(dir, 'encoder.bin'));
  const embedder = (await configuredEmbedder({ EMBEDDING_MODEL_DIR: dir }))!;
  await expect(embedder.embed(['kids'])).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(reason) as string,
  });
});
