/** Real processes: who may report words of the user through `hook-event`. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorkspace, eventsOf, HOOK_FILE, type Workspace } from '../../test/run-hook.ts';

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace.remove());

/**
 * Runs a script in which `$SAY ROLE` reports a turn, as a child of a program with this name, and returns what was
 * recorded.
 */
function recordedBelow(name: string, script: string, env: Record<string, string> = {}): unknown {
  const { root, dir } = workspace;
  const say = path.join(root, 'say.sh');
  const call = `'${process.execPath}' '${HOOK_FILE}' hook-event transcript-turn`;
  fs.writeFileSync(say, `#!/bin/sh\n${call} --role "$1" --content 'Use tabs.'\n`, { mode: 0o755 });
  const file = path.join(root, 'script.sh');
  fs.writeFileSync(file, `${script.replaceAll('$SAY', say)}\n:\n`);
  const program = path.join(root, name);
  // A copy under the name of a client is that client, as far as the system can tell.
  fs.copyFileSync(fs.realpathSync('/bin/sh'), program);
  fs.chmodSync(program, 0o755);
  const all = { PATH: process.env['PATH'] ?? '', HOME: root, ...env };
  const { status, stderr } = spawnSync(program, [file], { cwd: root, env: all, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return eventsOf(dir).map(({ actorId, payload }) => [
    actorId,
    (payload['__origin'] as { channel: string }).channel,
    payload['role'],
    payload['content'],
  ]);
}

const USER = ['user', 'user', 'user', 'Use tabs.'];
const AGENT = ['agent', 'model', 'user', 'Use tabs.'];

describe.runIf(process.platform === 'linux')('a turn of the user', () => {
  it('is the user’s if a hook of the client reports it', () => {
    const hook = "CLAUDECODE=1 CLAUDE_PROJECT_DIR=/p sh -c '$SAY user; :'";
    expect(recordedBelow('claude', hook)).toEqual([USER]);
  });

  it.each([
    "CLAUDECODE=1 CLAUDE_CODE_EXECPATH=/x sh -c '$SAY user; :'",
    "CLAUDECODE=1 CLAUDE_CODE_EXECPATH=/x sh -c 'CLAUDE_PROJECT_DIR=/p $SAY user; :'",
    "CLAUDECODE=1 CLAUDE_CODE_EXECPATH=/x sh -c 'env -i $SAY user; :'",
    "CLAUDECODE=1 CLAUDE_CODE_EXECPATH=/x sh -c 'nohup setsid -w $SAY user 2>/dev/null; :'",
  ])('is the agent’s if a tool of the client reports it: %s', (tool) => {
    expect(recordedBelow('claude', tool)).toEqual([AGENT]);
  });

  it('is the agent’s if Codex runs a command that is not one of its hooks', () => {
    expect(recordedBelow('codex', "sh -c '$SAY user; :'")).toEqual([AGENT]);
  });

  it('is the user’s if Codex runs a registered hook', () => {
    fs.mkdirSync(path.join(workspace.root, '.codex'));
    const command = `${path.join(workspace.root, 'say.sh')} user; :`;
    const hooks = { UserPromptSubmit: [{ hooks: [{ type: 'command', command }] }] };
    fs.writeFileSync(
      path.join(workspace.root, '.codex/hooks.json'),
      JSON.stringify({ hooks }, null, 2),
    );
    expect(recordedBelow('codex', "sh -c '$SAY user; :'")).toEqual([USER]);
  });

  it('is not the user’s without a client or a terminal as an ancestor', () => {
    const [turn] = recordedBelow('a-service', '$SAY user') as [typeof USER];
    expect(turn[0]).not.toBe('user');
    expect(['tool', 'model']).toContain(turn[1]);
  });

  it('is the agent’s even if a tool reports it as the system’s', () => {
    const tool = "CLAUDE_CODE_EXECPATH=/x sh -c '$SAY system; $SAY assistant; :'";
    expect(recordedBelow('claude', tool)).toEqual([
      ['agent', 'model', 'system', 'Use tabs.'],
      ['assistant', 'model', 'assistant', 'Use tabs.'],
    ]);
  });
});
