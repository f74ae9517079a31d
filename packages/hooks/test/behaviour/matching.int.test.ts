/** Matchers and hook identity. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CLIENT_NAMES } from '@hookloom/core/hook';
import { CLIENTS } from '../../src/clients/index.ts';
import { DIALECTS } from '../../src/dialects/index.ts';
import { compileMatcher, matches } from '../../src/dialects/matcher.ts';
import { createPlayground, shellCall, tomlHook, type Playground } from '../try-hooks.ts';

let play: Playground;
beforeEach(() => {
  play = createPlayground();
});
afterEach(() => play.remove());

it('reads a matcher by the rules of its own language', () => {
  const found = (['claude', 'codex', 'gemini', 'toml'] as const).map((style) => {
    const compiled = compileMatcher('Bash', style);
    return compiled.ok && matches(compiled.matcher, ['BashOutput']).matched;
  });
  expect(found).toEqual([false, false, true, true]);
});

it('reports an invalid matcher with file and line when loading, and refuses for a critical guard', async () => {
  const file = play.write(
    '.hookloom/hooks.toml',
    `# guards\n\n[[hooks.pre_tool_use]]\ncommand = "true"\nmatcher = "Bash("\n\n[[hooks.pre_tool_use]]\ncommand = "true"\nmatcher = "Read("\ncritical = true\n`,
  );
  const { problems, response, runs } = await play.fire('codex', shellCall('codex', 'ls'));
  const invalid = problems.filter(({ code }) => code === 'invalid_matcher');
  expect(invalid.map(({ severity, file: where, line }) => [severity, where, line])).toEqual([
    ['error', file, 3],
    ['error', file, 7],
  ]);
  expect(runs).toEqual([]);
  expect(response.decision).toBe('deny');
});

it.each([
  ['claude-code', 'Bash'],
  ['codex', 'Bash'],
  ['gemini', 'run_shell_command'],
  ['cursor', 'Shell'],
  ['copilot', 'bash'],
] as const)(
  'applies a rule for shell commands under %s, which names the tool %s',
  async (client, native) => {
    play.write(
      '.hookloom/hooks.toml',
      tomlHook('pre_tool_use', `echo '{"decision":"block","reason":"no"}'`, 'matcher = "^Bash$"'),
    );
    const { response, event } = await play.fire(client, shellCall(client, 'ls'));
    expect(event.tool!.native_name).toBe(native);
    expect(response.decision).toBe('deny');
  },
);

it('applies a rule for edits to a patch of Codex, with the file it touches', async () => {
  play.write(
    '.claude/settings.json',
    JSON.stringify({
      hooks: {
        PreToolUse: [
          { matcher: 'Edit|Write', hooks: [{ type: 'command', command: 'cat > seen.json' }] },
        ],
      },
    }),
  );
  const patch = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch\n';
  await play.fire('codex', {
    hook_event_name: 'PreToolUse',
    tool_name: 'apply_patch',
    tool_input: { command: patch },
  });
  expect(JSON.parse(play.read('seen.json')!)).toMatchObject({
    tool_input: { file_path: 'src/a.ts' },
  });
});

it('reads the server and the tool of an MCP call in every client’s spelling', () => {
  const parsed = (client: 'claude-code' | 'codex' | 'gemini', payload: object) =>
    CLIENTS[client].parse(
      { session_id: 's', tool_input: {}, ...payload },
      {
        nowMs: 0,
        raw: '{}',
      },
    ).tool!.mcp;
  expect(
    parsed('claude-code', { hook_event_name: 'PreToolUse', tool_name: 'mcp__my-srv__t' }),
  ).toEqual({ server: 'my-srv', tool: 't' });
  expect(parsed('codex', { hook_event_name: 'PreToolUse', tool_name: 'mcp__my_srv__t' })).toEqual({
    server: 'my_srv',
    tool: 't',
  });
  expect(
    parsed('gemini', {
      hook_event_name: 'BeforeTool',
      tool_name: 'mcp_my-srv_t',
      mcp_context: { server_name: 'my-srv', tool_name: 't' },
    }),
  ).toEqual({ server: 'my-srv', tool: 't' });
});

it('takes the client from the command, whatever the environment and the payload look like', async () => {
  play.write(
    '.hookloom/hooks.toml',
    tomlHook('pre_tool_use', `echo '{"decision":"block","reason":"no"}'`),
  );
  const env = {
    PATH: process.env['PATH'],
    HOME: play.home,
    CLAUDECODE: '1',
    CLAUDE_CODE_SESSION_ID: 'other',
    CLAUDE_PROJECT_DIR: '/elsewhere',
  };
  const { event, rendered } = await play.fire('gemini', shellCall('gemini', 'ls'), { env });
  expect(event.source).toBe('gemini');
  expect(JSON.parse(rendered.stdout)).toMatchObject({ decision: 'deny' });
});

it('does not run files again that the client runs itself', async () => {
  const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: 'echo ran >> ran.txt' }] }] };
  play.write('.claude/settings.json', JSON.stringify({ hooks }));
  for (const client of ['claude-code', 'cursor', 'copilot'] as const) {
    const { planned } = await play.fire(client, shellCall(client, 'ls'));
    expect(planned.map(({ verdict }) => verdict)).toEqual(['runs_in_client']);
  }
  await play.fire('gemini', shellCall('gemini', 'ls'));
  expect(play.read('ran.txt')).toBe('ran\n');
});

it('runs our hooks next to an unknown handler type, and names the file that the client would ignore', async () => {
  const http = { type: 'http', url: 'http://127.0.0.1:1/' };
  const good = { type: 'command', command: `echo '{"decision":"block","reason":"no"}'` };
  play.write(
    '.codex/hooks.json',
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [http, good] }] } }),
  );
  const { response, problems } = await play.fire('gemini', shellCall('gemini', 'ls'));
  expect(response.decision).toBe('deny');
  expect(problems.map(({ code }) => code)).toContain('poisons_file');
});

it('lists every client and every language under its own name', () => {
  for (const name of CLIENT_NAMES)
    expect(CLIENTS[name]).toMatchObject({ name, capabilities: { client: name } });
  for (const [name, language] of Object.entries(DIALECTS)) expect(language().name).toBe(name);
});
