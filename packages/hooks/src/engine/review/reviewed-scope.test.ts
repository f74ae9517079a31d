import { expect, it } from 'vitest';
import type { Handler, Layer } from '../handler.ts';
import { isOwned, scopeOf } from './reviewed-scope.ts';

const PROJECT = '/home/dev/shop';
const INSIDE = `${PROJECT}/.hookloom/hooks.toml`;
const OUTSIDE = '/home/dev/.hookloom/hooks.toml';
const fileOf = (layer: Layer, path: string) => ({ layer, path, dialect: 'toml' as const });
const scope = (layer: Layer, path: string, critical: boolean) =>
  scopeOf({ source: { file: fileOf(layer, path) }, critical } as Handler, PROJECT);

it.each([
  // A user's folder may be inside of the project that is open, such as a home directory under version control.
  ['user', INSIDE, true],
  ['user', OUTSIDE, true],
  ['managed', '/etc/hookloom/hooks.toml', true],
  ['project', INSIDE, false],
  // A worktree or a linked folder: the layer decides, not the path.
  ['project', OUTSIDE, false],
  ['local', INSIDE, false],
  ['local', OUTSIDE, true],
] as const)('whether a file of layer %s at %s belongs to the user: %s', (layer, path, owned) => {
  expect(isOwned(fileOf(layer, path), PROJECT)).toBe(owned);
});

it('runs a hook of the project only after a review, critical or not', () => {
  for (const critical of [true, false]) {
    expect(scope('project', OUTSIDE, critical)).toBe('project');
    expect(scope('local', INSIDE, critical)).toBe('project');
  }
});

it('records a critical hook of the user, and no other', () => {
  expect(scope('user', OUTSIDE, true)).toBe('user');
  expect(scope('user', OUTSIDE, false)).toBeNull();
  expect(scope('managed', '/etc/hookloom/hooks.toml', true)).toBeNull();
});
