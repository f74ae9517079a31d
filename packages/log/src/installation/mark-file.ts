/**
 * The high-water mark of a log: how far this installation has seen it grow. It is stored in the private state folder,
 * so that a log that was cut, rolled back, replaced or deleted inside the workspace is noticed. On the hook path.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { stateDirPath } from '@hookloom/core/settings';
import { contentDigest } from '@hookloom/core/hook';
import { attempt } from '@hookloom/core';
import type { Finding } from './finding.ts';

/** The Merkle root of the chain hashes of the first `seq` events, 64 hex: what exports and archives name too. */
export interface VerifiedRoot {
  seq: number;
  root: string;
}

export interface Mark {
  v: 1;
  /** Real path of the `.eventloom` directory. */
  dir: string;
  session: string;
  /** Hash of the first event; null until the second append to a new log. */
  genesis: string | null;
  seq: number;
  hash: string;
  /** Offset directly after the line of that event. */
  size: number;
  /** What the last complete verification found. */
  merkle?: VerifiedRoot;
  /** What was noticed and not acknowledged yet. */
  findings: Finding[];
  /** Directories of copies of this log that may continue separately. */
  acknowledgedCopies?: string[];
}

/** `<state>/logs/<digest of the directory>/<session>.json`. @param dir Real path. */
export function markPathOf(dir: string, session: string): string {
  return `${stateDirPath(process.env)}/logs/${contentDigest(dir)}/${session}.json`;
}

/** Null: there is none, or a power loss left half of it. */
export function readMark(path: string): Mark | null {
  return attempt(() => JSON.parse(readFileSync(path, 'utf8')) as Mark, null);
}

/**
 * One write to an existing file. A mark that lags behind its log is never reported. Padded, so that it covers a longer
 * earlier text.
 */
export function writeMark(path: string, mark: Mark): void {
  writeFileSync(path, JSON.stringify(mark).padEnd(1024), { flag: 'r+' });
}
