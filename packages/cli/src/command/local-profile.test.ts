import { resolveWorkspace } from '@hookloom/core/settings';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareProfile, profileOf, withProfile } from './local-profile.ts';

const workspace = resolveWorkspace({ cwd: '/home/dev/my shop', env: {} });

test('a profile names the workspace and contains the settings in use, but no secret', () => {
  const profile = profileOf(workspace, {
    MCP_TOOL_PROFILE: 'full',
    MCP_ADMIN_TOKEN: 'adm-1',
    EMBEDDING_API_KEY: 'k-1',
    EMBEDDING_BASE_URL: 'https://ann:pw@models.example/v1',
    EMBEDDING_MODEL: `sk-${'a1B2'.repeat(12)}`,
    HOME: '/home/dev',
    NO_COLOR: '1',
  });
  expect([...profile]).toEqual([
    ['EVENTLOOM_PATH', '/home/dev/my shop/.eventloom'],
    ['EVENTLOOM_THREAD', 'my-shop-default'],
    ['ZAXY_DOMAIN', 'my-shop'],
    ['MCP_TOOL_PROFILE', 'full'],
  ]);
});

test('updating the variables preserves every other line of the file', () => {
  const text = '# mine\r\nexport ZAXY_DOMAIN=old\nMINE="a b"\n';
  expect(
    withProfile(
      text,
      new Map([
        ['ZAXY_DOMAIN', 'shop'],
        ['EVENTLOOM_THREAD', 'it'],
      ]),
    ),
  ).toBe('# mine\nZAXY_DOMAIN=shop\nMINE="a b"\nEVENTLOOM_THREAD=it\n');
});

test('reports different and missing settings without their values', () => {
  const profile = new Map([
    ['EVENTLOOM_PATH', '/a b'],
    ['EVENTLOOM_THREAD', 'it'],
    ['ZAXY_DOMAIN', 'shop'],
    ['MCP_TOOL_PROFILE', 'full'],
  ]);
  const path = "EVENTLOOM_PATH='/a b'\n";
  expect(compareProfile(`${path}export ZAXY_DOMAIN="old"\n`, profile)).toEqual([
    { name: 'EVENTLOOM_PATH', status: 'same' },
    { name: 'EVENTLOOM_THREAD', status: 'missing' },
    { name: 'ZAXY_DOMAIN', status: 'differs' },
  ]);
  const rest = 'EVENTLOOM_THREAD="it"\nZAXY_DOMAIN=shop\nMCP_TOOL_PROFILE=core';
  expect(compareProfile(path + rest, profile).map(({ status }) => status)).toEqual([
    'same',
    'same',
    'same',
    'differs',
  ]);
});

test('a profile equals the one that was written, whatever its values', () => {
  const name = fc.stringMatching(/^[A-Z][A-Z_]{0,8}$/);
  const value = fc.string().filter((text) => !/[\r\n]/.test(text));
  fc.assert(
    fc.property(
      fc.dictionary(name, value, { maxKeys: 5 }),
      fc.constantFrom('', '# note\n'),
      (all, text) => {
        const profile = new Map(Object.entries({ ...all, ZAXY_DOMAIN: 'shop' }));
        const rows = compareProfile(withProfile(text, profile), profile);
        expect(rows.filter(({ status }) => status !== 'same')).toEqual([]);
      },
    ),
  );
});
