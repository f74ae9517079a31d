/** Hostile payloads, with hooks of the user. */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorkspace, runHook, SILENT, type Workspace } from '../../test/run-hook.ts';

let workspace: Workspace;
let home: string;
beforeEach(() => {
  workspace = createWorkspace();
  home = path.join(path.dirname(workspace.root), 'home');
  fs.mkdirSync(path.join(home, '.hookloom'), { recursive: true });
  const hooks = '[[hooks.pre_tool_use]]\ncommand = "true"\n';
  fs.writeFileSync(path.join(home, '.hookloom/hooks.toml'), hooks);
});
afterEach(() => workspace.remove());

describe('a hook with user hooks ends normally on any payload', () => {
  it.each([
    ['garbage', 'not json {{{'],
    ['nothing', ''],
    ['a list', '[1,2]'],
    ['fifty megabytes', `{"hook_event_name":"PreToolUse","x":"${'x'.repeat(50 * 1024 * 1024)}"}`],
    ['an event without a name', '{"session_id":"s"}'],
    ['fields of another type', '{"session_id":7,"hook_event_name":["PreToolUse"],"tool_input":[]}'],
    ['an unknown event', '{"session_id":"s","hook_event_name":"__proto__"}'],
  ])('%s', async (_name, stdin) => {
    const run = await runHook({
      args: ['hook', 'codex'],
      cwd: workspace.root,
      stdin,
      env: { HOME: home },
    });
    expect(run).toEqual(SILENT);
  });

  it('does not wait for a sender that never closes', async () => {
    const open = JSON.stringify({
      session_id: 's',
      hook_event_name: 'PreToolUse',
      tool_use_id: 'open',
    });
    const run = await runHook({
      args: ['hook', 'codex'],
      cwd: workspace.root,
      stdin: { open },
      env: { HOME: home },
    });
    expect(run).toEqual(SILENT);
  });
});
