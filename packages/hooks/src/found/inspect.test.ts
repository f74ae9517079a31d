import { describe, expect, it } from 'vitest';
import { CODEX_INSTALL_EVENTS, codexSettings } from '../clients/codex/install.ts';
import { ownCall } from '@hookloom/core';
import { codexHookHash } from './codex-trust.ts';
import { inspectProgram } from './inspect.ts';
import { ownHandlers } from './own-handlers.ts';
import type { Place } from './places.ts';

const place: Place = { root: '/p', home: '/h', env: {}, platform: 'linux' };

const NODE_COMMAND =
  "NODE_EXTRA_CA_CERTS= /usr/bin/node '/opt/my app/dist/hook.cjs' hook claude-code --eventloom-path /p/.eventloom --session-id p-default";

const reader =
  (files: Record<string, string>) =>
  (file: string): string | null =>
    files[file] ?? null;

const settings = (hooks: unknown): string => JSON.stringify({ hooks });

describe('a command line', () => {
  it.each([
    'zaxy hook-event stop --eventloom-path .eventloom',
    '/home/a/.local/bin/zaxy hook-event precompact',
    'cd /p && zaxy hook-event stop || true',
    NODE_COMMAND,
    '"C:\\Program Files\\nodejs\\node.exe" "C:\\hookloom\\dist\\hook.cjs" "hook" "codex"',
    'exec hookloom hook gemini',
  ])('calls our command: %s', (line) => {
    expect(ownCall(line)).not.toBeNull();
  });

  it.each([
    'echo zaxy hook-event stop',
    "printf '%s' 'zaxy hook-event stop'",
    '# zaxy hook-event stop',
    'true # zaxy hook-event stop',
    '/opt/others/hook.cjs.sh hook codex',
    'my-zaxy hook-event stop',
    'zaxy status',
    'grep "hookloom hook codex" notes.txt',
  ])('only mentions us: %s', (line) => {
    expect(ownCall(line)).toBeNull();
  });

  it('of eight thousand backslashes after an open quote is parsed quickly', () => {
    expect(ownCall(`"${'\\\\'.repeat(4_000)}`)).toBeNull();
  });

  it('names the files it needs', () => {
    expect(ownCall(NODE_COMMAND)?.files).toEqual(['/usr/bin/node', '/opt/my app/dist/hook.cjs']);
  });
});

describe('Claude Code settings', () => {
  it('yield one command with all its events, its log and when it injects', () => {
    const file = '/p/.claude/settings.local.json';
    const text = settings({
      SessionStart: [{ hooks: [{ type: 'command', command: `${NODE_COMMAND} --inject=session` }] }],
      Stop: [{ hooks: [{ type: 'command', command: NODE_COMMAND, timeout: 600 }] }],
    });
    expect(inspectProgram('claude-code', place, reader({ [file]: text })).hooks).toEqual([
      {
        file,
        events: ['SessionStart', 'Stop'],
        command: NODE_COMMAND,
        transport: 'node',
        injection: 'session',
        eventloom_path: '/p/.eventloom',
        session_id: 'p-default',
        needs: ['/usr/bin/node', '/opt/my app/dist/hook.cjs'],
        ours: true,
      },
    ]);
  });

  it('with our command in a comment, a description or a matcher are not an installation', () => {
    const text = `{
      // "command": "zaxy hook-event stop"
      "statusLine": { "command": "zaxy hook-event stop" },
      "hooks": { "Stop": [{ "matcher": "zaxy hook-event stop",
        "hooks": [{ "type": "prompt", "command": "zaxy hook-event stop" },
                  { "type": "command", "command": "echo hi", "statusMessage": "zaxy hook-event stop" }] }] },
    }`;
    const found = inspectProgram(
      'claude-code',
      place,
      reader({ '/p/.claude/settings.json': text }),
    );
    expect(found.hooks).toEqual([]);
    expect(found.malformed).toEqual([]);
  });

  it('report the line if they cannot be read', () => {
    const found = inspectProgram(
      'claude-code',
      place,
      reader({ '/h/.claude/settings.json': '{\n  "hooks": {\n    "Stop": [}\n' }),
    );
    expect(found.malformed).toEqual([
      { file: '/h/.claude/settings.json', reason: 'it is not JSON: ValueExpected in line 3' },
    ]);
  });

  it('show the HTTP transport, the switch that turns hooks off, and our plugin', () => {
    const text = JSON.stringify({
      disableAllHooks: true,
      enabledPlugins: { 'hookloom@local': true, 'other@x': true },
      hooks: {
        Stop: [{ hooks: [{ type: 'http', url: 'http://127.0.0.1:37777/hooks/claude-code' }] }],
      },
    });
    const file = '/p/.claude/settings.local.json';
    const found = inspectProgram('claude-code', place, reader({ [file]: text }));
    expect(found.hooks.map(({ transport }) => transport)).toEqual(['http']);
    expect(found.off).toEqual([{ file, reason: 'disableAllHooks is true' }]);
    expect(found.plugins).toEqual([file]);
  });

  it('find the server by name or by command, in the project and in the user file', () => {
    const found = inspectProgram(
      'claude-code',
      place,
      reader({
        '/p/.mcp.json': JSON.stringify({
          mcpServers: {
            zaxy: { command: '/usr/bin/node', args: ['/opt/bin/hookloom.cjs', 'serve'] },
            other: { command: 'npx', args: ['hookloom'] },
          },
        }),
        '/h/.claude.json': JSON.stringify({
          projects: { '/p': { mcpServers: { memory: { command: 'zaxy', args: ['serve'] } } } },
        }),
      }),
    );
    expect(found.servers.map(({ name, scope }) => [name, scope])).toEqual([
      ['zaxy', 'project'],
      ['memory', 'user'],
    ]);
  });
});

