import { describe, expect, it } from 'vitest';
import { definition as cursor } from './definition.ts';
import { cursorSettings } from './install.ts';

const COMMAND = "'/usr/bin/node' '/opt/hookloom/hook.cjs' hook cursor";

const { entries } = cursorSettings({ node: COMMAND });

describe('installing into Cursor', () => {
  it('registers only events that Cursor knows, because one unknown name invalidates the file', () => {
    const events = entries.map(([event]) => event);
    const known = Object.keys(cursor.capabilities.events);
    expect(events.filter((event) => !known.includes(event))).toEqual([]);
  });

  it('omits the events that repeat a call for one kind of tool', () => {
    const names = entries.map(([event]) => event);
    expect(names).not.toContain('beforeShellExecution');
  });

  it('refuses a command with a double slash, which Cursor reads as a comment', () => {
    expect(() => cursorSettings({ node: 'node //server/share/hook.cjs hook cursor' })).toThrow(
      'Cursor would read `//` in the command as a comment',
    );
  });
});
