/**
 * Reads what the client sends, without ever waiting for what does not come. A pending read in Node's thread pool keeps
 * `process.exit` waiting for ever and a synchronous read blocks, so pipes and sockets are read through the pipe handle
 * below `node:net` (which is not loaded); files are read synchronously; a terminal or device is not read.
 */
import { fstatSync, readSync } from 'node:fs';

export interface Input {
  bytes: Buffer;
  /** `end`: all of it. `deadline`: the sender has not closed. `oversized`: more than the limit. `none`: nothing to read. */
  ended: 'end' | 'deadline' | 'oversized' | 'none';
}

export interface ReadLimits {
  maxBytes: number;
  /** From now. Reading goes on while bytes keep coming, for as long again. */
  waitMs: number;
}

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

/** Calls `done` exactly once, always later. */
export function readInput(limits: ReadLimits, done: (input: Input) => void): void {
  let kind: 'pipe' | 'file' | 'other' = 'other';
  try {
    const stats = fstatSync(0);
    kind = stats.isFIFO() || stats.isSocket() ? 'pipe' : stats.isFile() ? 'file' : 'other';
  } catch {
    // A closed standard input.
  }
  if (kind === 'pipe') readPipe(limits, done);
  else
    setImmediate(() =>
      done(kind === 'file' ? readFile(limits.maxBytes) : { bytes: Buffer.alloc(0), ended: 'none' }),
    );
}

/** The bytes of a redirected file. The pipe handle would abort the process on it. */
function readFile(maxBytes: number): Input {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    while (size <= maxBytes) {
      const chunk = Buffer.allocUnsafe(65_536);
      const count = readSync(0, chunk, 0, chunk.length, null);
      if (count === 0) break;
      chunks.push(chunk.subarray(0, count));
      size += count;
    }
  } catch {
    // What was read counts.
  }
  return cut(chunks, size, maxBytes, 'end');
}

function readPipe({ maxBytes, waitMs }: ReadLimits, done: (input: Input) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let finished = false;
  let stopReading: () => void = () => {};
  const finish = (ended: Input['ended']): void => {
    if (finished) return;
    finished = true;
    stopReading();
    done(cut(chunks, size, maxBytes, ended));
  };
  const take = (chunk: Buffer | undefined): void => {
    if (finished) return;
    if (chunk === undefined) return finish('end');
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) finish('oversized');
  };
  try {
    stopReading = startReading(take);
  } catch {
    setImmediate(finish, 'none');
    return;
  }
  const lastMs = Date.now() + 2 * waitMs;
  let sizeBefore = -1;
  // A timer can fire before what has long arrived was read (a loaded machine): look once more, and go on while it flows.
  const look = (): void => {
    if (finished) return;
    if (size === sizeBefore || Date.now() > lastMs) return finish('deadline');
    sizeBefore = size;
    setTimeout(() => setImmediate(look), 1);
  };
  setTimeout(() => setImmediate(look), waitMs);
}

/** Starts reading and returns how to stop. */
function startReading(take: (chunk: Buffer | undefined) => void): () => void {
  const binding = pipeBinding();
  if (binding === null) {
    const { stdin } = process;
    stdin.on('data', take);
    stdin.on('end', () => take(undefined));
    stdin.on('error', () => take(undefined));
    return () => stdin.pause();
  }
  const pipe = new binding.Pipe(binding.constants.SOCKET);
  // Without a chunk the sender has closed, or reading failed; nothing more comes either way.
  pipe.onread = (chunk) => take(chunk === undefined ? undefined : Buffer.from(chunk));
  if (pipe.open(0) !== 0 || pipe.readStart() !== 0)
    throw new Error('standard input cannot be read');
  return () => void pipe.readStop();
}

function pipeBinding(): PipeBinding | null {
  try {
    // Printing a deprecation warning would be an answer to some clients.
    process.noDeprecation = true;
    const { binding } = process as unknown as { binding(name: string): PipeBinding };
    return binding('pipe_wrap');
  } catch {
    return null;
  }
}

function cut(chunks: Buffer[], size: number, maxBytes: number, ended: Input['ended']): Input {
  if (size <= maxBytes) return { bytes: Buffer.concat(chunks, size), ended };
  return { bytes: Buffer.concat(chunks, size).subarray(0, maxBytes), ended: 'oversized' };
}
