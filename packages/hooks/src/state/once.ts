/** `once`: a handler runs at most once per session, whichever of many parallel processes comes first. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Claims the run with an exclusive create before the handler starts: it never runs twice, and after a crash in between
 * it does not run in this session. If nothing can be claimed (a full disk) it counts as claimed.
 */
export function claimOnce(sessionDir: string, identity: string): 'claimed' | 'taken' {
  const file = claimFile(sessionDir, identity);
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    fs.closeSync(fs.openSync(file, 'wx', 0o600));
    return 'claimed';
  } catch {
    return 'taken';
  }
}

export function hasRunOnce(sessionDir: string, identity: string): boolean {
  return fs.existsSync(claimFile(sessionDir, identity));
}

/** A handler that could not be started did not run. */
export function releaseOnce(sessionDir: string, identity: string): void {
  fs.rmSync(claimFile(sessionDir, identity), { force: true });
}

function claimFile(sessionDir: string, identity: string): string {
  const name = createHash('sha256').update(identity).digest('hex').slice(0, 32);
  return path.join(sessionDir, 'once', name);
}
