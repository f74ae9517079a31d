import { expect, test } from 'vitest';
import { resolveWorkspace } from './workspace.ts';

test('by default a workspace has its log in .eventloom and its session is named after the folder', () => {
  expect(resolveWorkspace({ cwd: '/home/dev/My Project', env: {} })).toEqual({
    root: '/home/dev/My Project',
    eventloomDir: '/home/dev/My Project/.eventloom',
    domain: 'my-project',
    session: 'my-project-default',
  });
});

test('the environment decides if there is no flag', () => {
  const env = { EVENTLOOM_PATH: '../logs', EVENTLOOM_THREAD: 'agent-7', ZAXY_DOMAIN: 'Shop' };
  expect(resolveWorkspace({ cwd: '/home/dev/app', env })).toEqual({
    root: '/home/dev/app',
    eventloomDir: '/home/dev/logs',
    domain: 'shop',
    session: 'agent-7',
  });
});

test('flags take precedence over the environment', () => {
  const env = { EVENTLOOM_PATH: '/a', EVENTLOOM_THREAD: 'b', ZAXY_DOMAIN: 'c' };
  expect(
    resolveWorkspace({ cwd: '/w', env, eventloomPath: '/x/y', domain: 'd', sessionId: 'e' }),
  ).toEqual({ root: '/w', eventloomDir: '/x/y', domain: 'd', session: 'e' });
});

test('a session name that could leave the directory is refused', () => {
  expect(() => resolveWorkspace({ cwd: '/w', env: { EVENTLOOM_THREAD: '../../etc' } })).toThrow(
    'Not a session id',
  );
});
