import { type HeadRecord } from '../files/high-water.ts';
import { readHead } from '../files/head-at.ts';
import { sidecarPath } from './open-log.ts';

/** The head file of a log, or null. Read it before the log: writers append first and then move the head. */
export function headFileOf(logPath: string): HeadRecord | null {
  const path = sidecarPath(logPath, '.head');
  return path === null ? null : readHead(path);
}
