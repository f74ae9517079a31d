/** Opens a log file for reading, without following a link out of the directory or waiting on a pipe. */
import { closeSync, fstatSync, readSync } from 'node:fs';
import {
  assertSessionId,
  permissionDenied,
  unavailable,
  type HookloomError,
  openPlain,
} from '@hookloom/core';
import type { ByteSource } from './byte-source.ts';

export interface FileStamp {
  text: string;
  /** Milliseconds of the last change; a file system resolves some milliseconds, not less. */
  changedMs: number;
}

export interface OpenLog extends ByteSource {
  readonly path: string;
  readonly inode: number;
  /** Inode, size and times of the file now. If the text is the same, nothing was written meanwhile. */
  stamp(): FileStamp;
  close(): void;
}

/** `<dir>/<session>.jsonl`; throws `invalid_request` for an invalid session id. */
export function logPath(dir: string, session: string): string {
  return `${dir}/${assertSessionId(session)}.jsonl`;
}

/** The file beside a log that another ending names, such as `.index`; null for a file that is not `*.jsonl`. */
export function sidecarPath(path: string, ending: string): string | null {
  return path.endsWith('.jsonl') ? path.slice(0, -'.jsonl'.length) + ending : null;
}

/** Opens a plain file; a link, pipe or directory throws `permission_denied`. Null: there is no such file. */
export function openLog(path: string): OpenLog | null {
  const fd = openRegular(path);
  if (fd === null) return null;
  const { size, ino } = fstatSync(fd);
  return {
    path,
    sizeBytes: size,
    inode: ino,
    read: (into, at, length, position) => readSync(fd, into, at, length, position),
    stamp() {
      const { ino: inode, size: bytes, mtimeNs, ctimeNs } = fstatSync(fd, { bigint: true });
      const newest = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
      return {
        text: `${inode} ${bytes} ${mtimeNs} ${ctimeNs}`,
        changedMs: Number(newest / 1_000_000n),
      };
    },
    close: () => closeSync(fd),
  };
}

function openRegular(path: string): number | null {
  let fd: number;
  try {
    fd = openPlain(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'ELOOP' || code === 'EMLINK') throw notPlain(path, error);
    if (code === 'EACCES' || code === 'EPERM')
      throw permissionDenied(
        `The log ${path} cannot be read.`,
        'Check the owner of the .eventloom directory.',
        { cause: error },
      );
    throw unavailable(
      `The log ${path} could not be opened (${code ?? 'unknown error'}).`,
      'Check the disk and try again.',
      { cause: error },
    );
  }
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw notPlain(path);
}

function notPlain(path: string, cause?: unknown): HookloomError {
  return permissionDenied(
    `The log ${path} is not a regular file.`,
    'Replace the link with the file itself. Links out of the directory are never followed.',
    { cause },
  );
}
