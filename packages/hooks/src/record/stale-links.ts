/** Removes the links of sessions that never sent their end. */
import { readdirSync, rmSync, statSync } from 'node:fs';

const STALE_MS = 7 * 24 * 60 * 60 * 1000;

/** Removes the links of these sessions. */
export function removeStaleLinks(dir: string, nowMs: number): void {
  const folder = `${dir}/runtime/links`;
  for (const name of readdirSync(folder).slice(0, 64)) {
    const path = `${folder}/${name}`;
    if (nowMs - statSync(path).mtimeMs > STALE_MS) rmSync(path, { force: true });
  }
}
