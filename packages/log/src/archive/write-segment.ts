/**
 * Copies a section of a log into the archive: the lines unchanged, compressed. The log is not changed. If the log was
 * replaced meanwhile, the copy is made again, so that it holds nothing that was forgotten.
 */
import { randomUUID } from 'node:crypto';
import { statSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { HookloomError, notFound, unavailable } from '@hookloom/core';
import { ensureOwnedDirectory } from '../files/owned-file.ts';
import { readRange } from '../read/byte-source.ts';
import { logPath, openLog } from '../read/open-log.ts';
import { linesFrom } from '../read/sparse-index.ts';
import {
  archiveFolder,
  segmentPath,
  type Segment,
  readSegment,
  archiveFiles,
  parseSegmentName,
} from './segment.ts';

/** What an unfinished copy ends with; a forgetting removes such files. */
const UNFINISHED = '.tmp';

/**
 * Complete or absent, synced, readable by its owner only; replaces an older copy. Returns its size in bytes. Throws
 * `unavailable` if it cannot be written and `not_found` if the log does not contain these events.
 */
export async function writeSegment(
  dir: string,
  segment: Segment,
  signal?: AbortSignal,
): Promise<number> {
  const path = segmentPath(dir, segment);
  const temporary = `${path}.${randomUUID()}${UNFINISHED}`;
  try {
    ensureOwnedDirectory(archiveFolder(dir));
    for (;;) {
      const inode = await copy(dir, segment, temporary, signal);
      await rename(temporary, path);
      const now = statSync(logPath(dir, segment.session), { throwIfNoEntry: false });
      if (now?.ino === inode) break;
    }
    for (const folder of [archiveFolder(dir), dir, dirname(dir)]) await syncFolder(folder);
    return statSync(path).size;
  } catch (error) {
    if (error instanceof HookloomError || signal?.aborted === true) throw error;
    throw unavailable(
      `The archive could not be written (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`,
      'Check the disk and the owner of the .eventloom directory. The log is unchanged.',
      { cause: error },
    );
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Returns which file was copied. */
async function copy(
  dir: string,
  segment: Segment,
  temporary: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  const log = openLog(logPath(dir, segment.session));
  if (log === null) throw missing(segment);
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await pipeline(
        Readable.from(rawLines(log, segment), { objectMode: false }),
        createGzip(),
        async (packed: AsyncIterable<Uint8Array>) => {
          for await (const chunk of packed) await handle.writeFile(chunk);
        },
        ...(signal === undefined ? [] : [{ signal }]),
      );
      await handle.sync();
    } finally {
      await handle.close();
    }
    return log.inode;
  } finally {
    log.close();
  }
}

/** The lines with their newlines, without the bytes between them. */
function* rawLines(
  log: NonNullable<ReturnType<typeof openLog>>,
  segment: Segment,
): Generator<Buffer> {
  let next = segment.from;
  for (const { event, start, end } of linesFrom(log, segment.from)) {
    if (event.seq !== next) break;
    for (const piece of readRange(log, start, end)) yield Buffer.from(piece);
    if (next++ === segment.to) return;
  }
  throw missing(segment);
}

function missing({ session, from, to }: Segment): HookloomError {
  return notFound(
    `The log of ${session} does not contain the events ${from} to ${to}.`,
    'Run `hookloom verify` on it.',
  );
}

/** Some systems sync no directories. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // See above.
  }
}

// Removes forgotten content from archived copies.

interface RefreshReport {
  cleaned: string[];
  /** Copies that may still contain it. */
  left: string[];
}

/** Rebuilds every segment that differs from the log, and removes unfinished copies. */
export async function refreshArchive(dir: string): Promise<RefreshReport> {
  const report: RefreshReport = { cleaned: [], left: [] };
  for (const name of archiveFiles(dir)) {
    const path = `${archiveFolder(dir)}/${name}`;
    try {
      const segment = parseSegmentName(name);
      if (segment !== null) {
        if (await isLikeLog(dir, segment)) continue;
        await writeSegment(dir, segment);
      } else if (name.endsWith(UNFINISHED)) rmSync(path, { force: true });
      else continue;
      report.cleaned.push(path);
    } catch {
      report.left.push(path);
    }
  }
  return report;
}

async function isLikeLog(dir: string, segment: Segment): Promise<boolean> {
  const log = openLog(logPath(dir, segment.session));
  if (log === null) return false;
  try {
    const lines = readSegment(segmentPath(dir, segment));
    let open = Buffer.alloc(0);
    for (const piece of rawLines(log, segment)) {
      open = Buffer.concat([open, piece]);
      if (piece.at(-1) !== 0x0a) continue;
      const copied = await lines.next().catch(() => ({ done: true, value: undefined }));
      const isSame = copied.done !== true && open.subarray(0, -1).equals(copied.value as Buffer);
      if (!isSame) {
        await lines.return(undefined);
        return false;
      }
      open = Buffer.alloc(0);
    }
    return (await lines.next()).done === true;
  } finally {
    log.close();
  }
}
