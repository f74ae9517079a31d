import { resolveWorkspace } from '@hookloom/core/settings';
import { expect, test } from 'vitest';
import { MCP_CLIENTS, type McpClient } from './clients.ts';
import { ideConfig, type IdeConfigRequest } from './ide-config.ts';

const root = '/home/dev/shop';
const request = (client: McpClient, over: Partial<IdeConfigRequest> = {}): IdeConfigRequest => ({
  client,
  workspace: resolveWorkspace({ cwd: root, env: {} }),
  place: {
    root,
    home: '/home/dev',
    env: { MCP_REMOTE_AUTH_TOKEN: 'tok-123456' },
    platform: 'linux',
  },
  files: { node: '/usr/bin/node', bin: '/opt/bin.cjs', hook: '', recording: '' },
  transport: 'stdio',
  host: '127.0.0.1',
  port: 8080,
  ...over,
});

test.each(MCP_CLIENTS)(
  '%s gets an address with the session, and at most the name of the token',
  (client) => {
    for (const [transport, url] of [
      ['sse', 'http://127.0.0.1:8080/sse'],
      ['http', 'http://127.0.0.1:8080/mcp'],
    ] as const) {
      const config = ideConfig(request(client, { transport }));
      expect(config.command).toBe(null);
      expect(Object.values(config.entry)).toContain(url);
      expect(config.fragment).toMatch(/x-zaxy-session-id"?\s*[:=] "shop-default"/);
      expect(JSON.stringify(config)).not.toContain('tok-123456');
      expect(config.notes.join(' ')).toContain(`--transport ${transport}`);
    }
  },
);

test('every client refers to the token in its own syntax', () => {
  const remote = (client: McpClient): unknown =>
    ideConfig(request(client, { transport: 'http' })).entry;
  const session = { 'x-zaxy-session-id': 'shop-default' };
  const url = 'http://127.0.0.1:8080/mcp';
  const bearer = (named: string) => ({ ...session, Authorization: `Bearer ${named}` });
  expect(remote('claude-desktop')).toEqual({ type: 'http', url, headers: session });
  expect(remote('claude-code')).toEqual({
    type: 'http',
    url,
    headers: bearer('${MCP_REMOTE_AUTH_TOKEN}'),
  });
  expect(remote('cursor')).toEqual({ url, headers: bearer('${env:MCP_REMOTE_AUTH_TOKEN}') });
  expect(remote('gemini')).toEqual({ httpUrl: url, headers: bearer('$MCP_REMOTE_AUTH_TOKEN') });
  expect(remote('codex')).toEqual({
    url,
    bearer_token_env_var: 'MCP_REMOTE_AUTH_TOKEN',
    http_headers: session,
  });
});

test('every client names the token for a port of this machine too, which may lead to another machine', () => {
  for (const client of MCP_CLIENTS.filter((each) => each !== 'claude-desktop'))
    expect(JSON.stringify(ideConfig(request(client, { transport: 'http' })))).toContain(
      'MCP_REMOTE_AUTH_TOKEN',
    );
});

test('only a workspace’s own settings contain the full path of a log elsewhere', () => {
  const workspace = resolveWorkspace({ cwd: root, env: {}, eventloomPath: '../logs' });
  const env = (client: McpClient): unknown =>
    ideConfig(request(client, { workspace })).entry['env'];
  expect(env('cursor')).toEqual({
    EVENTLOOM_PATH: '/home/dev/logs',
    ZAXY_DOMAIN: 'shop',
    EVENTLOOM_THREAD: 'shop-default',
  });
  expect([env('hermes'), env('codex')]).toEqual([undefined, undefined]);
});

test('quotes a command with spaces in the line for Codex', () => {
  const files = { node: '/opt/my node', bin: '/opt/bin.cjs', hook: '', recording: '' };
  expect(ideConfig(request('codex', { files })).command).toBe(
    "codex mcp add hookloom -- '/opt/my node' /opt/bin.cjs serve",
  );
});

test('warns about a copy that npx deletes, unless another command is named', () => {
  const bin = '/home/dev/.npm/_npx/1f/node_modules/hookloom/bin/hookloom.cjs';
  const files = { node: '/usr/bin/node', bin, hook: '', recording: '' };
  const told = (over: Partial<IdeConfigRequest>): string =>
    ideConfig(request('cursor', over)).notes.join(' ');
  expect(told({ files })).toContain('npm install --global hookloom');
  expect(told({})).not.toContain('npx');
  expect(told({ files, zaxyExecutable: '/usr/bin/zaxy' })).not.toContain('npx');
});

test.each([
  ['::1', 'http://[::1]:8080/mcp', false],
  ['mem.example', 'http://mem.example:8080/mcp', true],
])('writes the host %s as %s', (host, url, isOpen) => {
  const { entry, notes } = ideConfig(request('cursor', { transport: 'http', host }));
  expect(entry['url']).toBe(url);
  expect(notes.join(' ').includes('not encrypted')).toBe(isOpen);
});
