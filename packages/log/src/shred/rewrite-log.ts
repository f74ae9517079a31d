/** The log with some contents removed: written next to it, synced, and moved into place in one step. */
import { closeSync, constants, fsyncSync, openSync, renameSync } from 'node:fs';
import { quietly, unavailable } from '@hookloom/core';
import { remapDeliveries } from '../append/deliveries.ts';
import { readHead, writeHead } from '../files/head-at.ts';
import { writeAll, removeFile } from '../files/owned-file.ts';
import { lineAt, START, type CommittedLine } from '../read/committed-lines.ts';
import { linePositions } from '../read/line-positions.ts';
import { readRange } from '../read/byte-source.ts';
import { logPath, type OpenLog } from '../read/open-log.ts';
import { dropIndex } from '../read/sparse-index.ts';
import { dropVerified } from '../read/verified-file.ts';
import { shredLine } from '../envelope/shredded-line.ts';

export interface Rewrite {
  dir: string;
  session: string;
  /** Which events lose their content, with the digest that replaces it. */
  stubs: Map<number, string>;
  /** Id of the `memory.forgotten` event. */
  by: string;
}

/** Call under the log's lock. Throws `unavailable` with nothing changed, or has replaced the log. */
export function rewriteLog(log: OpenLog, { dir, session, stubs, by }: Rewrite): void {
  const path = logPath(dir, session);
  const temporary = `${dir}/${session}.shredding`;
  const moved = new Moves();
  try {
    const fd = createPrivate(temporary);
    try {
      copyShredded(log, fd, stubs, by, moved);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    dropIndex(path);
    dropVerified(path);
    renameSync(temporary, path);
  } catch (error) {
    removeFile(temporary);
    throw unavailable(
      `The log ${path} could not be rewritten. Nothing was changed.`,
      'Free some disk space and try again.',
      { cause: error },
    );
  }
  // The log is complete from here on; the rest only saves work for later. If the disk fails now, or the system cannot
  // sync directories, the shredding still counts as done.
  quietly(() => syncDirectory(dir));
  quietly(() => moveHead(`${dir}/${session}.head`, moved));
  quietly(() => remapDeliveries(dir, session, (offset) => moved.of(offset)));
}

function moveHead(path: string, moved: Moves): void {
  const head = readHead(path);
  if (head !== null) writeHead(path, { ...head, size: Math.max(0, moved.of(head.size)) });
}

/** Copies the log. Gaps that a `log.recovered` event names are left out, and so are blank lines. */
function copyShredded(
  log: OpenLog,
  fd: number,
  stubs: Map<number, string>,
  by: string,
  moved: Moves,
): void {
  let kept: { start: number; end: number } | null = null;
  /** Up to where the old file has been processed, and from where on it will be copied. */
  let done = 0;
  let pending = 0;
  const flush = (to: number): void => {
    for (const piece of readRange(log, pending, to)) writeAll(fd, piece, null);
    pending = to;
  };
  for (const line of linePositions(log, START, { onSkip: (region) => (kept = region) })) {
    if (line.start > done && kept === null) {
      flush(done);
      moved.drop(done, line.start);
      pending = line.start;
    }
    kept = null;
    done = line.end;
    const digest = stubs.get(line.seq);
    if (digest === undefined) continue;
    flush(line.start);
    const batch = lineAt(log, line.start, line.seq)?.batch ?? null;
    const stub = shredLine(textOf(log, line), { by, digest }, batch);
    const bytes = Buffer.from(`${stub}\n`);
    writeAll(fd, bytes, null);
    moved.resize(line.end, bytes.length - (line.end - line.start));
    pending = line.end;
  }
  flush(log.sizeBytes);
}

/** The positions of the old file's bytes in the new one. */
class Moves {
  private readonly steps: { from: number; by: number }[] = [];
  private total = 0;

  /** Everything from `from` on moves by this offset. */
  resize(from: number, by: number): void {
    this.total += by;
    this.steps.push({ from, by: this.total });
  }

  drop(from: number, to: number): void {
    this.steps.push({ from, by: Number.NaN });
    this.resize(to, from - to);
  }

  /** -1 for removed bytes. */
  of(offset: number): number {
    let low = 0;
    let high = this.steps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.steps[middle]!.from <= offset) low = middle + 1;
      else high = middle;
    }
    const by = this.steps[low - 1]?.by ?? 0;
    return Number.isNaN(by) ? -1 : offset + by;
  }
}

/** A line without its newline. */
export function textOf(log: OpenLog, { start, end }: Pick<CommittedLine, 'start' | 'end'>): string {
  const pieces = [...readRange(log, start, end - 1)].map((piece) => Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}

/** Only one process at a time gets here, so an older file of this name was left by one that died. */
function createPrivate(path: string): number {
  removeFile(path);
  return openSync(path, 'wx', 0o600);
}

function syncDirectory(dir: string): void {
  const fd = openSync(dir, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
