import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

const init = (words: string[], env: Record<string, string> = {}) =>
  folder.run(['init', '--preset', 'local-codex', ...words], { env });

test.each([
  ['--projection-backend', 'redis', 'Allowed choices are embedded, postgres, neo4j'],
  ['--capture-mode', 'packet', 'Use deterministic'],
  ['--capture-mode', 'hybrid', 'Use deterministic'],
  ['--zaxy-executable', '/nowhere/zaxy', 'is not an executable program'],
  ['--codex-mcp-install', 'project', 'Pass --codex-trusted-project'],
  ['--preset', 'local-vim', 'Allowed choices'],
])('refuses %s %s and writes nothing', async (option, value, says) => {
  const { status, stderr } = await init([option, value]);
  expect(status).not.toBe(0);
  expect(stderr).toContain(says);
  expect(folder.snapshot()).toEqual({});
});

test.each([
  ['postgres', {}, 'PROJECTION_BACKEND=postgres needs the address of a database.', '_URL_FILE'],
  [
    'postgres',
    { HOOKLOOM_PROJECTION_URL: 'postgresql://ann@127.0.0.1:9/shop' },
    'The projection store cannot be reached.',
    'Start the server',
  ],
  ['neo4j', {}, 'PROJECTION_BACKEND=neo4j needs a password.', 'Set NEO4J_PASSWORD'],
] as const)(
  'writes a memory in %s to the local profile, and says what to set for it (%j)',
  async (backend, env, reason, remedy) => {
    const words = ['--projection-backend', backend, '--local-profile-output', '.env.local'];
    const { status, stdout } = await init(words, env);
    expect(status).toBe(0);
    const said = stdout.replace(/\s+/g, ' ');
    expect(said).toContain(`Set PROJECTION_BACKEND=${backend} where you start your clients.`);
    expect(said).toContain(reason);
    expect(said).toContain(remedy);
    expect(folder.read('.env.local')).toContain(`PROJECTION_BACKEND=${backend}\n`);
    // Settings of clients also serve other workspaces.
    expect(folder.read('.codex/config.toml')).not.toContain('PROJECTION_BACKEND');
    expect(folder.read('.codex/hooks.json')).not.toContain('PROJECTION_BACKEND');
  },
);

test('says nothing about settings for the embedded memory', async () => {
  const { status, stdout } = await init(['--projection-backend', 'embedded']);
  expect(status).toBe(0);
  expect(stdout).not.toContain('PROJECTION_BACKEND');
  expect(folder.snapshot()).toHaveProperty([path.join('.eventloom', 'project.json')]);
});
