import { describe, expect, it } from 'vitest';
import { definition as copilot } from './definition.ts';
import { COPILOT_INSTALL_EVENTS, copilotSettings } from './install.ts';

const BASH = "'/usr/bin/node' '/opt/hookloom/hook.cjs' hook copilot";

describe('installing into Copilot', () => {
  it('writes a separate file whose commands name their event', () => {
    const { entries, beside } = copilotSettings({ node: BASH });
    expect(beside).toEqual({ version: 1 });
    expect(Object.fromEntries(entries)['preToolUse']).toEqual({
      type: 'command',
      bash: `${BASH} preToolUse`,
      timeoutSec: 600,
    });
    expect(entries.map(([event]) => event)).toEqual([...COPILOT_INSTALL_EVENTS]);
  });

  it('names only events that Copilot knows', () => {
    const known = Object.keys(copilot.capabilities.events);
    expect(COPILOT_INSTALL_EVENTS.filter((event) => !known.includes(event))).toEqual([]);
  });
});
