/** Puts a log from a backup in place, in one step and under its lock. The previous log is saved aside. */
import { closeSync, constants, openSync, renameSync, rmSync } from 'node:fs';
import { unavailable } from '@hookloom/core';
import { ensureLogDirectory } from '../append/open-log.ts';
import { ensureOwnedDirectory, readRange } from '../files/owned-file.ts';
import { notesFolder } from '../append/deliveries.ts';
import { syncDirectory, writeFile } from '../files/sync-names.ts';
import { writeHead } from '../files/head-at.ts';
import { createFileLock } from '../lock/file-lock.ts';
import { readRange as piecesOf } from '../read/byte-source.ts';
import { logPath, openLog } from '../read/open-log.ts';
import { dropIndex } from '../read/sparse-index.ts';
import { dropVerified } from '../read/verified-file.ts';
import { bindLog } from '../installation/claim-log.ts';
import { examineLog } from '../installation/examine-log.ts';
import { installationKey } from '../installation/key.ts';
import { openLogBytes } from '../installation/log-bytes.ts';

export interface InstallRequest {
  dir: string;
  session: string;
  /** The file to install; it stays where it is. */
  from: string;
  /** A folder below `dir` for the previous log. */
  aside: string;
  /** Whether it becomes a log of this installation. */
  own: boolean;
  /** Content of its seal file. */
  seal: string | null;
}

/** Throws `unavailable` if the log stays locked. */
export function installLog({ dir, session, from, aside, own, seal }: InstallRequest): void {
  ensureLogDirectory(dir);
  const path = logPath(dir, session);
  const lock = createFileLock(dir, session);
  if (!lock.acquire(LOCK_MS)) {
    lock.close();
    throw unavailable(
      `The log ${session} is being written by another process.`,
      'Try again in a moment.',
    );
  }
  try {
    const there = openLog(path);
    if (there !== null && there.sizeBytes > 0) {
      for (const folder of [`${dir}/${aside.split('/')[0]}`, `${dir}/${aside}`])
        ensureOwnedDirectory(folder);
      writeFile(`${dir}/${aside}/${session}.jsonl`, piecesOf(there, 0, there.sizeBytes));
      syncDirectory(`${dir}/${aside}`);
    }
    there?.close();
    dropIndex(path);
    dropVerified(path);
    // They describe the file that is replaced, so they are removed.
    for (const ending of ['head', 'seal']) rmSync(`${dir}/${session}.${ending}`, { force: true });
    rmSync(notesFolder(dir, session), { recursive: true, force: true });
    writeFile(`${dir}/${session}.restored`, bytesOf(from));
    renameSync(`${dir}/${session}.restored`, path);
    syncDirectory(dir);
    const log = openLogBytes(path);
    if (log !== null) {
      closeSync(log.fd);
      if (log.tail.pending === null)
        writeHead(`${dir}/${session}.head`, { seq: log.seq, hash: log.hash, size: log.tail.size });
    }
    if (seal !== null) writeFile(`${dir}/${session}.seal`, [Buffer.from(seal)]);
    const key = own ? installationKey({ make: true }) : null;
    // A person who restores an older log knows that newer events are missing.
    if (key !== null) bindLog(dir, { ...examineLog(dir, session), mark: null, findings: [] }, key);
  } finally {
    lock.close();
  }
}

const LOCK_MS = 5000;
const CHUNK_BYTES = 1024 * 1024;

function* bytesOf(file: string): Generator<Buffer> {
  const fd = openSync(file, constants.O_RDONLY);
  try {
    for (let at = 0; ; at += CHUNK_BYTES) {
      const piece = readRange(fd, at, at + CHUNK_BYTES);
      if (piece.length > 0) yield piece;
      if (piece.length < CHUNK_BYTES) return;
    }
  } finally {
    closeSync(fd);
  }
}
