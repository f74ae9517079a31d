/**
 * One-time codes that log a browser in to the viewer: `hookloom viewer --open` requests one, the page sends it back.
 */
import { createHash, randomBytes } from 'node:crypto';

const LIFE_MS = 60_000;
const MOST = 16;

export interface LoginCodes {
  make(): string;
  /** True once, within a minute. */
  take(code: string): boolean;
}

export function createLoginCodes(now: () => number): LoginCodes {
  /** Maps the digest of each code to its expiry, oldest first. */
  const open = new Map<string, number>();
  return {
    make() {
      const code = randomBytes(24).toString('base64url');
      open.set(digest(code), now() + LIFE_MS);
      while (open.size > MOST) open.delete(open.keys().next().value!);
      return code;
    },
    take(code) {
      const key = digest(code);
      const until = open.get(key);
      open.delete(key);
      return until !== undefined && now() < until;
    },
  };
}

function digest(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
