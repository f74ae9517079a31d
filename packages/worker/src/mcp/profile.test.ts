import { describe, expect, it } from 'vitest';
import { listingOf, resolveProfile } from './profile.ts';
import { tools } from './tools/index.ts';

describe('the tool profile', () => {
  it('is the flag, or else the environment, or else core', () => {
    expect(resolveProfile('full', { MCP_TOOL_PROFILE: 'core' })).toBe('full');
    expect(resolveProfile(undefined, { MCP_TOOL_PROFILE: 'full' })).toBe('full');
    expect(resolveProfile(undefined, { MCP_TOOL_PROFILE: '' })).toBe('core');
    expect(resolveProfile(undefined, {})).toBe('core');
  });

  it('is refused if it is unknown', () => {
    expect(() => resolveProfile('all', {})).toThrow('Not a tool profile: "all".');
  });
});

describe('a role in missions', () => {
  const mission = (role?: 'worker' | 'coordinator'): string[] =>
    listingOf('core', tools, role).listed_tools.filter((name) => name.startsWith('coordination_'));

  it('lists what a worker needs, and everything for a coordinator', () => {
    expect(mission()).toEqual([]);
    expect(mission('worker')).toEqual(['coordination_report_finding', 'coordination_checkout']);
    expect(mission('coordinator')).toHaveLength(14);
  });
});
