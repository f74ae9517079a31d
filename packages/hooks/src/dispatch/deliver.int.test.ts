/** How the engine handles one delivery: failed calls, patches of several files, Copilot running Claude Code's file. */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '@hookloom/core';
import {
  createWorkspace,
  eventsOf,
  runHook,
  type HookRun,
  type Workspace,
} from '../../test/run-hook.ts';

let workspace: Workspace;
let home: string;
beforeEach(() => {
  workspace = createWorkspace();
  home = path.join(path.dirname(workspace.root), 'home');
  fs.mkdirSync(path.join(home, '.hookloom'), { recursive: true });
});
afterEach(() => workspace.remove());

/** A user's hook that stores its input, one line for each run. */
function hook(event: string, more = '', answer = ''): void {
  const script = path.join(home, `${event}.sh`);
  const seen = path.join(home, `${event}.seen`);
  fs.writeFileSync(script, `#!/bin/sh\nin=$(cat)\nprintf '%s\\n' "$in" >> '${seen}'\n${answer}\n`, {
    mode: 0o755,
  });
  fs.appendFileSync(
    path.join(home, '.hookloom/hooks.toml'),
    `[[hooks.${event}]]\ncommand = ["${script}"]\n${more}\n`,
  );
}

function seenBy(event: string): JsonObject[] {
  const file = path.join(home, `${event}.seen`);
  if (!fs.existsSync(file)) return [];
  const lines = fs.readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as JsonObject);
}

function deliver(args: string[], payload: JsonObject, env = {}): Promise<HookRun> {
  return runHook({
    args: ['hook', ...args],
    cwd: workspace.root,
    stdin: JSON.stringify(payload),
    env: { HOME: home, HOOKLOOM_HOOK_DEADLINE_MS: '10000', ...env },
  });
}

/** A line of Codex's session file, as it is when the hook starts. */
function codexEnd(id: string, code: number, output = ''): string {
  const item = { type: 'CommandExecution', id, aggregated_output: output, exit_code: code };
  return `${JSON.stringify({ type: 'event_msg', payload: { type: 'item_completed', item } })}\n`;
}

describe('a failed call', () => {
  const ended = (id: string, response: string, more: JsonObject = {}): JsonObject => ({
    session_id: 's',
    turn_id: 't',
    tool_use_id: id,
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'make' },
    tool_response: response,
    transcript_path: path.join(home, 'rollout.jsonl'),
    ...more,
  });

  it('runs the hooks for failures under Codex, by the status in its session file', async () => {
    hook('post_tool_use');
    hook('post_tool_use_failure');
    const long = 'x'.repeat(300_000);
    fs.writeFileSync(
      path.join(home, 'rollout.jsonl'),
      codexEnd('good', 0) + codexEnd('bad', 3, long) + codexEnd('other', 0, long),
    );
    await deliver(['codex'], ended('good', 'fine'));
    await deliver(['codex'], ended('bad', 'broken'));
    expect(seenBy('post_tool_use')).toMatchObject([{ tool_response: 'fine' }]);
    expect(seenBy('post_tool_use_failure')).toMatchObject([{ error: 'Exit code 3\nbroken' }]);
  });

  it('runs the hooks for the end of a call under Codex if its outcome is unknown', async () => {
    hook('post_tool_use');
    hook('post_tool_use_failure');
    fs.writeFileSync(path.join(home, 'rollout.jsonl'), codexEnd('another', 3));
    await deliver(['codex'], ended('unknown', 'said the command: Exit code: 3'));
    expect([seenBy('post_tool_use').length, seenBy('post_tool_use_failure').length]).toEqual([
      1, 0,
    ]);
  });

  it('runs the hooks for failures under Codex if a patch could not be applied', async () => {
    hook('post_tool_use_failure');
    const patch = { tool_name: 'apply_patch', tool_input: { command: '*** Begin Patch' } };
    await deliver(['codex'], ended('p', 'Exit code: 1\nWall time: 0 seconds\nOutput:\nno', patch));
    expect(seenBy('post_tool_use_failure')).toHaveLength(1);
  });

  it('runs the hooks for failures under Gemini CLI, by the status in the text for its model', async () => {
    hook('post_tool_use');
    hook('post_tool_use_failure');
    const after = (text: string): JsonObject => ({
      session_id: 's',
      timestamp: new Date(0).toISOString(),
      hook_event_name: 'AfterTool',
      tool_name: 'run_shell_command',
      tool_input: { command: 'make' },
      tool_response: { llmContent: text, returnDisplay: '' },
    });
    await deliver(['gemini'], after('Output: broken\nExit Code: 3\nProcess Group PGID: 58'));
    await deliver(['gemini'], after('Output: fine\nProcess Group PGID: 59'));
    expect([seenBy('post_tool_use').length, seenBy('post_tool_use_failure').length]).toEqual([
      1, 1,
    ]);
    expect(seenBy('post_tool_use_failure')).toMatchObject([
      { error: expect.stringContaining('Exit code 3') },
    ]);
  });
});

