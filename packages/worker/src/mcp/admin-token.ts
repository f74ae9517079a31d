import { HookloomError } from '@hookloom/core/errors';
import { sha256Hex } from '@hookloom/core/sha256';
import { readFileSync, statSync } from 'node:fs';
import { timingSafeEqual } from 'node:crypto';

/** `MCP_ADMIN_TOKEN`, else the content of `MCP_ADMIN_TOKEN_FILE` (zaxy.md §9); undefined when none is configured. */
export function loadAdminToken(env: Record<string, string | undefined>): string | undefined {
  const token = env['MCP_ADMIN_TOKEN']?.trim();
  if (token !== undefined && token !== '') return token;
  const file = env['MCP_ADMIN_TOKEN_FILE'];
  return file === undefined || file === '' ? undefined : readTokenFile(file);
}

const MAX_TOKEN_BYTES = 4096;
const READABLE_BY_OTHERS = 0o007;

function readTokenFile(file: string): string {
  let token: string;
  let mode: number;
  try {
    const stats = statSync(file);
    mode = stats.mode;
    token = stats.size <= MAX_TOKEN_BYTES ? readFileSync(file, 'utf8').trim() : '';
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'an error';
    throw refuse(`cannot be read (${code})`);
  }
  if (process.platform !== 'win32' && (mode & READABLE_BY_OTHERS) !== 0)
    throw refuse('is open to every user of this machine');
  if (token === '') throw refuse('holds no token');
  return token;
}

function refuse(what: string): HookloomError {
  return new HookloomError(
    'permission_denied',
    `The file of MCP_ADMIN_TOKEN_FILE ${what}.`,
    'Write the token into a file of your own with mode 0600, or unset the variable.',
  );
}

/** Throws `permission_denied` unless the tokens are equal; takes the same time wherever they differ. */
export function assertAdmin(configured: string, given: unknown): void {
  const digest = (text: string) => Buffer.from(sha256Hex(text), 'hex');
  const isEqual = timingSafeEqual(
    digest(configured),
    digest(typeof given === 'string' ? given : ''),
  );
  if (isEqual && typeof given === 'string') return;
  throw new HookloomError(
    'permission_denied',
    'This tool needs the admin token of this server.',
    'Send it as admin_token.',
  );
}
