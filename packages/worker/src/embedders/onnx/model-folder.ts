/** A user's model folder with an exported sentence encoder or cross-encoder. Downloads nothing. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { invalidRequest, notFound, type HookloomError } from '@hookloom/core';
import { z } from 'zod';
import type { ModelUse } from './model-session.ts';
import type { Pooling } from './pooling.ts';
import { createTokenizer, type Tokenizer } from './tokenizer.ts';

/** The file of a packaged encoder, which needs no runtime. */
export const ENCODER_FILE = 'encoder.bin';
const MODEL_FILES = [
  ENCODER_FILE,
  'model.onnx',
  'onnx/model.onnx',
  'model_quantized.onnx',
  'onnx/model_quantized.onnx',
];
const POOLING_FILE = '1_Pooling/config.json';
const MAX_TOKENIZER_BYTES = 64 * 1024 * 1024;
const MAX_CONFIG_BYTES = 1024 * 1024;
/** How many samples of a model file identify it. Reading a gigabyte at every start would be slow. */
const SAMPLES = 64;
const SAMPLE_BYTES = 65_536;

const configShape = z.object({
  max_position_embeddings: z.int().min(16).optional(),
  /** Positions of these models start after the padding id. */
  model_type: z.string().optional(),
});
const poolingShape = z.object({
  pooling_mode_cls_token: z.boolean().default(false),
  pooling_mode_mean_tokens: z.boolean().default(true),
});

/** Throws `not_found` for a missing file and `invalid_request` for an unusable one. */
export function readModelFolder(dir: string, use: ModelUse) {
  const { read, json, missing, unusable } = readerOf(dir, use);
  const file = MODEL_FILES.map((name) => path.join(dir, name)).find(isFile);
  if (file === undefined) throw missing('model.onnx (or onnx/model.onnx, model_quantized.onnx)');
  const tokenizerBytes = read('tokenizer.json', MAX_TOKENIZER_BYTES);
  const configBytes = read('config.json', MAX_CONFIG_BYTES);
  const config = configShape.safeParse(json(configBytes, 'config.json'));
  if (!config.success) throw unusable('config.json is damaged');
  const { max_position_embeddings: positions, model_type = '' } = config.data;
  const isShifted = /roberta|camembert|mpnet/.test(model_type);
  const limit = positions === undefined ? undefined : positions - (isShifted ? 2 : 0);
  const pooling = use.name === 'cross-encoder' ? 'first' : poolingOf(dir, use);
  const hash = createHash('sha256');
  for (const part of [tokenizerBytes, configBytes, Buffer.from(pooling)])
    hash.update(`${part.length}:`).update(part);
  for (const each of [file, `${file}_data`].filter(isFile)) sample(each, hash);
  return {
    file,
    /** Identifies the exact model: another file has another name. */
    name: `onnx:${hash.digest('hex').slice(0, 12)}`,
    pooling,
    /** Read with the first text. */
    tokenizer: (): Tokenizer =>
      createTokenizer(json(tokenizerBytes, 'tokenizer.json'), limit, use.setting),
  };
}

function poolingOf(dir: string, use: ModelUse): Pooling {
  const { read, json, unusable } = readerOf(dir, use);
  if (!isFile(path.join(dir, POOLING_FILE))) return 'mean';
  const parsed = poolingShape.safeParse(json(read(POOLING_FILE, MAX_CONFIG_BYTES), POOLING_FILE));
  if (parsed.success && parsed.data.pooling_mode_cls_token) return 'first';
  if (parsed.success && parsed.data.pooling_mode_mean_tokens) return 'mean';
  throw unusable(`${POOLING_FILE} asks for another pooling than the mean or the first token`);
}

function sample(file: string, hash: ReturnType<typeof createHash>): void {
  const fd = fs.openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(fd);
    hash.update(`${size}:`);
    const piece = Buffer.alloc(SAMPLE_BYTES);
    const step = Math.max(SAMPLE_BYTES, Math.floor(size / SAMPLES));
    for (let at = 0; at < size; at += step)
      hash.update(piece.subarray(0, fs.readSync(fd, piece, 0, SAMPLE_BYTES, at)));
  } finally {
    fs.closeSync(fd);
  }
}

function isFile(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

/** Reads the files of a folder. Errors name the setting with that folder. */
function readerOf(dir: string, { setting, name: model }: ModelUse) {
  const missing = (name: string): HookloomError =>
    notFound(
      `The folder of ${setting} contains no ${name}.`,
      `Put the ONNX export of a ${model} there: model.onnx, tokenizer.json and config.json.`,
    );
  const unusable = (what: string): HookloomError =>
    invalidRequest(
      `In the folder of ${setting}, ${what}.`,
      `Use the ONNX export of a ${model} as it was published.`,
    );
  return {
    missing,
    unusable,
    read(name: string, most: number): Buffer {
      const file = path.join(dir, name);
      if (!isFile(file)) throw missing(name);
      if (fs.statSync(file).size > most) throw unusable(`${name} is larger than ${most} bytes`);
      return fs.readFileSync(file);
    },
    json(bytes: Buffer, name: string): unknown {
      try {
        return JSON.parse(bytes.toString('utf8')) as unknown;
      } catch {
        throw unusable(`${name} is no JSON`);
      }
    },
  };
}
