/** The embedder or the reranker in a model folder. The model is opened with the first text. */
import fs from 'node:fs';
import path from 'node:path';
import { notFound } from '@hookloom/core';
import type { Embedder, Reranker } from '@hookloom/core/events';
import type { LocalModelSettings } from '@hookloom/core/settings';
import { findRuntime } from './find-runtime.ts';
import { ENCODER_FILE, readModelFolder } from './model-folder.ts';
import { CROSS_ENCODER, ENCODER, type ModelUse } from './model-session.ts';
import { createOnnxEmbedder } from './onnx-embedder.ts';
import { createOnnxReranker } from './onnx-reranker.ts';
import { openSession, type SessionSource } from './open-session.ts';
import type { OnnxSession } from './session.ts';

/** Next to this file in the sources, next to the bundle in the package. */
const ONNX_THREAD = new URL('./onnx-thread.cjs', import.meta.url);
const ENCODER_THREAD = new URL('./encoder-thread.cjs', import.meta.url);

/** Throws if the folder contains no usable model. Looks for the runtime when the first text arrives. */
export function createLocalEmbedder({ dir, runtimeDir }: LocalModelSettings): Embedder {
  const { model, open } = modelIn(dir, runtimeDir, ENCODER);
  return createOnnxEmbedder(model, open);
}

/** Throws if the folder contains no usable model. Looks for the runtime when the first question arrives. */
export function createLocalReranker({ dir, runtimeDir }: LocalModelSettings): Reranker {
  const { model, open } = modelIn(dir, runtimeDir, CROSS_ENCODER);
  return createOnnxReranker(model, open);
}

function modelIn(dir: string, runtimeDir: string | undefined, use: ModelUse) {
  const folder = realFolder(dir, use.setting);
  const model = readModelFolder(folder, use);
  const open = async (): Promise<OnnxSession> =>
    openSession(sourceOf(model.file, folder, runtimeDir, use));
  return { model, open };
}

function sourceOf(
  file: string,
  folder: string,
  runtimeDir: string | undefined,
  use: ModelUse,
): SessionSource {
  if (path.basename(file) === ENCODER_FILE)
    return { name: 'The encoder', thread: ENCODER_THREAD, data: { model: file }, model: use.name };
  const setting = use.setting.replace('MODEL', 'RUNTIME');
  const places = runtimeDir === undefined ? [] : [realFolder(runtimeDir, setting)];
  const runtime = findRuntime([...places, folder], use.setting);
  const data = { runtime, model: file };
  return { name: runtime.package, thread: ONNX_THREAD, data, model: use.name };
}

function realFolder(dir: string, setting: string): string {
  try {
    const real = fs.realpathSync(dir);
    if (fs.statSync(real).isDirectory()) return real;
  } catch {
    // Reported below.
  }
  throw notFound(`The folder of ${setting} does not exist.`, `Correct ${setting}, or unset it.`);
}
