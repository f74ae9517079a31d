/** The losses of a run are recorded with the run: the same list that `hooks run` prints and the log contains. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlayground, shellCall, type Fired, type Playground } from '../../test/try-hooks.ts';

let play: Playground;
beforeEach(() => {
  play = createPlayground();
});
afterEach(() => play.remove());

const lost = ({ losses }: Fired): [field: string, survival: string][][] =>
  losses.map((run) => run.map(({ field, survival }) => [field, survival]));

const answering = (event: string, answer: object, more = ''): string =>
  `[[hooks.${event}]]\ncommand = ["printf", "%s", ${JSON.stringify(JSON.stringify(answer))}]\n${more}\n`;

const START = { hook_event_name: 'SessionStart', source: 'startup' };
const VARIABLE = `[[hooks.session_start]]\ncommand = 'echo A=1 >> "$CLAUDE_ENV_FILE"'\n`;

describe('session variables', () => {
  it.each(['codex', 'gemini'] as const)('are reported as lost under %s', async (client) => {
    play.write('~/.hookloom/hooks.toml', VARIABLE);
    expect(lost(await play.fire(client, START))).toEqual([[['env', 'lost']]]);
  });

  it('are reported as added before commands if the user chose that', async () => {
    play.write('~/.hookloom/hooks.toml', `${VARIABLE}[engine]\nrewrite_env = true\n`);
    expect(lost(await play.fire('codex', START))).toEqual([[['env', 'changed']]]);
  });

  it('reach Claude Code through its own file', async () => {
    play.write('~/.hookloom/hooks.toml', VARIABLE);
    const file = play.write('env.sh', '');
    const env = { PATH: process.env['PATH'], CLAUDE_ENV_FILE: file };
    expect(lost(await play.fire('claude-code', START, { env }))).toEqual([[]]);
    expect(play.read('env.sh')).toContain("A='1'");
  });

  it('are reported as lost if Claude Code provides no file', async () => {
    play.write('~/.hookloom/hooks.toml', VARIABLE);
    expect(lost(await play.fire('claude-code', START))).toEqual([[['env', 'lost']]]);
  });

  it('are reported if they may not be set', async () => {
    play.write('~/.hookloom/hooks.toml', VARIABLE.replace('A=1', 'PATH=/elsewhere'));
    const fired = await play.fire('codex', START);
    expect(fired.runs[0]!.interpreted.notes.join(' ')).toContain('PATH');
  });
});

it('reports a text to show while the hook runs as lost', async () => {
  play.write(
    '~/.hookloom/hooks.toml',
    answering('pre_tool_use', {}, 'status_message = "Checking"'),
  );
  for (const client of ['claude-code', 'codex', 'gemini'] as const)
    expect(lost(await play.fire(client, shellCall(client, 'ls')))).toEqual([
      [['status_message', 'lost']],
    ]);
});

it('reports that Codex shows a message only in its terminal', async () => {
  play.write('~/.hookloom/hooks.toml', answering('pre_tool_use', { system_message: 'look' }));
  const { losses } = await play.fire('codex', shellCall('codex', 'ls'));
  expect(losses[0]![0]!.note).toContain('codex exec does not show it');
});

it('shows a reason at the end of a turn, and the run says how', async () => {
  play.write('~/.hookloom/hooks.toml', answering('stop', { stop_reason: 'Tests pass.' }));
  const fired = await play.fire('claude-code', { hook_event_name: 'Stop' });
  expect(fired.rendered.stdout).toBe('{"systemMessage":"Tests pass."}');
  expect(lost(fired)).toEqual([[['stop_reason', 'changed']]]);
});

it('reports an action for another kind of client as lost, and delivers it to one that accepts it', async () => {
  play.write('~/.hookloom/hooks.toml', answering('pre_tool_use', { trigger_action: 'reload' }));
  expect(lost(await play.fire('codex', shellCall('codex', 'ls')))).toEqual([
    [['trigger_action', 'lost']],
  ]);
  const own = { event: 'before_tool', tool_name: 'Bash', tool_input: { command: 'ls' } };
  const fired = await play.fire('generic', own);
  expect([fired.rendered.stdout, lost(fired)]).toEqual(['{"trigger_action":"reload"}', [[]]]);
});

it('reports a rewrite that another hook cancelled with the name of that hook', async () => {
  play.write(
    '~/.hookloom/hooks.toml',
    `${answering('pre_tool_use', { decision: 'modify', content: 'ls -l' })}${answering('pre_tool_use', { decision: 'block', reason: 'no' })}`,
  );
  expect(lost(await play.fire('claude-code', shellCall('claude-code', 'ls')))).toEqual([
    [['modify_args', 'lost']],
    [],
  ]);
});
