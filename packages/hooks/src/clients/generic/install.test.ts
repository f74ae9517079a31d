import { expect, it } from 'vitest';
import { genericHookCommand, isOurGenericCommand } from './install.ts';

it('the command of an unknown client names its event, quoted if necessary', () => {
  expect(genericHookCommand('hookloom hook generic')).toBe('hookloom hook generic');
  expect(genericHookCommand('hookloom hook generic', 'pre-tool-use')).toBe(
    'hookloom hook generic pre-tool-use',
  );
  expect(genericHookCommand('hookloom hook generic', 'thread/started')).toBe(
    'hookloom hook generic thread/started',
  );
  expect(genericHookCommand('hookloom hook generic', "a'; rm b")).toBe(
    String.raw`hookloom hook generic 'a'\''; rm b'`,
  );
});

it('Our own command is known from others', () => {
  expect(
    ['hookloom hook generic stop', 'zaxy hook-event stop', "'/opt/hook.cjs' hook generic"].map(
      isOurGenericCommand,
    ),
  ).toEqual([true, true, true]);
  expect(['webhook generic', 'git hook generic', undefined].map(isOurGenericCommand)).toEqual([
    false,
    false,
    false,
  ]);
});
