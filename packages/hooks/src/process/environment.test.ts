import { expect, it } from 'vitest';
import { handlerEnvironment, hookDepth, MAX_HOOK_DEPTH } from './environment.ts';

const request = {
  base: {},
  dialect: {},
  handlerEnv: {},
  session: {},
  projectDir: '/p',
  eventCwd: '/p/src',
  envFile: null,
  depth: 0,
};

it('a handler gets the project under both documented names, the folder of the event and its depth', () => {
  expect(handlerEnvironment({ ...request, base: { PATH: '/bin', EMPTY: undefined } })).toEqual({
    PATH: '/bin',
    CLAUDE_PROJECT_DIR: '/p',
    CODEX_PROJECT_DIR: '/p',
    HOOKLOOM_EVENT_CWD: '/p/src',
    HOOKLOOM_HOOK_DEPTH: '1',
  });
});

it("omits the client's own sockets and tokens, and passes on keys of the user", () => {
  const base = {
    CLAUDE_CODE_MESSAGING_TOKEN: 'x',
    MCP_ADMIN_TOKEN: 'y',
    ANTHROPIC_API_KEY: 'z',
    CLAUDE_ENV_FILE: '/old',
  };
  const env = handlerEnvironment({ ...request, base });
  expect(Object.keys(env).sort()).toEqual([
    'ANTHROPIC_API_KEY',
    'CLAUDE_PROJECT_DIR',
    'CODEX_PROJECT_DIR',
    'HOOKLOOM_EVENT_CWD',
    'HOOKLOOM_HOOK_DEPTH',
  ]);
});

it("the user's Node options reach the user's hooks, but not our own Node", () => {
  const aside = { HOOKLOOM_NODE_OPTIONS: '--max-old-space-size=99', NODE_OPTIONS: '' };
  const env = handlerEnvironment({ ...request, base: { ...aside, NODE_EXTRA_CA_CERTS: '' } });
  expect(env).toMatchObject({ NODE_OPTIONS: '--max-old-space-size=99' });
  expect(Object.keys(env)).not.toContain('HOOKLOOM_NODE_OPTIONS');
  expect(Object.keys(env)).not.toContain('NODE_EXTRA_CA_CERTS');
});

it('session variables come first, then those of the hook file, then documented ones', () => {
  const env = handlerEnvironment({
    ...request,
    session: { A: 'session', B: 'session', CODEX_PROJECT_DIR: '/elsewhere' },
    handlerEnv: { B: 'file', 'not a name': 'x' },
    envFile: '/tmp/e.env',
  });
  expect(env).toMatchObject({
    A: 'session',
    B: 'file',
    CODEX_PROJECT_DIR: '/p',
    CLAUDE_ENV_FILE: '/tmp/e.env',
  });
  expect(env).not.toHaveProperty('not a name');
});

it('a depth that is not a number counts as too deep', () => {
  expect([
    hookDepth({}),
    hookDepth({ HOOKLOOM_HOOK_DEPTH: '2' }),
    hookDepth({ HOOKLOOM_HOOK_DEPTH: 'x' }),
  ]).toEqual([0, 2, MAX_HOOK_DEPTH]);
});
