/**
 * The file format of a backup: a tar archive (ustar) in gzip, which `tar -xzf` can read. Only regular files with short
 * names.
 */
import { corrupt, invalidRequest, type HookloomError } from '@hookloom/core';
import fs from 'node:fs';
import zlib from 'node:zlib';
import { writeAll } from '@hookloom/log/append';

const BLOCK = 512;
const CHUNK = 1024 * 1024;
/** The maximum of 11 octal digits. */
const MAX_SIZE = 8 ** 11 - 1;

export type TarWriter = ReturnType<typeof writeTar>;

/** Writes compressed pieces as they fill up, in constant memory. */
export function writeTar(fd: number) {
  const waiting: Buffer[] = [];
  let bytes = 0;
  const flush = (): void => {
    if (bytes > 0) writeAll(fd, zlib.gzipSync(Buffer.concat(waiting.splice(0))), null);
    bytes = 0;
  };
  const push = (piece: Uint8Array): void => {
    bytes += waiting[waiting.push(Buffer.from(piece)) - 1]!.length;
    if (bytes >= CHUNK) flush();
  };
  return {
    file(name: string, size: number, pieces: Iterable<Uint8Array>) {
      push(header(name, size));
      let done = 0;
      for (const piece of pieces) {
        done += piece.length;
        push(piece);
      }
      if (done !== size) throw new RangeError(`${name} has ${done} bytes and not ${size}.`);
      push(Buffer.alloc(-size & (BLOCK - 1)));
    },
    end() {
      push(Buffer.alloc(2 * BLOCK));
      flush();
    },
  };
}

function header(name: string, size: number): Buffer {
  if (name.length > 99 || size > MAX_SIZE)
    throw invalidRequest(
      `${name} is too large for a backup: 8 GiB is the limit for one log.`,
      'Copy the file by hand.',
    );
  const block = Buffer.alloc(BLOCK);
  const put = (text: string, at: number): void => void block.write(text, at, 'latin1');
  put(name, 0);
  put('0000600\0', 100);
  put('0000000\0', 108);
  put('0000000\0', 116);
  put(`${size.toString(8).padStart(11, '0')}\0`, 124);
  put('00000000000\0', 136);
  put('        ', 148);
  put('0', 156);
  put('ustar\x0000', 257);
  put(`${sumOf(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function sumOf(block: Buffer): number {
  return block.reduce((sum, byte) => sum + byte, 0);
}

export interface TarEntry {
  name: string;
  size: number;
}

/** JSON lines compress to about a tenth. None of our files compresses more than this. */
const MAX_RATIO = 300;
const FREE_BYTES = 64 * 1024 * 1024;
const MAX_ENTRIES = 200_000;

/**
 * Passes each file piece by piece to the destination that `take` returns. Throws `corrupt` for a file that is
 * truncated, damaged, or contains anything but regular files.
 */
export async function readTar(
  file: string,
  take: (entry: TarEntry) => { piece(bytes: Buffer): void; end(): void },
): Promise<void> {
  const limit = FREE_BYTES + fs.statSync(file).size * MAX_RATIO;
  let total = 0;
  let rest: Buffer = Buffer.alloc(0);
  let open: { left: number; padding: number; sink: ReturnType<typeof take> } | null = null;
  let entries = 0;
  let isEnded = false;

  function feed(chunk: Buffer): void {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      if (open !== null) {
        const bytes = rest.subarray(0, Math.min(open.left, rest.length));
        if (bytes.length > 0) open.sink.piece(bytes);
        open.left -= bytes.length;
        rest = rest.subarray(bytes.length);
        if (open.left > 0 || rest.length < open.padding) return;
        rest = rest.subarray(open.padding);
        open.sink.end();
        open = null;
      }
      if (isEnded) rest = Buffer.alloc(0);
      if (rest.length < BLOCK) return;
      const entry = entryOf(rest.subarray(0, BLOCK));
      rest = rest.subarray(BLOCK);
      if (entry === null) isEnded = true;
      else {
        if (++entries > MAX_ENTRIES) throw damaged('it contains too many files');
        open = { left: entry.size, padding: -entry.size & (BLOCK - 1), sink: take(entry) };
      }
    }
  }

  try {
    const input = fs.createReadStream(file);
    const unzipped = input.pipe(zlib.createGunzip());
    input.on('error', (error) => unzipped.destroy(error));
    for await (const chunk of unzipped) {
      total += (chunk as Buffer).length;
      if (total > limit) throw damaged('it becomes far too large when it is unpacked');
      feed(chunk as Buffer);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_') === true) throw damaged('it is cut off, or it is no backup', error);
    throw error;
  }
  if (!isEnded) throw damaged('it is cut off');
}

/** Null for the block of zeros at the end. */
function entryOf(block: Buffer): TarEntry | null {
  if (block.every((byte) => byte === 0)) return null;
  const text = (at: number, length: number): string =>
    block.toString('latin1', at, at + length).replace(/\0.*$/s, '');
  const sum = Number.parseInt(text(148, 8), 8);
  const clean = Buffer.from(block);
  clean.fill(' ', 148, 156);
  if (text(257, 5) !== 'ustar' || sum !== sumOf(clean)) throw damaged('it is no backup');
  const name = text(0, 100);
  if (text(156, 1) !== '0' || text(345, 155) !== '')
    throw damaged(`${JSON.stringify(name)} is no plain file`);
  const size = Number.parseInt(text(124, 12), 8);
  if (!Number.isSafeInteger(size) || size < 0) throw damaged('a size is wrong');
  return { name, size };
}

export function damaged(why: string, cause?: unknown): HookloomError {
  return corrupt(
    `The backup cannot be used: ${why}. Nothing was changed.`,
    'Use another copy of the backup.',
    { cause },
  );
}
