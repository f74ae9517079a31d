/** The embedder of a model folder: found, read, and opened with the first text. */
import fs from 'node:fs';
import { HookloomError, type Embedder } from '@hookloom/core';
import type { LocalModelSettings } from '@hookloom/core/config/embedding';
import { findRuntime } from './find-runtime.ts';
import { readModelFolder } from './model-folder.ts';
import { createOnnxEmbedder } from './onnx-embedder.ts';
import { openSession } from './open-session.ts';

/** Throws if the folder contains no usable model. Searches the runtime only with the first text. */
export function createLocalEmbedder({ dir, runtimeDir }: LocalModelSettings): Embedder {
  const folder = realFolder(dir, 'EMBEDDING_MODEL_DIR');
  const model = readModelFolder(folder);
  return createOnnxEmbedder(model, async () => {
    const places =
      runtimeDir === undefined ? [] : [realFolder(runtimeDir, 'EMBEDDING_RUNTIME_DIR')];
    return openSession(findRuntime([...places, folder]), model.file);
  });
}

function realFolder(dir: string, setting: string): string {
  try {
    const real = fs.realpathSync(dir);
    if (fs.statSync(real).isDirectory()) return real;
  } catch {
    // Reported below.
  }
  throw new HookloomError(
    'not_found',
    `The folder of ${setting} is not there.`,
    `Correct ${setting}, or unset it.`,
  );
}
