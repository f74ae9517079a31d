import { describe, expect, it } from 'vitest';
import { gemini } from './index.ts';
import { geminiHookGroups, isOurGeminiCommand } from './install.ts';

const COMMAND = "'/usr/bin/node' '/opt/hookloom/hook.cjs' hook gemini";

describe('installing into Gemini CLI', () => {
  it('names only events that it has, those of every model request where they are asked for', () => {
    const names = (modelEvents: boolean): string[] =>
      geminiHookGroups({ command: COMMAND, modelEvents }).map(([event]) => event);
    const known = Object.keys(gemini.capabilities.events);
    expect(names(true).toSorted()).toEqual(known.toSorted());
    expect(names(false)).not.toContain('AfterModel');
  });

  it('counts in milliseconds, and calls ours by a name', () => {
    const groups = Object.fromEntries(geminiHookGroups({ command: COMMAND }));
    const named = { type: 'command', name: 'hookloom', command: COMMAND };
    expect(groups['BeforeTool']).toEqual({ hooks: [{ ...named, timeout: 600_000 }] });
    expect(groups['SessionEnd']).toEqual({ hooks: [{ ...named, timeout: 5_000 }] });
    const [[, mistaken]] = geminiHookGroups({ command: COMMAND, timeoutMs: 30 }) as [
      [string, unknown],
    ];
    expect(mistaken).toMatchObject({ hooks: [{ timeout: 1_000 }] });
  });

  it('knows our own command from others', () => {
    expect(
      [COMMAND, 'hookloom hook gemini', 'zaxy hook gemini --domain x'].map(isOurGeminiCommand),
    ).toEqual([true, true, true]);
    expect(
      ['echo hookloom', 'hookloom hook geminis', 'hookloom hook codex', 7].map(isOurGeminiCommand),
    ).toEqual([false, false, false, false]);
  });
});
