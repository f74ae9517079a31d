/**
 * Which client sessions have an entirely private prompt: by the client's own session id and outside every workspace,
 * because work on the prompt may be reported with another folder, by another route or much later.
 */
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';

/** Longer than anyone resumes a session. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** A prompt was sent: a private one leaves its mark, the next public one removes it. */
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
