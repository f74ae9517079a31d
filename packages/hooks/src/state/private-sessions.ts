/**
 * Which sessions of clients are at a prompt that was private from end to end: by the client's own session id and outside of
 * every workspace, for what is done for the prompt may be reported with another folder, by another way or much later.
 */
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';

/** Longer than a session is gone back to. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** A prompt was said: private ones leave their mark, the next one that is not takes it away. */
export function notePrivacy(mark: string, said: readonly string[], atMs: number): void {
  const isPrivate = said.includes('private');
  if (!isPrivate && !said.includes('public')) return;
  const since = statSync(mark, { throwIfNoEntry: false })?.mtimeMs;
  if (!isPrivate) {
    if (since !== undefined && since <= atMs) rmSync(mark, { force: true });
    return;
  }
  if (since !== undefined && since >= atMs) return;
  const folder = mark.slice(0, mark.lastIndexOf('/'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(mark, '', { mode: 0o600 });
  utimesSync(mark, atMs / 1000, atMs / 1000);
  for (const name of readdirSync(folder).slice(0, 64)) {
    const other = `${folder}/${name}`;
    const stats = statSync(other, { throwIfNoEntry: false });
    if (stats !== undefined && atMs - stats.mtimeMs > KEPT_MS) rmSync(other, { force: true });
  }
}
