// The embedder that the environment selects, for a benchmark: it waits for every vector, even on a busy machine, where
// the product would answer by words, and stores the vectors for the next run.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyEncoderThreads, load } from './load.mjs';

/**
 * @returns The embedder with `save()`, which writes the vectors it made; undefined with RETRIEVAL_FUZZY=off.
 */
export async function selectedEmbedder() {
  const { configuredEmbedder } = await load(
    'embedder',
    `export { configuredEmbedder } from './packages/worker/src/embedders/configured-embedder.ts';`,
  );
  copyEncoderThreads();
  const made = await configuredEmbedder(process.env);
  return made === undefined ? undefined : remembering(made);
}

function remembering(made) {
  const dir = path.join(import.meta.dirname, '../../node_modules/.cache/hookloom-bench');
  mkdirSync(dir, { recursive: true });
  const model = createHash('sha256').update(made.model).digest('hex').slice(0, 16);
  const file = path.join(dir, `vectors-${model}.json`);
  const known = new Map(
    existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : [],
  );
  let isNew = false;
  const keyOf = (kind, text) => createHash('sha256').update(`${kind}\n${text}`).digest('base64url');
  const read = (key) => {
    const held = known.get(key);
    return held === null
      ? null
      : new Float32Array(Uint8Array.from(Buffer.from(held, 'base64')).buffer);
  };
  const keep = (key, vector) => {
    isNew = true;
    const bytes = vector === null ? null : Buffer.from(Float32Array.from(vector).buffer);
    known.set(key, bytes?.toString('base64') ?? null);
  };
  return {
    ...made,
    async embed(texts) {
      const fresh = [...new Set(texts.filter((text) => !known.has(keyOf('text', text))))];
      const vectors = fresh.length === 0 ? [] : await made.embed(fresh);
      fresh.forEach((text, at) => keep(keyOf('text', text), vectors[at]));
      return texts.map((text) => read(keyOf('text', text)));
    },
    ...(made.ask && {
      async ask(question) {
        const key = keyOf('question', question);
        if (!known.has(key)) keep(key, await made.ask(question));
        return read(key);
      },
    }),
    save() {
      if (isNew) writeFileSync(file, JSON.stringify(Object.fromEntries(known)));
      isNew = false;
    },
  };
}
