/** One line of JSON for each request over HTTP: the caller, the request and the outcome, but no arguments. */
import { permissionDenied, type HookloomError, openPlain } from '@hookloom/core';
import fs from 'node:fs';
import path from 'node:path';

export interface AuditEntry {
  session_id: string | null;
  subject: string | null;
  route: string;
  method: string;
  tool: string | null;
  outcome: 'allowed' | 'denied' | 'failed';
  reason: string | null;
  client_host: string;
}

export type Audit = ReturnType<typeof openAudit>;

const MAX_WORD = 200;
/** A larger file is renamed to `.1`, replacing an older one. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * @throws HookloomError `permission_denied` for a file that is a link, cannot be written or is accessible to others: a
 *   server that must keep an audit log does not start without one
 */
export function openAudit(file: string, nowIso: () => string, maxBytes = MAX_BYTES) {
  let opened = open(file);
  let isClosed = false;
  let size = fs.fstatSync(opened).size;
  return {
    write(entry: AuditEntry) {
      if (isClosed) return;
      const line = `${JSON.stringify({ timestamp: nowIso(), ...wordsOf(entry) })}\n`;
      if (size > 0 && size + line.length > maxBytes) {
        fs.closeSync(opened);
        fs.renameSync(file, `${file}.1`);
        opened = open(file);
        size = 0;
      }
      fs.writeSync(opened, line);
      size += line.length;
    },
    close() {
      if (!isClosed) fs.closeSync(opened);
      isClosed = true;
    },
  };
}

function open(file: string): number {
  const { O_WRONLY, O_APPEND, O_CREAT } = fs.constants;
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const opened = openPlain(file, O_WRONLY | O_APPEND | O_CREAT);
    const stats = fs.fstatSync(opened);
    const isOpen = process.platform !== 'win32' && (stats.mode & 0o077) !== 0;
    if (stats.isFile() && !isOpen) return opened;
    fs.closeSync(opened);
  } catch (error) {
    throw refuse(`cannot be written (${(error as NodeJS.ErrnoException).code ?? 'an error'})`);
  }
  throw refuse('is open to other users, or is not a file');
}

function refuse(what: string): HookloomError {
  return permissionDenied(
    `The audit file ${what}.`,
    'Set MCP_AUDIT_PATH to a file of your own with mode 0600.',
  );
}

/** Visible ASCII of limited length, so that neither line breaks nor terminal commands get into the file. */
function wordsOf(entry: AuditEntry): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]: [string, string | null]) => [
      name,
      value === null ? null : value.slice(0, MAX_WORD).replaceAll(/[^ -~]/g, '?'),
    ]),
  );
}
