import { expect, it } from 'vitest';
import { bashEvent, handler, hookEvent } from '../../test/engine-parts.ts';
import type { Handler } from './handler.ts';
import { isOwnCommand } from '../found/own-command.ts';
import { plan, type PlanRequest } from './plan.ts';

function verdicts(handlers: Handler[], parts: Partial<PlanRequest> = {}): string[] {
  return plan({
    event: bashEvent('ls'),
    type: 'before_tool',
    handlers,
    runsItself: [],
    isDisabled: () => false,
    trust: () => 'trusted',
    hasRunOnce: () => false,
    tooDeep: false,
    ...parts,
  }).map(({ verdict }) => verdict);
}

it('omits handlers of other events', () => {
  expect(verdicts([handler({ type: 'stop', event: 'stop' }), handler()])).toEqual(['fires']);
});

it('keeps the order of files, groups and entries', () => {
  const all = [handler(), handler(), handler()];
  const planned = plan({
    event: bashEvent('ls'),
    type: 'before_tool',
    handlers: all,
    runsItself: [],
    isDisabled: () => false,
    trust: () => 'trusted',
    hasRunOnce: () => false,
    tooDeep: false,
  });
  expect(planned.map(({ handler: one }) => one)).toEqual(all);
});

it('a matcher that does not match prevents a handler from running', () => {
  const names = { kind: 'names' as const, names: ['Read'] };
  expect(verdicts([handler({ matcher: names, matcherText: '^Read$' })])).toEqual([
    'matcher_differs',
  ]);
});

it('ignores a matcher on an event without a matcher value', () => {
  const names = { kind: 'names' as const, names: ['Read'] };
  const stop = handler({ type: 'stop', event: 'stop', matcher: names });
  expect(verdicts([stop], { event: hookEvent('stop'), type: 'stop' })).toEqual(['fires']);
});

it('a hook whose pattern exceeds its time limit does not run', () => {
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

it('leaves files to a client that runs them itself', () => {
  expect(verdicts([handler({ dialect: 'claude' }), handler()], { runsItself: ['claude'] })).toEqual(
    ['runs_in_client', 'fires'],
  );
});

it('equal definitions run once if their language says so, and otherwise as often as written', () => {
  const twice = (dialect: 'claude' | 'toml'): Handler[] => [
    handler({ dialect, identity: 'sha256:same' }),
    handler({ dialect, identity: 'sha256:same' }),
  ];
  expect(verdicts(twice('claude'))).toEqual(['fires', 'duplicate']);
  expect(verdicts(twice('toml'))).toEqual(['fires', 'fires']);
});

it('project hooks that were never reviewed, or that changed since, do not run', () => {
  const [fresh, changed] = [handler(), handler()];
  const trust = (one: Handler) => (one === fresh ? 'untrusted' : 'modified');
  expect(verdicts([fresh, changed], { trust })).toEqual(['untrusted', 'modified']);
});

it('once means once per session', () => {
  expect(verdicts([handler({ once: true })], { hasRunOnce: () => true })).toEqual([
    'already_ran_once',
  ]);
});

it('a switch and a chain of agents prevent handlers from running', () => {
  expect(verdicts([handler()], { isDisabled: () => true })).toEqual(['disabled']);
  expect(verdicts([handler()], { tooDeep: true })).toEqual(['too_deep']);
});

it('our own installed commands never run as hooks', () => {
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
