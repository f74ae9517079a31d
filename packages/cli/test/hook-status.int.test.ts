import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCommand } from './command-line.ts';
import { freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

const OBSERVED = [
  ['command', '--command', 'npm test', '--exit-code', '0'],
  ['file-edit', '--path', 'src/a.ts'],
  ['tool-call', '--tool-name', 'Read'],
  ['transcript-turn', '--role', 'user', '--content', 'Go on.'],
];

it('hook-status in a folder without a log says how to begin, and creates nothing', async () => {
  const ran = await folder.run(['hook-status']);
  expect(ran.status).toBe(0);
  expect(ran.stdout).toContain('No client is connected. Run `hookloom init`.');
  expect(fs.readdirSync(folder.path)).toEqual([]);
});

it('hook-status reads a heartbeat, and fails only if a running watcher is required', async () => {
  startCommand(folder, ['hook-event', 'heartbeat', '--source', 'manual']);
  const status = (await folder.json(['hook-status'])) as Record<string, any>;
  expect(status['latest_event']).toMatchObject({
    type: 'hook.heartbeat',
    thread: 'shop-default',
    source: 'manual',
    trigger: 'heartbeat',
  });
  expect((await folder.run(['hook-status', '--require-capture-running'])).status).toBe(1);
});

it('hook-status and capture-soak read the given folder and log', async () => {
  fs.mkdirSync(path.join(folder.path, 'shop/.claude'), { recursive: true });
  const hook = { type: 'command', command: 'zaxy hook-event stop' };
  folder.write(
    'shop/.claude/settings.json',
    JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } }),
  );
  for (const words of OBSERVED)
    startCommand(folder, ['hook-event', ...words, '--eventloom-path', 'elsewhere']);
  const place = ['--workspace-root', 'shop', '--eventloom-path', 'elsewhere'];
  const status = (await folder.json(['hook-status', ...place])) as Record<string, any>;
  expect(status['clients']['claude-code']).toMatchObject({
    installed: true,
    hooks: [{ transport: 'sink', events: 1 }],
  });
  expect(status['capture_readiness']).toMatchObject({ status: 'ok', actions: [] });
  const soak = (await folder.json(['capture-soak', ...place])) as Record<string, any>;
  expect(soak).toMatchObject({ status: 'pass', latest_seq: 4, beta_criteria: { status: 'pass' } });
  expect((await folder.run(['capture-soak', ...place])).status).toBe(0);
  expect((await folder.run(['capture-soak', ...place, '--max-stale-minutes=0'])).status).toBe(1);
  expect((await folder.run(['capture-soak', ...place, '--max-stale-minutes=-1'])).status).toBe(0);
  expect((await folder.run(['capture-soak', ...place, '--session-id', 'other'])).status).toBe(1);
});

it('hook-status fits a terminal of 80 columns', async () => {
  await folder.run(['init', '--preset', 'local-claude']);
  startCommand(folder, ['hook-event', 'heartbeat']);
  const lines = (await folder.run(['hook-status'])).stdout.split('\n');
  const ours = lines.filter((line) => !line.includes(folder.path));
  expect(ours.filter((line) => line.length > 80)).toEqual([]);
});

it('hook-status does not count a client whose hooks are switched off, and says where they are', async () => {
  await folder.run(['init', '--preset', 'local-claude']);
  const client = async () => (await folder.json(['hook-status'])).clients['claude-code'];
  expect(await client()).toMatchObject({ installed: true, off: [] });
  fs.writeFileSync(path.join(folder.path, '.claude/settings.json'), '{"disableAllHooks":true}');
  expect(await client()).toMatchObject({
    installed: false,
    off: [{ reason: 'disableAllHooks is true' }],
  });
  const { stdout } = await folder.run(['hook-status']);
  expect(stdout).toContain('switched off');
  expect(stdout).toContain('.claude/settings.json: disableAllHooks is true');
  const { rows } = await folder.json(['doctor']);
  expect(rows.find(({ id }: { id: string }) => id === 'capture_health').message).toContain(
    'No client runs the Hookloom hooks: disableAllHooks is true in ',
  );
});
