/** The embedder of a model folder: found, read, and opened with the first text. */
import fs from 'node:fs';
import path from 'node:path';
import { HookloomError, type Embedder } from '@hookloom/core';
import type { LocalModelSettings } from '@hookloom/core/config/embedding';
import { findRuntime } from './find-runtime.ts';
import { ENCODER_FILE, readModelFolder } from './model-folder.ts';
import { createOnnxEmbedder } from './onnx-embedder.ts';
import { openSession, type SessionSource } from './open-session.ts';

/** Beside this file in the sources, and beside the bundle in the package. */
const ONNX_THREAD = new URL('./onnx-thread.cjs', import.meta.url);
const ENCODER_THREAD = new URL('./encoder-thread.cjs', import.meta.url);

/** Throws if the folder contains no usable model. Searches the runtime only with the first text. */
export function createLocalEmbedder({ dir, runtimeDir }: LocalModelSettings): Embedder {
  const folder = realFolder(dir, 'EMBEDDING_MODEL_DIR');
  const model = readModelFolder(folder);
  return createOnnxEmbedder(model, async () =>
    openSession(sourceOf(model.file, folder, runtimeDir)),
  );
}

function sourceOf(file: string, folder: string, runtimeDir: string | undefined): SessionSource {
  if (path.basename(file) === ENCODER_FILE)
    return { name: 'The encoder', thread: ENCODER_THREAD, data: { model: file } };
  const places = runtimeDir === undefined ? [] : [realFolder(runtimeDir, 'EMBEDDING_RUNTIME_DIR')];
  const runtime = findRuntime([...places, folder]);
  return { name: runtime.package, thread: ONNX_THREAD, data: { runtime, model: file } };
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
