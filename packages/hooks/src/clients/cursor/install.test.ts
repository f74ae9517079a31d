import { describe, expect, it } from 'vitest';
import { cursor } from './index.ts';
import {
  cursorHooks,
  isOurCursorCommand,
  withCursorHooks,
  withoutCursorHooks,
  type CursorHooks,
} from './install.ts';

const COMMAND = "'/usr/bin/node' '/opt/hookloom/hook.cjs' hook cursor";

function entries(hooks: CursorHooks): [string, { command: string; timeout: number }][] {
  return hooks.ok ? hooks.hooks : [];
}

describe('installing into Cursor', () => {
  it('names only events that Cursor knows: one unknown name costs the whole file', () => {
    const events = entries(cursorHooks(COMMAND, { asking: true })).map(([event]) => event);
    const known = Object.keys(cursor.capabilities.events);
    expect(events.filter((event) => !known.includes(event))).toEqual([]);
  });

  it('leaves the particular events out, unless a person shall be asked', () => {
    const names = (asking: boolean): string[] =>
      entries(cursorHooks(COMMAND, { asking })).map(([event]) => event);
    expect(names(false)).not.toContain('beforeShellExecution');
    expect(names(true)).toContain('beforeShellExecution');
  });

  it('refuses a command with a double slash, which Cursor takes for a comment', () => {
    expect(cursorHooks('node //server/share/hook.cjs hook cursor')).toEqual({
      ok: false,
      reason: 'double_slash_in_command',
    });
  });

  it('puts our hooks beside those of others, once, and takes only ours out again', () => {
    const file = {
      version: 1,
      hooks: { stop: [{ command: './audit.sh' }], afterFileEdit: [{ command: './format.sh' }] },
    };
    const hooks = entries(cursorHooks(COMMAND));
    const once = withCursorHooks(file, hooks);
    expect(once['hooks']).toMatchObject({
      stop: [{ command: './audit.sh' }, { command: COMMAND, timeout: 10 }],
      afterFileEdit: [{ command: './format.sh' }],
      preToolUse: [{ command: COMMAND, timeout: 10 }],
    });
    expect(withCursorHooks(once, hooks)).toEqual(once);
    expect(withoutCursorHooks(once)).toEqual(file);
  });

  it('makes a new file with its version', () => {
    expect(withCursorHooks({}, [['stop', { command: COMMAND, timeout: 10 }]])).toEqual({
      version: 1,
      hooks: { stop: [{ command: COMMAND, timeout: 10 }] },
    });
  });

  it('knows our own command from others', () => {
    expect(
      [COMMAND, 'hookloom hook cursor', 'zaxy hook cursor --domain x'].map(isOurCursorCommand),
    ).toEqual([true, true, true]);
    expect(
      ['echo hookloom', 'myhookloom hook cursor', 'hookloom hook cursors', 7].map(
        isOurCursorCommand,
      ),
    ).toEqual([false, false, false, false]);
  });
});
