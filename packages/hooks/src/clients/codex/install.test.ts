import { describe, expect, it } from 'vitest';
import { definition as codex } from './definition.ts';
import { codexSettings } from './install.ts';
import { trustedHashes } from '../../found/codex-trusted-hashes.ts';

const COMMAND = "'/usr/bin/node' '/opt/hookloom/hook.cjs' hook codex";

describe('installing into Codex', () => {
  it('registers only events that Codex has, and none of those of every model request', () => {
    const names = codexSettings({ node: COMMAND }).entries.map(([event]) => event);
    const known = Object.keys(codex.capabilities.events);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(names.filter((name) => name.endsWith('ModelRequest'))).toEqual([]);
    const asked = codexSettings({ node: COMMAND }, ['PreModelRequest']).entries;
    expect(asked.map(([event]) => event)).toEqual(['PreModelRequest']);
  });

  it('writes one command in its own group, with a timeout in seconds within the limits', () => {
    const groups = Object.fromEntries(codexSettings({ node: COMMAND }).entries);
    expect(groups['PreToolUse']).toEqual({
      hooks: [{ type: 'command', command: COMMAND, timeout: 600 }],
    });
    expect(groups['SessionEnd']).toEqual({
      hooks: [{ type: 'command', command: COMMAND, timeout: 3 }],
    });
    const [[, group]] = codexSettings({ node: COMMAND, windows: 'node hook.cjs' })
      .entries as unknown as [[string, unknown]];
    expect(group).toMatchObject({ hooks: [{ commandWindows: 'node hook.cjs', timeout: 600 }] });
  });
});

describe("Codex's hash of a hook", () => {
  const command = 'NODE_EXTRA_CA_CERTS= /usr/bin/node /opt/hookloom/dist/hook.cjs hook codex --x';
  const handler = (timeout: number) => ({ type: 'command', command, timeout });
  const FILE = '/p/.codex/hooks.json';

  it('equals the one that Codex 0.169.0 listed for the same hooks', () => {
    const hooks = {
      SessionStart: [{ hooks: [handler(600)] }],
      SessionEnd: [{ hooks: [{ type: 'command', command: 'mine' }] }, { hooks: [handler(3)] }],
    };
    expect(trustedHashes(FILE, { hooks })).toEqual([
      [
        `${FILE}:session_start:0:0`,
        'sha256:38b1741d5f7821629973452cb6fc002efaeac9b081081a0a7b1d461a87aafd54',
      ],
      [
        `${FILE}:session_end:1:0`,
        'sha256:5edd9d36974586ac3ecda1b5841d74e4432ac0d13647a802a1d2d8eace66491f',
      ],
    ]);
  });

  it('is not written for a hook of ours that someone extended', () => {
    const hooks = {
      Stop: [{ matcher: 'x', hooks: [handler(1)] }, { hooks: [{ ...handler(1), async: true }] }],
    };
    expect(trustedHashes(FILE, { hooks })).toEqual([]);
  });
});
