/**
 * Drains the shell transport's files in `inbox/raw/`: one file for each delivery, named
 * `<client>.<session>.<unique>.json`, with the client's unchanged payload. Exactly once: a file is removed after its
 * events are in the log, and draining it again finds the same deliveries.
 */
import { constants, existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { excerpt } from '@hookloom/core/hook';
import { attempt, isSessionId } from '@hookloom/core';
import { ensureOwnedDirectory, readRange, withOwned, writeAll } from '@hookloom/log/append';
import { isClient } from '../clients/index.ts';
import { readerOf } from './reader-of.ts';
import { recordDelivery } from './record-delivery.ts';

const MAX_FILE_BYTES = 8 * 1024 * 1024;
const BAD_CHARS = 65_536;
const NAME = /^([a-z0-9-]{1,64})\.(.{1,128})\.([A-Za-z0-9_-]{1,200})\.json$/;

export interface DrainRawOptions {
  /** Absolute path of the workspace. */
  root: string;
  /** The maximum number of files to drain. Default: all. */
  limit?: number;
}

export interface DrainRawReport {
  taken: number;
  /** Files without a payload: their readable part is in `inbox/bad`, masked. */
  bad: number;
  /** Number of files that stay for the next run. */
  left: number;
}

/**
 * @param dir Absolute path of the `.eventloom` directory.
 * @param deadline Epoch milliseconds after which no further file is begun.
 * @example drainRaw('/home/dev/shop/.eventloom', Date.now() + 1000, { root: '/home/dev/shop' })
 * // → { taken: 12, bad: 0, left: 0 }
 */
export function drainRaw(dir: string, deadline: number, options: DrainRawOptions): DrainRawReport {
  const folder = `${dir}/inbox/raw`;
  const report: DrainRawReport = { taken: 0, bad: 0, left: 0 };
  const files = waiting(folder);
  for (const file of files) {
    const done = report.taken + report.bad;
    if (done >= (options.limit ?? Number.POSITIVE_INFINITY) || Date.now() >= deadline) break;
    const outcome = drainFile(dir, file, options.root, deadline);
    if (outcome === 'stays') break;
    report[outcome]++;
  }
  report.left = files.length - report.taken - report.bad;
  return report;
}

interface RawFile {
  path: string;
  client: string;
  session: string;
  atMs: number;
  /** When it was written, in nanoseconds: a call comes before its result. */
  order: bigint;
}

/** Number of files listed at once; further files wait for the next run. */
const MAX_FILES = 512;

/** In the order in which they were delivered; files of equal time by name. */
function waiting(folder: string): RawFile[] {
  const files: RawFile[] = [];
  for (const name of namesIn(folder).sort().slice(0, MAX_FILES)) {
    const path = `${folder}/${name}`;
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined || !stats.isFile()) continue;
    const [, client = '', session = ''] = NAME.exec(name) ?? [];
    files.push({ path, client, session, atMs: Number(stats.mtimeMs), order: stats.mtimeNs });
  }
  return files.sort((one, other) =>
    one.order < other.order ? -1 : one.order > other.order ? 1 : 0,
  );
}

function namesIn(folder: string): string[] {
  // Usually there is none, and a thrown error costs more than the check.
  if (!existsSync(folder)) return [];
  return attempt(() => readdirSync(folder).filter((name) => name.endsWith('.json')), []);
}

function drainFile(dir: string, file: RawFile, root: string, deadline: number) {
  const { path, client, session, atMs } = file;
  const read = readRaw(path);
  if (read === null) return 'stays';
  if (!isClient(client) || !isSessionId(session)) {
    putAside(dir, path, read.bytes);
    return 'bad';
  }
  const incomplete = read.size > MAX_FILE_BYTES ? ({ incomplete: 'oversized' } as const) : {};
  const target = { dir, session, root, client };
  const { outcome, payload } = recordDelivery(
    target,
    { ...read, atMs, ...incomplete },
    readerOf,
    () => deadline,
  );
  if (outcome === 'lost') return 'stays';
  if (payload === null) putAside(dir, path, read.bytes);
  else rmSync(path, { force: true });
  return payload === null ? 'bad' : 'taken';
}

/** Null if another process has just taken it, or it may not be read. */
function readRaw(path: string): { bytes: Buffer; size: number } | null {
  return attempt(() =>
    withOwned(path, constants.O_RDONLY, ({ fd, stats }) => ({
      bytes: readRange(fd, 0, Math.min(stats.size, MAX_FILE_BYTES)),
      size: stats.size,
    })),
  );
}

/** Moves it to `inbox/bad`, masked and bounded, because an unreadable file must not keep a secret forever. */
function putAside(dir: string, path: string, bytes: Buffer): void {
  const folder = `${dir}/inbox/bad`;
  ensureOwnedDirectory(folder);
  const beginning = bytes.length > BAD_CHARS;
  const { text } = excerpt(bytes.subarray(0, 2 * BAD_CHARS).toString('utf8'), BAD_CHARS, {
    beginning,
  });
  withOwned(
    folder + path.slice(path.lastIndexOf('/')),
    constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC,
    ({ fd }) => {
      writeAll(fd, Buffer.from(text), null);
    },
  );
  rmSync(path, { force: true });
}
