import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DIALECT_NAMES, type DialectName } from '../engine/handler.ts';
import { compileMatcher, matches } from './matcher.ts';

function match(text: string | null, style: DialectName, ...values: string[]): boolean {
  const compiled = compileMatcher(text, style);
  if (!compiled.ok) throw new Error(compiled.reason);
  return matches(compiled.matcher, values).matched;
}

it.each(DIALECT_NAMES)(
  '%s: an omitted matcher, an empty one and a star match everything',
  (style) => {
    for (const text of [null, '', '*']) expect(match(text, style, 'anything')).toBe(true);
  },
);

it('Claude Code compares plain names and lists of them completely and case-sensitively', () => {
  expect(match('Bash', 'claude', 'Bash')).toBe(true);
  expect(match('Bas', 'claude', 'Bash')).toBe(false);
  expect(match('bash', 'claude', 'Bash')).toBe(false);
  expect(match('Edit|Write', 'claude', 'Write')).toBe(true);
  expect(match('Edit, Bash', 'claude', 'Bash')).toBe(true);
  expect(match('.as', 'claude', 'Bash')).toBe(true);
  expect(match('mcp__memory__.*', 'claude', 'mcp__memory__read')).toBe(true);
  expect(match('mcp__memory', 'claude', 'mcp__memory__read')).toBe(false);
});

it('Codex compares names of letters, digits and underscores completely and searches for the rest', () => {
  expect(match('Bash', 'codex', 'BashOutput')).toBe(false);
  expect(match('mcp__.*__write.*', 'codex', 'mcp__files__write_file')).toBe(true);
  expect(match('^Ba', 'codex', 'Bash')).toBe(true);
});

it.each(['toml', 'gemini'] as const)(
  '%s searches for its pattern anywhere in the name',
  (style) => {
    expect(match('shell', style, 'run_shell_command')).toBe(true);
    expect(match('Bash', style, 'BashOutput')).toBe(true);
    expect(match('^Bash$', style, 'BashOutput')).toBe(false);
    expect(match('^(Edit|Write)$', style, 'Write')).toBe(true);
  },
);

it("supports the flags and classes of Rust's patterns", () => {
  expect(match('(?i)^bash$', 'toml', 'BASH')).toBe(true);
  expect(match('^(?i)bash$', 'codex', 'BASH')).toBe(true);
  expect(match('(?P<tool>Edit)$', 'toml', 'MultiEdit')).toBe(true);
  expect(match('\\AEdit', 'toml', 'Edit')).toBe(true);
  expect(match('\\AEdit', 'toml', 'MultiEdit')).toBe(false);
  expect(match('Edit\\z', 'toml', 'EditAll')).toBe(false);
  expect(match(String.raw`\ABash\z`, 'toml', 'BashOutput')).toBe(false);
  expect(match('^[[:alpha:]]+$', 'codex', 'Bash')).toBe(true);
  expect(match('^[[:alpha:]]+$', 'codex', 'Bash2')).toBe(false);
});

it.each(['^Bash$', '^(Edit|Write)$', '^(?:Edit|Write)$'])(
  '%s is compared literally, although patterns are searched',
  (text) => {
    for (const style of ['toml', 'gemini'] as const)
      expect(compileMatcher(text, style)).toMatchObject({ ok: true, matcher: { kind: 'names' } });
    expect(compileMatcher('^Edit|Write$', 'toml')).toMatchObject({ matcher: { kind: 'regex' } });
  },
);

it('one matching value of several is enough', () => {
  expect(match('Edit', 'claude', 'apply_patch', 'Edit')).toBe(true);
});

it('reports what is wrong with an invalid pattern', () => {
  expect(compileMatcher('Bash(', 'toml')).toMatchObject({ ok: false });
  expect(compileMatcher('*Bash', 'gemini')).toMatchObject({ ok: false });
});

it.each([
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '^(a*)*$',
  `^${'(a|a)'.repeat(60)}$`,
  `^${'a?'.repeat(60)}${'a'.repeat(60)}$`,
  String.raw`^(a+)\1+$(?<=b)`,
  '^(?=(a+)+$)b',
])('stops %s, which would run forever', (text) => {
  const compiled = compileMatcher(text, 'toml');
  const value = `${'a'.repeat(text.startsWith('^a?') ? 59 : 60)}!`;
  const result = compiled.ok && matches(compiled.matcher, [value, value, value]);
  expect(result).toMatchObject({ matched: false });
});

it('reports a stopped search, and the next one works again', () => {
  const endless = compileMatcher('^(a+)+$', 'toml');
  expect(endless.ok && matches(endless.matcher, [`${'a'.repeat(60)}!`])).toEqual({
    matched: false,
    timedOut: true,
  });
  expect(match('^(a+)+$', 'toml', 'aaa')).toBe(true);
});

it('a search with a time limit finds the same as one without', () => {
  expect(match('^mcp__(.*)__(write|edit).*$', 'toml', 'mcp__files__write_file')).toBe(true);
  expect(match('^mcp__(.*)__(write|edit).*$', 'toml', 'Bash', 'mcp__files__read')).toBe(false);
});

it('never throws and never hangs for patterns of repetitions', () => {
  const piece = fc.constantFrom(
    'a',
    '(a|a)',
    '(a+)',
    '[ab]',
    '.',
    '\\1',
    '(?:a|b)',
    '(?=a)',
    '^',
    '$',
    '|',
  );
  const times = fc.constantFrom('', '*', '+', '?', '{2,}', '+?');
  const pattern = fc
    .array(fc.tuple(piece, times), { maxLength: 6 })
    .map((parts) => parts.flat().join(''));
  fc.assert(
    fc.property(pattern, fc.integer({ min: 0, max: 40 }), (text, length) => {
      const compiled = compileMatcher(`^(${text})*$`, 'toml');
      if (!compiled.ok) return;
      const { matched, timedOut } = matches(compiled.matcher, [`${'a'.repeat(length)}!`]);
      expect(matched && timedOut).toBe(false);
    }),
    { numRuns: 60 },
  );
});

it('never throws for any pattern and any value', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.string()),
      fc.constantFrom(...DIALECT_NAMES),
      (text, values, style) => {
        const compiled = compileMatcher(text, style);
        if (compiled.ok) expect(typeof matches(compiled.matcher, values).matched).toBe('boolean');
      },
    ),
  );
});
