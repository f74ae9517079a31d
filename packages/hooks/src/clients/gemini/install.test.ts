import { describe, expect, it } from 'vitest';
import { definition as gemini } from './definition.ts';
import { geminiHookGroups } from './install.ts';

const COMMAND = "'/usr/bin/node' '/opt/hookloom/hook.cjs' hook gemini";

describe('installing into Gemini CLI', () => {
  it('registers only events that it has, and none of those of every model request', () => {
    const names = geminiHookGroups({ command: COMMAND }).map(([event]) => event);
    const known = Object.keys(gemini.capabilities.events);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(names.filter((name) => name.endsWith('Model'))).toEqual([]);
    const asked = geminiHookGroups({ command: COMMAND, events: ['AfterModel'] });
    expect(asked.map(([event]) => event)).toEqual(['AfterModel']);
  });

  it('writes timeouts in milliseconds, and a name for our hook', () => {
    const groups = Object.fromEntries(geminiHookGroups({ command: COMMAND }));
    const named = { type: 'command', name: 'hookloom', command: COMMAND };
    expect(groups['BeforeTool']).toEqual({ hooks: [{ ...named, timeout: 600_000 }] });
    expect(groups['SessionEnd']).toEqual({ hooks: [{ ...named, timeout: 5_000 }] });
  });
});
