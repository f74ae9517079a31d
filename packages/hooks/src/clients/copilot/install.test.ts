import { describe, expect, it } from 'vitest';
import { definition as copilot } from './definition.ts';
import { COPILOT_INSTALL_EVENTS, copilotHooksFile } from './install.ts';

const BASH = "'/usr/bin/node' '/opt/hookloom/hook.cjs' hook copilot";

describe('installing into Copilot', () => {
  it('writes a separate file whose commands name their event', () => {
    const file = copilotHooksFile({ bash: BASH, powershell: 'hookloom hook copilot' });
    expect(file['version']).toBe(1);
    expect(file['hooks']).toMatchObject({
      preToolUse: [
        {
          type: 'command',
          bash: `${BASH} preToolUse`,
          powershell: 'hookloom hook copilot preToolUse',
          timeoutSec: 600,
        },
      ],
    });
    expect(Object.keys(file['hooks'] as object)).toEqual([...COPILOT_INSTALL_EVENTS]);
  });

  it('names only events that Copilot knows', () => {
    const known = Object.keys(copilot.capabilities.events);
    expect(COPILOT_INSTALL_EVENTS.filter((event) => !known.includes(event))).toEqual([]);
  });
});
