/**
 * Reads a client's input. A pending read in Node's thread pool keeps `process.exit` waiting forever and a synchronous
 * read blocks, so pipes and sockets are read through the pipe handle below `node:net` (which is not loaded); files are
 * read synchronously; a terminal or device is not read.
 *
 * Nearly every client sends all of it at once and closes. Other input is left to `await-input.ts`.
 */
import { attempt } from '@hookloom/core';
import { fstatSync } from 'node:fs';
import { awaitInput, countInput } from './await-input.ts';
import type { Arriving, Input, ReadLimits } from './input.ts';
import { readFile, readStream } from './read-other.ts';

interface PipeHandle {
  onread: (chunk: ArrayBuffer | undefined) => void;
  open(fd: number): number;
  readStart(): number;
  readStop(): number;
}
interface PipeBinding {
  Pipe: new (type: number) => PipeHandle;
  constants: { SOCKET: number };
}

/** After this many milliseconds, the client counts as one that does not send everything at once. */
const PROMPT_MS = 25;

/** Calls `done` exactly once, always later. */
export function readInput(limits: ReadLimits, done: (input: Input) => void): void {
  let stopReading = (): void => {};
  let late: NodeJS.Timeout | undefined;
  const arriving: Arriving = {
    ...limits,
    chunks: [],
    size: 0,
    lastMs: Date.now(),
    isDone: false,
    take(chunk) {
      if (arriving.isDone) return;
      if (chunk === undefined) return arriving.finish('end');
      arriving.chunks.push(chunk);
      arriving.size += chunk.length;
      arriving.lastMs = Date.now();
      if (arriving.size > limits.maxBytes) countInput(arriving);
    },
    finish(ended, fields) {
      if (arriving.isDone) return;
      arriving.isDone = true;
      stopReading();
      clearTimeout(late);
      const { chunks, size } = arriving;
      const input: Input = { bytes: Buffer.concat(chunks), size, ended };
      done(fields === undefined ? input : { ...input, fields });
    },
  };
  try {
    const stats = fstatSync(0);
    if (stats.isFile()) return void setImmediate(readFile, arriving);
    if (stats.isFIFO() || stats.isSocket()) {
      stopReading = startReading(arriving);
      late = setTimeout(() => {
        try {
          awaitInput(arriving);
        } catch {
          // If a part of the bundle is missing, the end is still detected, and every wait has a limit.
          late = setTimeout(arriving.finish, limits.firstMs, 'deadline');
        }
      }, PROMPT_MS);
      return;
    }
  } catch {
    // A closed standard input.
  }
  setImmediate(arriving.finish, 'none');
}

/** Starts reading and returns how to stop. */
function startReading(arriving: Arriving): () => void {
  // A chunk that is not a buffer: the sender has closed, or reading failed; nothing more arrives either way.
  const take = (chunk?: ArrayBuffer): void =>
    arriving.take(chunk === undefined ? undefined : Buffer.from(chunk));
  const binding = pipeBinding();
  if (binding === null) return readStream(arriving);
  const pipe = new binding.Pipe(binding.constants.SOCKET);
  pipe.onread = take;
  if (pipe.open(0) !== 0 || pipe.readStart() !== 0)
    throw new Error('standard input cannot be read');
  return () => void pipe.readStop();
}

function pipeBinding(): PipeBinding | null {
  return attempt(() => {
    // Some clients would read a printed deprecation warning as an answer.
    process.noDeprecation = true;
    const { binding } = process as unknown as { binding(name: string): PipeBinding };
    return binding('pipe_wrap');
  });
}
