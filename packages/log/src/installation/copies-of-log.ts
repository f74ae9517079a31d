/** Where else on this machine a log lies: the directory was copied. */
import { closeSync } from 'node:fs';
import { copiesOf } from './copies.ts';
import { openLogBytes } from './log-bytes.ts';
import { realDirectory } from './real-directory.ts';

/** The directories that hold another file with the same first event now. */
export function copiesOfLog(dir: string, session: string): string[] {
  const log = openLogBytes(`${dir}/${session}.jsonl`);
  if (log === null) return [];
  try {
    const copies = copiesOf(log.genesis, { dir: realDirectory(dir), session });
    return copies.flatMap((other) => {
      const copy = openLogBytes(`${other.dir}/${other.session}.jsonl`);
      if (copy === null) return [];
      closeSync(copy.fd);
      return copy.genesis === log.genesis && copy.file !== log.file ? [other.dir] : [];
    });
  } finally {
    closeSync(log.fd);
  }
}

/** The hash of the first event of a log; null for none. */
export function firstEventOf(dir: string, session: string): string | null {
  const log = openLogBytes(`${dir}/${session}.jsonl`);
  if (log === null) return null;
  closeSync(log.fd);
  return log.genesis;
}
