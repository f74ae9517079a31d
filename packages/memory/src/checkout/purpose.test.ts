import { describe, expect, test } from 'vitest';
import { PURPOSE_PRESETS } from './purpose-presets.ts';
import { normalizePurpose, recallLimit } from './purpose.ts';
import { SUPPRESS_RULES } from './admission.ts';

describe('a purpose', () => {
  test('is general by default and changes nothing', () => {
    const purpose = normalizePurpose(undefined);
    expect([purpose.profile.profile, purpose.conditioned, recallLimit(purpose, 10)]).toEqual([
      'general',
      false,
      20,
    ]);
  });

  test.each([
    ['coding', 'coding-agent', 30],
    ['review', 'reviewer', 30],
    ['release', 'release-manager', 40],
    ['security', 'security-reviewer', 40],
    ['research', 'researcher', 30],
    ['coordinate', 'coordinator', 40],
    ['support', 'support-agent', 30],
    ['product', 'product-manager', 30],
    ['sales', 'account-lead', 30],
    ['legal', 'legal-reviewer', 40],
    ['executive', 'executive', 30],
  ])('of the preset %s has its role and its minimum recall', (name, role, recall) => {
    const purpose = normalizePurpose(name);
    expect([purpose.profile.role, recallLimit(purpose, 10)]).toEqual([role, recall]);
  });

  test('name is trimmed, lower-cased and hyphenated; an unknown name gets the general defaults', () => {
    expect(normalizePurpose('  Incident Triage ').profile).toEqual({
      ...normalizePurpose(undefined).profile,
      profile: 'incident-triage',
    });
  });

  test('object inherits from its preset what it leaves out or sets to null', () => {
    const purpose = normalizePurpose({
      preset: 'Coding',
      role: null,
      retain: null,
      task: 'Fix the torn tail',
      risk: 'Very High',
      suppress: ['Draft Claim', 'draft claim'],
    });
    const coding = normalizePurpose('coding').profile;
    expect(purpose.profile).toEqual({
      ...coding,
      task: 'Fix the torn tail',
      risk: 'very-high',
      suppress: ['draft-claim'],
    });
  });

  test('refuses a field of another type', () => {
    expect(() => normalizePurpose({ role: 4 })).toThrow('purpose.role must be a text');
    expect(() => normalizePurpose({ retain: 'all' })).toThrow('purpose.retain must be a list');
  });

  test.each(['support', 'product', 'sales', 'legal', 'executive'])(
    'of the preset %s names only rules that are enforced',
    (name) => {
      const { suppress } = normalizePurpose(name).profile;
      expect(suppress.length).toBeGreaterThan(0);
      expect(suppress.filter((rule) => !Object.hasOwn(SUPPRESS_RULES, rule))).toEqual([]);
    },
  );

  test('cannot change the presets', () => {
    normalizePurpose('coding').profile.suppress.push('everything');
    expect(PURPOSE_PRESETS[1]!.suppress).toEqual(['superseded_context', 'uncited_claim']);
  });
});
