import { expect, it } from 'vitest';
import type { HandlerAction } from '../engine/handler.ts';
import { handlerIdentity, type IdentityParts } from './identity.ts';

const PARTS: IdentityParts = {
  dialect: 'toml',
  event: 'stop',
  matcherText: null,
  action: { kind: 'shell', command: 'true' },
  condition: null,
};

it('is a digest that the same definition has everywhere', () => {
  expect(handlerIdentity(PARTS)).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(handlerIdentity({ ...PARTS, action: { command: 'true', kind: 'shell' } })).toBe(
    handlerIdentity(PARTS),
  );
});

it('differs with each part of the definition', () => {
  const action: HandlerAction = { kind: 'argv', argv: ['true'] };
  const all = [
    PARTS,
    { ...PARTS, dialect: 'codex' as const },
    { ...PARTS, event: 'pre_tool_use' },
    { ...PARTS, matcherText: '' },
    { ...PARTS, condition: 'Bash' },
    { ...PARTS, action },
    { ...PARTS, action: { ...PARTS.action, windows: 'true.exe' } as HandlerAction },
  ].map(handlerIdentity);
  expect(new Set(all).size).toBe(all.length);
});

it('also covers malformed text', () => {
  const action: HandlerAction = { kind: 'shell', command: 'echo \ud83d' };
  expect(handlerIdentity({ ...PARTS, action })).toMatch(/^sha256:/);
});
