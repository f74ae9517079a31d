import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { assertAdmin, loadAdminToken } from './admin-token.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function file(content: string, mode: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'hookloom-token-'));
  folders.push(folder);
  const name = path.join(folder, 'token');
  writeFileSync(name, content);
  chmodSync(name, mode);
  return name;
}

describe('the admin token', () => {
  it('comes from the environment before the file, and only from a file of one user', () => {
    const own = file('from file\n', 0o600);
    expect(loadAdminToken({})).toBeUndefined();
    expect(loadAdminToken({ MCP_ADMIN_TOKEN: 'direct', MCP_ADMIN_TOKEN_FILE: own })).toBe('direct');
    expect(loadAdminToken({ MCP_ADMIN_TOKEN_FILE: own })).toBe('from file');
  });

  it('is refused from a file that everyone can read, an empty one or a missing one', () => {
    for (const [name, reason] of [
      [file('open', 0o644), 'open to other users'],
      [file(' \n', 0o600), 'is empty or too long'],
      ['/nowhere/token', 'cannot be read (ENOENT)'],
    ] as const) {
      expect(() => loadAdminToken({ MCP_ADMIN_TOKEN_FILE: name })).toThrow(reason);
    }
  });

  it('is compared completely', () => {
    expect(() => assertAdmin('right', 'right')).not.toThrow();
    for (const wrong of ['Right', 'righ', 'rightx', '', undefined, 5, null])
      expect(() => assertAdmin('right', wrong)).toThrow('needs the admin token');
  });
});
