import { describe, expect, it } from 'vitest';
import { resolveProfile } from './profile.ts';

describe('the tool profile', () => {
  it('is the flag, or else the environment, or else core', () => {
    expect(resolveProfile('full', { MCP_TOOL_PROFILE: 'core' })).toBe('full');
    expect(resolveProfile(undefined, { MCP_TOOL_PROFILE: 'full' })).toBe('full');
    expect(resolveProfile(undefined, { MCP_TOOL_PROFILE: '' })).toBe('core');
    expect(resolveProfile(undefined, {})).toBe('core');
  });

  it('is refused if it is another word', () => {
    expect(() => resolveProfile('all', {})).toThrow('Not a tool profile: "all".');
  });
});