const handler = (more: object, flags = ''): object => ({
  type: 'command',
  command: `hookloom hook codex${flags}`,
  ...more,
});

describe('Codex', () => {
  const command = '/usr/bin/node /opt/hook.cjs hook codex';
  const hooks = Object.fromEntries(
    codexSettings({ node: command }).entries.map(([event, group]) => [event, [group]]),
  );
  const file = '/p/.codex/hooks.json';
  const trustedAs = (hashOf: (at: number) => string): string =>
    [
      '[projects."/p"]',
      'trust_level = "trusted"',
      ...ownHandlers(hooks).flatMap(({ event, group, index }, at) => [
        `[hooks.state."${file}:${event.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()}:${group}:${index}"]`,
        `trusted_hash = "${hashOf(at)}"`,
      ]),
    ].join('\n');
  const inspect = (config: string): ReturnType<typeof inspectProgram>['trust'] =>
    inspectProgram(
      'codex',
      place,
      reader({ [file]: settings(hooks), '/h/.codex/config.toml': config }),
    ).trust;

  it('runs our hooks if it has the current hash of each', () => {
    const own = ownHandlers(hooks);
    expect(inspect(trustedAs((at) => codexHookHash(own[at]!)))).toEqual({
      state: 'trusted',
      trusted: CODEX_INSTALL_EVENTS.length,
      of: CODEX_INSTALL_EVENTS.length,
      reason: null,
    });
  });

  it.each([
    [
      'SessionStart',
      { matcher: 'startup', hooks: [handler({ timeout: 600 }, ' --inject=session')] },
      '3d89d48c82d5ef0e5baa67fb894bebcc16418bbf184660ec039afd4cc5fd5478',
    ],
    [
      'Stop',
      { matcher: 'ignored here', hooks: [handler({})] },
      'b91e095b82282a9ba9c4efa9ac46b891b9a4f5043269e80259282661c3906ed0',
    ],
    [
      'PreToolUse',
      { matcher: 'Bash', hooks: [handler({ timeout: 7, statusMessage: 'h\u00e9' })] },
      '0551ad7e7955297e60d02229a7367b13b0e96b1ac2968aa486a5206dcf97179c',
    ],
    [
      'SessionEnd',
      { hooks: [handler({ timeout: 30 })] },
      '2b31346554b4294f8bfc819cc02453561a4f0d6dc80ca983f2d88f35bc61d5dd',
    ],
    [
      'SessionEnd',
      { matcher: 'other', hooks: [handler({})] },
      '321df315ad2a33c1859b7734750d6e67d8a918af9aa1fc85c47801919e7d229a',
    ],
  ])('0.169.0 itself gives a %s hook this hash', (event, group, hash) => {
    const [own] = ownHandlers({ [event]: [group] } as never);
    expect(codexHookHash(own!)).toBe(`sha256:${hash}`);
  });

  it('skips hooks that changed since they were trusted, and those never trusted', () => {
    expect(inspect(trustedAs(() => 'sha256:00'))?.state).toBe('changed');
    expect(inspect('[projects."/p"]\ntrust_level = "trusted"')?.state).toBe('untrusted');
  });

  it('reads no hooks of a project it does not trust', () => {
    expect(inspect('model = "x"')).toMatchObject({
      state: 'off',
      reason: 'Codex does not trust this project',
    });
  });

  it('is set up for capture only with a complete config object', () => {
    const config = { client: 'codex', capture: 'local-session-jsonl', eventloom_path: '/p/.e' };
    const at = '/p/.codex/zaxy-capture.json';
    const whole = { [at]: JSON.stringify({ ...config, session_id: 'p-default' }) };
    expect(inspectProgram('codex', place, reader(whole)).capture?.config.session_id).toBe(
      'p-default',
    );
    const half = inspectProgram('codex', place, reader({ [at]: JSON.stringify(config) }));
    expect(half.capture).toBeNull();
    expect(half.malformed.map(({ file }) => file)).toEqual([at]);
  });
});

it('the project file and the user file are the same in the home folder', () => {
  const home: Place = { ...place, root: '/h' };
  const text = settings({ stop: [{ command: 'hookloom hook cursor' }] });
  expect(
    inspectProgram('cursor', home, reader({ '/h/.cursor/hooks.json': text })).hooks,
  ).toHaveLength(1);
});

it('Cursor and Copilot list handlers directly, and for Copilot the command names the event', () => {
  const cursor = inspectProgram(
    'cursor',
    place,
    reader({
      '/h/.cursor/hooks.json': settings({ stop: [{ command: 'hookloom hook cursor' }] }),
    }),
  );
  expect(cursor.hooks.map(({ events }) => events)).toEqual([['stop']]);
  const copilot = inspectProgram(
    'copilot',
    place,
    reader({
      '/p/.github/hooks/hookloom.json': settings({
        preToolUse: [{ type: 'command', bash: 'hookloom hook copilot preToolUse' }],
        agentStop: [{ type: 'command', bash: 'hookloom hook copilot agentStop' }],
      }),
    }),
  );
  expect(copilot.hooks.map(({ events }) => events)).toEqual([['preToolUse', 'agentStop']]);
});
