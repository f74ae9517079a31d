/**
 * Messages for the person that have to wait for an event. Every running session of a project is informed once that its
 * hooks were reviewed, so that a review by someone else is noticed; and what one event cannot carry, the next one does.
 */
import { attempt, replaceFile } from '@hookloom/core';
import fs from 'node:fs';
import { contentDigest } from '@hookloom/core/hook';
import type { GuardReport } from '../report.ts';

interface Announcement {
  /** In epoch milliseconds. */
  at: number;
  text: string;
}

/** During this time every event loads the engine, so that a session need not wait for an event with hooks. */
const FRESH_MS = 30 * 60 * 1000;

function announcementFile(stateDir: string, projectDir: string): string {
  return `${stateDir}/announced/${contentDigest(projectDir)}.json`;
}

/** @example reviewText(0, 'terminal pts/3', 2) // → 'Hooks were reviewed at 10:31 from terminal pts/3: 2 now run.' */
export function reviewText(at: number, from: string, running: number | null): string {
  const time = new Date(at).toTimeString().slice(0, 5);
  return running === null
    ? `The review of this project's hooks was taken back at ${time} from ${from}: none of them runs.`
    : `Hooks were reviewed at ${time} from ${from}: ${running} now run${running === 1 ? 's' : ''}.`;
}

export function announce(stateDir: string, projectDir: string, announcement: Announcement): void {
  replaceFile(announcementFile(stateDir, projectDir), JSON.stringify(announcement));
}

export function readAnnouncement(stateDir: string, projectDir: string): Announcement | null {
  return attempt(() => {
    const text = fs.readFileSync(announcementFile(stateDir, projectDir), 'utf8');
    const found = JSON.parse(text) as Announcement;
    return typeof found.at === 'number' && typeof found.text === 'string' ? found : null;
  });
}

export function isAnnouncing(stateDir: string, projectDir: string, now: number): boolean {
  const announcement = readAnnouncement(stateDir, projectDir);
  return announcement !== null && Math.abs(now - announcement.at) < FRESH_MS;
}

/**
 * The text for this session; null if it was shown, or if the session began after the review.
 *
 * @param state The session's state folder
 */
export function takeAnnouncement(
  announcement: Announcement | null,
  state: string,
  isStart: boolean,
): string | null {
  if (announcement === null) return null;
  try {
    // If several processes try, only one can create the file.
    fs.closeSync(fs.openSync(`${state}/told-${announcement.at}`, 'wx', 0o600));
  } catch {
    return null;
  }
  return isStart ? null : announcement.text;
}

/** @param state The session's state folder */
export function keepMessages(state: string, messages: readonly string[]): void {
  try {
    const lines = messages.map((one) => `${JSON.stringify(one)}\n`).join('');
    fs.appendFileSync(`${state}/untold`, lines, { mode: 0o600 });
  } catch {
    // The message is in the log.
  }
}

export function takeMessages(state: string): string[] {
  const file = `${state}/untold`;
  const own = `${file}.${process.pid}`;
  try {
    // If several processes try, only one can rename the file.
    fs.renameSync(file, own);
  } catch {
    return [];
  }
  try {
    const lines = fs.readFileSync(own, 'utf8').trim().split('\n');
    return [...new Set(lines.map((line) => String(JSON.parse(line))))];
  } catch {
    return [];
  } finally {
    fs.rmSync(own, { force: true });
  }
}

/** What the protection of guards found at one event, for the user, the client and the log. */

export interface Finding extends Omit<GuardReport, 'kind' | 'hook_event'> {
  kind: 'missed' | 'edited' | 'protected';
  /** One or two sentences for the user. */
  message: string;
}
