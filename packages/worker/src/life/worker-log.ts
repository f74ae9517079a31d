/** The worker's own log: a private file that rotates by size, without secrets and payloads. */
import { openPlain } from '@hookloom/core';
import fs from 'node:fs';
import path from 'node:path';
import { redactText } from '@hookloom/core/redact';

export type LogLevel = 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';

export type WorkerLog = ReturnType<typeof openWorkerLog>;

export interface WorkerLogOptions {
  stateDir: string;
  now(): number;
  /** Values that are never written. */
  secrets?: readonly string[];
  /** The lowest level to write; `SILENT` for nothing. Read for each line. Default: INFO. */
  level?: () => string;
  /** Default: 1 MiB. */
  maxBytes?: number;
}

const LEVELS = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT'];
/** How many rotated files are kept. */
const KEPT = 2;
const MAX_MESSAGE = 2000;

export function logFile(stateDir: string): string {
  return path.join(stateDir, 'logs', 'worker.log');
}

export function openWorkerLog(options: WorkerLogOptions) {
  const { now, secrets = [], maxBytes = 1024 * 1024 } = options;
  const file = logFile(options.stateDir);

  function clean(message: string): string {
    const known = secrets
      .filter((secret) => secret !== '')
      .reduce((text, secret) => text.replaceAll(secret, '[REDACTED]'), message);
    return redactText(known)
      .text.replace(/\p{C}+/gu, ' ')
      .slice(0, MAX_MESSAGE);
  }

  return {
    file,
    write(level: LogLevel, message: string) {
      if (LEVELS.indexOf(level) < LEVELS.indexOf(options.level?.() ?? 'INFO')) return;
      try {
        fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
        turnOver(file, maxBytes);
        const line = `[${new Date(now()).toISOString()}] [${level.padEnd(5)}] ${clean(message)}\n`;
        const { O_WRONLY, O_APPEND, O_CREAT } = fs.constants;
        const fd = openPlain(file, O_WRONLY | O_APPEND | O_CREAT);
        try {
          fs.writeSync(fd, line);
        } finally {
          fs.closeSync(fd);
        }
      } catch {
        // A full disk must not stop a request.
      }
    },
    /** The last lines, oldest first. */
    tail: (lines: number): string[] => tailOf(file, lines),
    clear() {
      for (const name of [file, ...older(file)]) fs.rmSync(name, { force: true });
    },
  };
}

/** The last lines of the file and of the rotated files, oldest first. */
export function tailOf(file: string, lines: number): string[] {
  let found: string[] = [];
  for (const name of [file, ...older(file)]) {
    if (found.length >= lines || !fs.existsSync(name)) continue;
    const text = fs.readFileSync(name, 'utf8').split('\n');
    found = [...text.filter((line) => line !== ''), ...found];
  }
  return lines === 0 ? [] : found.slice(-lines);
}

function turnOver(file: string, maxBytes: number): void {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < maxBytes) return;
  const names = [file, ...older(file)];
  for (let at = KEPT; at > 0; at--)
    if (fs.existsSync(names[at - 1]!)) fs.renameSync(names[at - 1]!, names[at]!);
}

/** Newest first. */
function older(file: string): string[] {
  return Array.from({ length: KEPT }, (_, at) => `${file}.${at + 1}`);
}
