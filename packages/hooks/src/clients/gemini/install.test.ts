import { describe, expect, it } from 'vitest';
import { definition as gemini } from './definition.ts';
import { geminiSettings } from './install.ts';

const COMMAND = "'/usr/bin/node' '/opt/hookloom/hook.cjs' hook gemini";

describe('installing into Gemini CLI', () => {
  it('registers only events that it has, and none of those of every model request', () => {
    const names = geminiSettings({ node: COMMAND }).entries.map(([event]) => event);
    const known = Object.keys(gemini.capabilities.events);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(names.filter((name) => name.endsWith('Model'))).toEqual([]);
    const asked = geminiSettings({ node: COMMAND }, ['AfterModel']).entries;
    expect(asked.map(([event]) => event)).toEqual(['AfterModel']);
  });

  it('writes timeouts in milliseconds, and a name for our hook', () => {
    const groups = Object.fromEntries(geminiSettings({ node: COMMAND }).entries);
    const named = { type: 'command', name: 'hookloom', command: COMMAND };
    expect(groups['BeforeTool']).toEqual({ hooks: [{ ...named, timeout: 600_000 }] });
    expect(groups['SessionEnd']).toEqual({ hooks: [{ ...named, timeout: 5_000 }] });
  });
});
