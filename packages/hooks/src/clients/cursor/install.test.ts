import { describe, expect, it } from 'vitest';
import { definition as cursor } from './definition.ts';
import { cursorHooks, type CursorHooks } from './install.ts';

const COMMAND = "'/usr/bin/node' '/opt/hookloom/hook.cjs' hook cursor";

function entries(hooks: CursorHooks): [string, { command: string; timeout: number }][] {
  return hooks.ok ? hooks.hooks : [];
}

describe('installing into Cursor', () => {
  it('registers only events that Cursor knows, because one unknown name invalidates the file', () => {
    const events = entries(cursorHooks(COMMAND)).map(([event]) => event);
    const known = Object.keys(cursor.capabilities.events);
    expect(events.filter((event) => !known.includes(event))).toEqual([]);
  });

  it('omits the events that repeat a call for one kind of tool', () => {
    const names = entries(cursorHooks(COMMAND)).map(([event]) => event);
    expect(names).not.toContain('beforeShellExecution');
  });

  it('refuses a command with a double slash, which Cursor reads as a comment', () => {
    expect(cursorHooks('node //server/share/hook.cjs hook cursor')).toEqual({
      ok: false,
      reason: 'double_slash_in_command',
    });
  });
});
