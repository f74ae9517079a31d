import { expect, it } from 'vitest';
import { bashEvent, handler, hookEvent } from '../../test/engine-parts.ts';
import { DIALECTS } from '../dialects/index.ts';
import type { Handler } from './handler.ts';
import { isOwnCommand, plan, type PlanRequest } from './plan.ts';

function verdicts(handlers: Handler[], parts: Partial<PlanRequest> = {}): string[] {
  return plan({
    event: bashEvent('ls'),
    type: 'before_tool',
    handlers,
    dialects: DIALECTS,
    runsItself: [],
    isDisabled: () => false,
    trust: () => 'trusted',
    hasRunOnce: () => false,
    tooDeep: false,
    ...parts,
  }).map(({ verdict }) => verdict);
}

it('handlers of other events are not in the plan', () => {
  expect(verdicts([handler({ type: 'stop', event: 'stop' }), handler()])).toEqual(['fires']);
});

it('handlers keep the order of their files, groups and entries', () => {
  const all = [handler(), handler(), handler()];
  const planned = plan({
    event: bashEvent('ls'),
    type: 'before_tool',
    handlers: all,
    dialects: DIALECTS,
    runsItself: [],
    isDisabled: () => false,
    trust: () => 'trusted',
    hasRunOnce: () => false,
    tooDeep: false,
  });
  expect(planned.map(({ handler: one }) => one)).toEqual(all);
});

it('a matcher that does not match keeps a handler from firing', () => {
  const names = { kind: 'names' as const, names: ['Read'] };
  expect(verdicts([handler({ matcher: names, matcherText: '^Read$' })])).toEqual([
    'matcher_differs',
  ]);
});

it('a matcher counts nothing on an event that has nothing to match', () => {
  const names = { kind: 'names' as const, names: ['Read'] };
  const stop = handler({ type: 'stop', event: 'stop', matcher: names });
  expect(verdicts([stop], { event: hookEvent('stop'), type: 'stop' })).toEqual(['fires']);
});

it('a hook whose pattern runs over its time does not fire', () => {
  const matcher = { kind: 'regex' as const, pattern: '^(B?a*s*h*)+$', flags: '' };
  const slow = { kind: 'regex' as const, pattern: '^(a+)+$', flags: '' };
  const event = hookEvent('before_tool', {
    tool: {
      ...bashEvent('ls').tool!,
      name: `${'a'.repeat(60)}!`,
      native_name: `${'a'.repeat(60)}!`,
    },
  });
  expect(
    verdicts([handler({ matcher: slow }), handler({ matcher: slow, critical: true })], { event }),
  ).toEqual(['matcher_timed_out', 'matcher_timed_out']);
  expect(verdicts([handler({ matcher })])).toEqual(['fires']);
});

it('files that the client runs by itself are left to it', () => {
  expect(verdicts([handler({ dialect: 'claude' }), handler()], { runsItself: ['claude'] })).toEqual(
    ['runs_in_client', 'fires'],
  );
});

it('equal definitions run once where their language says so and as often as written elsewhere', () => {
  const twice = (dialect: 'claude' | 'toml'): Handler[] => [
    handler({ dialect, identity: 'sha256:same' }),
    handler({ dialect, identity: 'sha256:same' }),
  ];
  expect(verdicts(twice('claude'))).toEqual(['fires', 'duplicate']);
  expect(verdicts(twice('toml'))).toEqual(['fires', 'fires']);
});

it('project hooks that were never reviewed, or that changed since, do not fire', () => {
  const [fresh, changed] = [handler(), handler()];
  const trust = (one: Handler) => (one === fresh ? 'untrusted' : 'modified');
  expect(verdicts([fresh, changed], { trust })).toEqual(['untrusted', 'modified']);
});

it('once means once in a session', () => {
  expect(verdicts([handler({ once: true })], { hasRunOnce: () => true })).toEqual([
    'already_ran_once',
  ]);
});

it('a switch and a chain of agents keep handlers from firing', () => {
  expect(verdicts([handler()], { isDisabled: () => true })).toEqual(['disabled']);
  expect(verdicts([handler()], { tooDeep: true })).toEqual(['too_deep']);
});

it('our own installed commands are never run as hooks', () => {
  const own = [
    "NODE_EXTRA_CA_CERTS= /usr/bin/node '/opt/hook loom/hook.cjs' hook claude-code --session-id s",
    'hookloom hook codex',
    'npx zaxy hook-event stop',
  ];
  for (const command of own)
    expect(isOwnCommand(handler({ action: { kind: 'shell', command } }))).toBe(true);
  const theirs = ['hookloom verify', './my-hook.cjs', 'echo hook claude-code', './hooks/hook.sh'];
  for (const command of theirs)
    expect(isOwnCommand(handler({ action: { kind: 'shell', command } }))).toBe(false);
});
