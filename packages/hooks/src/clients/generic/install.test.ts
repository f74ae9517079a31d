import { expect, it } from 'vitest';
import { genericHookCommand } from './install.ts';

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
