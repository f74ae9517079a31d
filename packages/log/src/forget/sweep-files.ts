/** Removes forgotten texts from files next to the logs: waiting appends, files that were set aside, session state. */
import {
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { attempt, parseJsonObject } from '@hookloom/core';
import type { Gate } from '../gate/gate.ts';

const MAX_FILE_BYTES = 64 * 1024 * 1024;

export interface SweepReport {
  /** Files whose text was masked. */
  cleaned: string[];
  /** Files that may still contain it: they could not be read or written, or are too large. */
  left: string[];
}

/** Walks a folder. `skip` names paths that are handled elsewhere. Links are not followed. */
export function sweepFiles(
  folder: string,
  gate: Gate,
  skip: (path: string) => boolean = () => false,
): SweepReport {
  const report: SweepReport = { cleaned: [], left: [] };
  for (const path of filesIn(folder)) {
    if (skip(path)) continue;
    try {
      if (clean(path, gate)) report.cleaned.push(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') report.left.push(path);
    }
  }
  return report;
}

function* filesIn(folder: string): Generator<string> {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true }));
  if (entries === null) return;
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

/**
 * Under another name first, so that a reader finds the old text or the new one. The modification time stays: it orders
 * waiting appends.
 */
function clean(path: string, gate: Gate): boolean {
  const { size, atime, mtime, mode } = lstatSync(path);
  if (size > MAX_FILE_BYTES) throw new RangeError('too large');
  const text = readFileSync(path, 'utf8');
  // A log that was set aside: one event per line.
  const masked = path.endsWith('.jsonl')
    ? text
        .split('\n')
        .map((line) => maskedFile(line, gate))
        .join('\n')
    : maskedFile(text, gate);
  if (masked === text) return false;
  const temporary = `${path}.swept`;
  try {
    writeFileSync(temporary, masked, { mode: mode & 0o777, flag: 'wx' });
    utimesSync(temporary, atime, mtime);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
  return true;
}

function maskedFile(text: string, gate: Gate): string {
  const object = text.startsWith('{') ? parseJsonObject(text) : null;
  if (object === null) return gate.maskText(text);
  const { payload, paths } = gate.mask({ type: '', actorId: '', payload: object });
  return paths.length === 0 ? text : JSON.stringify(payload);
}
