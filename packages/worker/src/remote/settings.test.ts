import { describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readRemoteSettings } from './settings.ts';

const token = 'a-token-of-the-tests';
const readOn = (host: string) => (env: Record<string, string>) => () =>
  readRemoteSettings(env, host);
const local = readOn('127.0.0.1');
const remote = readOn('0.0.0.0');

describe('a server does not start', () => {
  it.each(['0.0.0.0', '::', '192.168.1.5', 'memory.example.com', '127.0.0.1.example.com'])(
    'on %s without authentication',
    (host) => {
      expect(readOn(host)({})).toThrow('no authentication is set up');
      expect(readOn(host)({ MCP_REMOTE_AUTH_TOKEN: token })().token).toBe(token);
    },
  );

  it.each(['production', 'Production', ' production ', 'prod', 'staging'])(
    'with ZAXY_ENV=%s and without authentication or an admin token',
    (ZAXY_ENV) => {
      expect(local({ ZAXY_ENV })).toThrow('MCP_REMOTE_AUTH_TOKEN_FILE');
      expect(local({ ZAXY_ENV, MCP_REMOTE_AUTH_TOKEN: token })).toThrow('MCP_ADMIN_TOKEN_FILE');
      expect(
        local({ ZAXY_ENV, MCP_REMOTE_AUTH_TOKEN: token, MCP_ADMIN_TOKEN: token }),
      ).not.toThrow();
    },
  );

  it.each([
    ['MCP_REMOTE_AUTH_TOKEN', 'short'],
    ['MCP_REMOTE_AUTH_TOKEN', 'long enough, but with spaces'],
    ['MCP_REMOTE_SESSION_HEADER', 'x session'],
    ['MCP_REMOTE_SESSION_HEADER', 'Authorization'],
    ['MCP_REMOTE_SESSION_HEADER', 'mcp-session-id'],
    ['HOOKLOOM_MCP_PUBLIC_URL', 'memory.example.com'],
    ['HOOKLOOM_MCP_PUBLIC_URL', 'ftp://memory.example.com'],
  ])('with %s=%s', (name, value) => {
    expect(remote({ MCP_REMOTE_AUTH_TOKEN: token, [name]: value })).toThrow(name);
  });
});

it('reads the token from a private file', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hookloom-token-'));
  try {
    const file = path.join(folder, 'token');
    const env = { MCP_REMOTE_AUTH_TOKEN_FILE: file };
    expect(local(env)).toThrow('cannot be read');
    writeFileSync(file, `${token}\n`, { mode: 0o600 });
    expect(local(env)().token).toBe(token);
    const open = path.join(folder, 'open');
    writeFileSync(open, token, { mode: 0o640 });
    if (process.platform !== 'win32')
      expect(local({ MCP_REMOTE_AUTH_TOKEN_FILE: open })).toThrow('open to other users');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('development and an empty word require nothing on this machine', () => {
  for (const ZAXY_ENV of ['', 'development', 'dev', 'test'])
    expect(local({ ZAXY_ENV })).not.toThrow();
});
