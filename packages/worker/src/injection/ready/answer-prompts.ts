/** Answers hooks that ask which prepared lines are related to a question (`hooks/ready/ask-worker`), by meaning. */
import fs from 'node:fs';
import path from 'node:path';
import { vectorSettings } from '@hookloom/core/settings';
import type { Embedder } from '@hookloom/core/events';
import { questionsFolder, readReady, type PromptQuestion, type PromptLine } from '@hookloom/hooks';
import type { Background } from '../../background.ts';
import { configuredEmbedder } from '../../embedders/configured-embedder.ts';
import { readPrivateFile, writePrivateFile } from '../../private-file.ts';

/** The minimum similarity for a line, absolute and as a share of the best one. */
const LEAST = 0.25;
const LEAST_OF_BEST = 0.8;
const MOST = 5;
/** A hook does not wait longer. */
const STALE_MS = 1_000;
const MAX_VECTORS = 2_000;

export function answerPrompts({
  stateDir,
  env,
}: {
  stateDir: string;
  env: Record<string, string | undefined>;
}): Background {
  const folder = questionsFolder(stateDir);
  // The limits only apply to the packaged encoder.
  if (vectorSettings(env).source !== 'encoder') return { isBusy: () => false, async close() {} };
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  /** By the text of a line. */
  const vectors = new Map<string, Float32Array | null>();
  let running = Promise.resolve();
  let isClosed = false;
  const watcher = fs.watch(folder, { persistent: false }, (_, name) => {
    if (name === null || !name.endsWith('.json')) return;
    running = running.then(() => answer(path.join(folder, name)).catch(() => {}));
  });
  watcher.on('error', () => watcher.close());

  async function answer(file: string): Promise<void> {
    if (isClosed) return;
    const stats = fs.statSync(file, { throwIfNoEntry: false });
    const text = readPrivateFile(file);
    if (text === null || stats === undefined || Date.now() - stats.mtimeMs > STALE_MS) return;
    const { ready, prompt } = JSON.parse(text) as PromptQuestion;
    // Accepts only files that the worker itself writes.
    if (path.dirname(path.resolve(ready)) !== path.resolve(stateDir, 'ready')) return;
    const lines = readReady(ready)?.lines ?? [];
    const embedder = await configuredEmbedder(env);
    if (embedder === undefined || lines.length === 0) return;
    const known = lines.filter((line) => vectors.has(line.text));
    if (known.length > 0) {
      const asked = (await embedder.ask?.(prompt)) ?? (await embedder.embed([prompt]))[0];
      const seqs = asked ? nearest(known, asked, vectors) : [];
      // A hook that no longer waits has deleted its question, and reads no answer.
      const answerFile = file.replace(/json$/, 'answer');
      if (fs.existsSync(file)) writePrivateFile(answerFile, JSON.stringify({ seqs }));
      if (!fs.existsSync(file)) fs.rmSync(answerFile, { force: true });
    }
    await learn(embedder, lines);
  }

  /** New lines are compared from the next question on. */
  async function learn(embedder: Embedder, lines: readonly PromptLine[]): Promise<void> {
    const texts = lines.map(({ text }) => text).filter((text) => !vectors.has(text));
    if (texts.length === 0) return;
    if (vectors.size + texts.length > MAX_VECTORS) vectors.clear();
    const made = await embedder.embed(texts.map((text) => text.replace(/^\d+ /, '')));
    for (const [at, text] of texts.entries()) vectors.set(text, made[at] ?? null);
  }

  return {
    isBusy: () => false,
    async close() {
      isClosed = true;
      watcher.close();
      await running;
    },
  };
}

/** The events of the lines that are similar to a question, best first. */
export function nearest(
  lines: readonly Pick<PromptLine, 'seq' | 'text'>[],
  asked: Float32Array,
  vectors: ReadonlyMap<string, Float32Array | null>,
): number[] {
  const rated = lines
    .map(({ seq, text }) => ({ seq, likeness: likenessOf(vectors.get(text) ?? null, asked) }))
    .toSorted((a, b) => b.likeness - a.likeness || b.seq - a.seq);
  const least = Math.max(LEAST, LEAST_OF_BEST * (rated[0]?.likeness ?? 0));
  return rated
    .filter(({ likeness }) => likeness >= least)
    .slice(0, MOST)
    .map(({ seq }) => seq);
}

function likenessOf(line: Float32Array | null, asked: Float32Array): number {
  if (line === null) return 0;
  let sum = 0;
  for (const [at, value] of line.entries()) sum += value * asked[at]!;
  return sum;
}
