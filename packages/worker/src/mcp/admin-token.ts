import { permissionDenied, sha256Hex } from '@hookloom/core';
import { timingSafeEqual } from 'node:crypto';
import { readSecretFile } from '../secret-file.ts';

/** `MCP_ADMIN_TOKEN`, or else the content of `MCP_ADMIN_TOKEN_FILE`; undefined if neither is configured. */
export function loadAdminToken(env: Record<string, string | undefined>): string | undefined {
  const token = env['MCP_ADMIN_TOKEN']?.trim();
  if (token !== undefined && token !== '') return token;
  const file = env['MCP_ADMIN_TOKEN_FILE'];
  return file === undefined || file === ''
    ? undefined
    : readSecretFile('MCP_ADMIN_TOKEN_FILE', file);
}

/** Throws `permission_denied` unless the tokens are equal. Takes the same time wherever they differ. */
export function assertAdmin(configured: string, given: unknown): void {
  const digest = (text: string) => Buffer.from(sha256Hex(text), 'hex');
  const isEqual = timingSafeEqual(
    digest(configured),
    digest(typeof given === 'string' ? given : ''),
  );
  if (isEqual && typeof given === 'string') return;
  throw permissionDenied(
    'This tool needs the admin token of this server.',
    'Send it as admin_token.',
  );
}
