/** Creates each fault on purpose: the row reports it with its reason and a command, and that command fixes it. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BIN } from './command-line.ts';
import { append, freshFolder, knownToken, type Folder } from './folder.ts';
import { runInProcess } from './in-process.ts';
import { sha256Hex } from '@hookloom/core';

let folder: Folder;
let env: Record<string, string>;
beforeEach(() => {
  folder = freshFolder();
  const state = path.join(folder.path, 'state');
  fs.mkdirSync(state, { mode: 0o700 });
  process.env['HOOKLOOM_STATE_DIR'] = state;
  env = {
    PATH: `${at('bin')}:/usr/bin:/bin`,
    HOME: path.join(folder.path, 'home'),
    ZAXY_DOMAIN: 'shop',
    HOOKLOOM_STATE_DIR: state,
    HOOKLOOM_WORKER_AUTOSTART: 'false',
  };
  fs.mkdirSync(env['HOME']!);
  fs.mkdirSync(at('bin'));
  fs.writeFileSync(at('bin', 'claude'), '#!/bin/sh\necho 2.0.0\n', { mode: 0o755 });
});
afterEach(() => {
  delete process.env['HOOKLOOM_STATE_DIR'];
  folder.remove();
});

interface Row {
  id: string;
  status: string;
  message: string;
  why: string;
  command: string | null;
}

async function row(id: string): Promise<Row> {
  const { stdout } = await runInProcess(['doctor', '--json'], { cwd: folder.path, env });
  const { rows } = JSON.parse(stdout) as { rows: Row[] };
  return rows.find((one) => one.id === id)!;
}

const at = (...names: string[]): string => path.join(folder.path, ...names);
const connect = () => folder.run(['init', '--preset', 'local-claude'], { env });
const edit = (file: string, change: (text: string) => string): void =>
  folder.write(file, change(folder.read(file)));

const FAULTS: [id: string, make: () => void | Promise<void>][] = [
  [
    'permissions',
    async () => {
      await append(folder, 'decision.made', { title: 'Use JSONL' });
      fs.chmodSync(at('.eventloom', 'shop-default.jsonl'), 0o644);
    },
  ],
  ['token', () => fs.writeFileSync(at('state', 'worker-token'), 'a'.repeat(64), { mode: 0o644 })],
  [
    'log_integrity',
    async () => {
      await append(folder, 'decision.made', { title: 'Use JSONL' });
      fs.appendFileSync(at('.eventloom', 'shop-default.jsonl'), '{"id":"evt_torn');
    },
  ],
  [
    'inbox',
    async () => {
      await append(folder, 'decision.made', { title: 'Use JSONL' });
      fs.mkdirSync(at('.eventloom', 'inbox', 'raw'), { recursive: true, mode: 0o700 });
      const payload = { hook_event_name: 'Stop', session_id: 's', cwd: folder.path };
      const file = at('.eventloom', 'inbox', 'raw', 'claude-code.Stop.1763712000.1.json');
      fs.writeFileSync(file, JSON.stringify(payload), { mode: 0o600 });
    },
  ],
  [
    'worker',
    () => {
      const told = { port: 1, pid: 2_000_000_000, startedAt: 0, version: '9', secretDigest: '0' };
      fs.writeFileSync(at('state', 'worker.json'), JSON.stringify(told), { mode: 0o600 });
    },
  ],
  [
    'embedded_mcp_runtime',
    async () => {
      await append(folder, 'decision.made', { title: 'Use JSONL' });
      fs.mkdirSync(at('.eventloom', 'runtime'), { recursive: true, mode: 0o700 });
      folder.write('.eventloom/runtime/zaxy-embedded-owner.json', '{"pid":2000000000}');
    },
  ],
  [
    'client.claude-code',
    async () => {
      await connect();
      edit('.claude/settings.local.json', (text) =>
        text.replaceAll(/[^" ]+hookloom-hook/g, '/gone/hookloom-hook'),
      );
    },
  ],
  [
    'launcher',
    async () => {
      await connect();
      edit('home/.hookloom/bin/hookloom-hook', (text) =>
        text.replace(/^node=.*/m, "node='/gone/it'\\''s here/node'"),
      );
    },
  ],
  [
    'mcp.claude-code',
    async () => {
      await connect();
      edit('.mcp.json', (text) => text.replace('hookloom-hook serve', 'hookloom-gone serve'));
    },
  ],
  [
    'mcp.codex',
    () => {
      fs.mkdirSync(at('.codex'));
      folder.write(
        '.codex/config.toml',
        '[mcp_servers.hookloom]\nurl = "http://127.0.0.1:1/mcp"\n',
      );
    },
  ],
  [
    'double_firing',
    async () => {
      await connect();
      const theirs = [{ hooks: [{ type: 'command', command: 'hookloom hook claude-code' }] }];
      folder.write('.claude/settings.json', JSON.stringify({ hooks: { Stop: theirs } }));
    },
  ],
  [
    'team',
    async () => {
      await append(folder, 'decision.made', { title: 'Use JSONL' });
      const { id } = JSON.parse(folder.read('.eventloom/project.json')) as { id: string };
      const team = at('state', 'team', sha256Hex(id).slice(0, 16));
      fs.mkdirSync(team, { recursive: true, mode: 0o700 });
      const last = { at: '2026-01-01T00:00:00Z', error: 'Your access has ended.' };
      const ended = { ...last, remedy: 'Ask an admin.', isRefused: true };
      const state = { project: 'shop', writer: 'ann@a', send: 'memory', last: ended, heads: {} };
      fs.writeFileSync(path.join(team, 'state.json'), JSON.stringify(state), { mode: 0o600 });
    },
  ],
  [
    'settings',
    () => {
      env['HOOKLOOM_WORKER_PROT'] = '4000';
      const kept = { CLAUDE_MEM_LOG_LEVEL: 'LOUD' };
      fs.writeFileSync(at('state', 'settings.json'), JSON.stringify(kept), { mode: 0o600 });
    },
  ],
  [
    'share.key',
    async () => {
      await share();
      fs.rmSync(at('state', 'share-key.pem'));
    },
  ],
  [
    'share.lines',
    async () => {
      const file = await share();
      for (const words of ['init -q', 'add .', 'commit -qm share'])
        spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words.split(' ')], {
          cwd: folder.path,
        });
      fs.appendFileSync(file, '{"id":\n');
    },
  ],
];