describe('a patch of several files under Codex', () => {
  const PATCH: JsonObject = {
    session_id: 's',
    turn_id: 't',
    tool_use_id: 'p',
    hook_event_name: 'PreToolUse',
    tool_name: 'apply_patch',
    tool_input: {
      command:
        '*** Begin Patch\n*** Add File: a.txt\n+a\n*** Update File: secret/b.txt\n@@\n-x\n+y\n*** Add File: c.txt\n+c\n*** End Patch\n',
    },
  };

  it('passes on the context that a hook adds for every file once', async () => {
    hook('pre_tool_use', 'matcher = "^(Edit|Write)$"');
    expect((await deliver(['codex'], PATCH)).stdout).toBe('');
    const told = seenBy('pre_tool_use').map(
      (one) => (one['tool_input'] as JsonObject)['file_path'],
    );
    expect(new Set(told)).toEqual(new Set(['a.txt', 'secret/b.txt', 'c.txt']));
  });

  it('is denied completely if the hook denies any file, not only the first', async () => {
    const answer = `case "$in" in *'"file_path":"secret/'*) printf '%s' '{"decision":"block","reason":"secret stays"}';; esac`;
    hook('pre_tool_use', 'matcher = "^(Edit|Write)$"', answer);
    const { stdout } = await deliver(['codex'], PATCH);
    expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: 'secret stays',
    });
  });

  it("passes on a hook's context for every file once", async () => {
    const context = JSON.stringify({
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'mind the style' },
    });
    fs.mkdirSync(path.join(home, '.claude'));
    const command = `printf '%s' '${context}'`;
    const groups = [{ hooks: [{ type: 'command', command }] }];
    fs.writeFileSync(
      path.join(home, '.claude/settings.json'),
      JSON.stringify({ hooks: { PreToolUse: groups } }),
    );
    const { stdout } = await deliver(['codex'], PATCH);
    expect(stdout.match(/mind the style/g)).toHaveLength(1);
  });
});

describe("Copilot, which also runs the hooks of Claude Code's settings", () => {
  const at = Date.parse('2026-11-22T08:17:22.400Z');
  const own = {
    sessionId: 's',
    timestamp: at,
    cwd: '/p',
    toolName: 'bash',
    toolArgs: { command: 'echo one', description: 'x' },
  };
  const ofClaude = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    timestamp: new Date(at).toISOString(),
    cwd: '/p',
    tool_name: 'Bash',
    tool_input: { command: 'echo one', description: 'x' },
  };
  const COPILOT = { COPILOT_CLI: '1' };

  it('has one event in the log and one run of the hooks, as its own', async () => {
    hook('pre_tool_use', '', `printf '%s' '{"decision":"block","reason":"not here"}'`);
    const first = await deliver(['copilot', 'preToolUse'], own, COPILOT);
    const second = await deliver(['claude-code'], ofClaude, COPILOT);
    for (const { stdout } of [first, second]) expect(stdout).toContain('not here');
    expect(seenBy('pre_tool_use')).toHaveLength(1);
    const events = eventsOf(workspace.dir).filter(({ type }) => type === 'hook.pre_tool_use');
    expect(events.map(({ payload }) => payload['source'])).toEqual(['copilot']);
  });

  it('is not mistaken for the Claude Code whose shell started it', async () => {
    const { timestamp: _, ...claude } = ofClaude;
    await deliver(['claude-code'], { ...claude, tool_use_id: 'c', transcript_path: '/t' }, COPILOT);
    const events = eventsOf(workspace.dir).filter(({ type }) => type === 'hook.pre_tool_use');
    expect(events.map(({ payload }) => payload['source'])).toEqual(['claude-code']);
  });
});