/** Shares a decision, and returns the file with it. */
async function share(): Promise<string> {
  await append(folder, 'decision.made', { decision: 'Use JSONL' });
  const init = ['share', 'init', '--author', 'ann'];
  expect(await folder.run(init, { env })).toMatchObject({ status: 0 });
  const publish = ['share', 'publish', '--yes'];
  expect(await folder.asPerson(publish, { env })).toMatchObject({ status: 0 });
  const names = fs.readdirSync(at('.hookloom'), { recursive: true, encoding: 'utf8' });
  return at(
    '.hookloom',
    names.find((name) => name.endsWith('.jsonl'))!,
  );
}

it.each(FAULTS)('doctor reports the fault %s, and its row says how to fix it', async (id, make) => {
  await make();
  const told = await row(id);
  expect(['warning', 'error'], JSON.stringify(told)).toContain(told.status);
  expect(told.message).not.toBe('');
  expect(told.why).not.toBe('');
  const program = at('bin', 'hookloom');
  fs.writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`, {
    mode: 0o755,
  });
  // Only a person may leave a team.
  const person = id === 'team' ? knownToken(env) : { args: [], env: {} };
  const fix = [told.command, ...person.args].join(' ');
  const typed = `{ ${fix}\n} >&2 && hookloom doctor --json`;
  const options = {
    cwd: folder.path,
    env: { ...env, ...person.env },
    input: '',
    encoding: 'utf8',
  } as const;
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', typed], options);
  expect(stdout, stderr).not.toBe('');
  const left = (JSON.parse(stdout) as { rows: Row[] }).rows.find((one) => one.id === id);
  expect(left ?? { status: 'ok' }).toMatchObject({ status: 'ok' });
});

it('launcher: reports a deleted package by its hook file, and reconnecting finds the current package', async () => {
  await connect();
  edit('home/.hookloom/bin/hookloom-hook', (text) =>
    text.replace(/^home=.*/m, 'home=/gone/hookloom'),
  );
  const told = await row('launcher');
  expect(told.message).toContain('/gone/hookloom/dist/hook.cjs');
  await folder.run(told.command!.split(' ').slice(1), { env });
  expect(await row('launcher')).toMatchObject({ status: 'ok' });
});

it('package: recognises both commands on the PATH, a missing one, and another program', async () => {
  const bin = at('bin');
  fs.symlinkSync(BIN, path.join(bin, 'hookloom'));
  expect((await row('package')).message).toContain('not on the PATH: zaxy.');
  fs.writeFileSync(path.join(bin, 'zaxy'), '#!/bin/sh\n', { mode: 0o755 });
  expect((await row('package')).message).toContain(`but on the PATH zaxy is ${bin}/zaxy.`);
  fs.rmSync(path.join(bin, 'zaxy'));
  fs.symlinkSync(BIN, path.join(bin, 'zaxy'));
  expect((await row('package')).status).toBe('ok');
});

it('port: reports another program on it, and the started worker uses another port', async () => {
  const callers = new Set<net.Socket>();
  const silent = net.createServer((socket) => void callers.add(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', () => resolve()));
  const { port } = silent.address() as net.AddressInfo;
  const told = { port, pid: 2_000_000_000, startedAt: 0, version: '9', secretDigest: '0' };
  fs.writeFileSync(at('state', 'worker.json'), JSON.stringify(told), { mode: 0o600 });
  env['HOOKLOOM_WORKER_PORT'] = String(port);
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [BIN, ...args], { cwd: folder.path, env, encoding: 'utf8' });
  try {
    const fault = await row('port');
    expect(fault).toMatchObject({ status: 'warning', command: 'hookloom up --detach' });
    expect(run(...fault.command!.split(' ').slice(1))).toMatchObject({ status: 0, stderr: '' });
    expect(await row('port')).toMatchObject({ status: 'ok' });
    expect((await row('worker')).message).toMatch(/ is running on port \d+ /);
  } finally {
    run('down');
    for (const caller of callers) caller.destroy();
    silent.on('connection', (late) => late.destroy());
    await new Promise<void>((resolve) => silent.close(() => resolve()));
  }
});
