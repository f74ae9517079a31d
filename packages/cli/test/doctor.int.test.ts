import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BIN } from './command-line.ts';
import { append, freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

interface Row {
  id: string;
  status: string;
  message: string;
  why: string;
  command: string | null;
  repaired?: string;
}

async function rows(...args: string[]): Promise<Record<string, Row>> {
  const { rows: all } = (await folder.json(['doctor', ...args])) as { rows: Row[] };
  return Object.fromEntries(all.map((row) => [row.id, row]));
}
const log = (): string => folder.read('.eventloom/shop-default.jsonl');

describe('doctor', () => {
  it('changes nothing, in an empty folder and in a connected one', async () => {
    const before = folder.snapshot();
    expect((await rows())['capture_health']).toMatchObject({
      status: 'warning',
      command: 'hookloom init',
    });
    expect(folder.snapshot()).toEqual(before);
    await folder.run(['init', '--preset', 'local-claude']);
    const connected = log();
    await folder.run(['doctor']);
    expect(log()).toBe(connected);
  });

  it('creates nothing in an unconnected folder if the user connected Codex to our server', async () => {
    const home = path.join(folder.path, 'home');
    fs.mkdirSync(path.join(home, '.codex'), { recursive: true });
    const server = `command = "node"\nargs = [${JSON.stringify(BIN)}, "serve"]\n`;
    folder.write('home/.codex/config.toml', `[mcp_servers.hookloom]\n${server}`);
    fs.mkdirSync(path.join(folder.path, 'project'));
    const before = folder.snapshot();
    const env = { HOME: home, HOOKLOOM_STATE_DIR: path.join(home, 'state') };
    const { rows: all } = (await folder.json(['doctor'], { env, cwd: 'project' })) as {
      rows: Row[];
    };
    const row = all.find(({ id }) => id === 'mcp.codex');
    expect(row?.message).toMatch(/reaches Hookloom memory \S+: \d+ tools in/);
    expect(folder.snapshot()).toEqual(before);
  });

  it('starts the server with the log that --eventloom-path names', async () => {
    const home = path.join(folder.path, 'home');
    fs.mkdirSync(path.join(home, '.codex'), { recursive: true });
    for (const name of ['other', 'project']) fs.mkdirSync(path.join(folder.path, name));
    await folder.run(['init-session', '.'], { cwd: 'other' });
    const script = `process.stdin.on("data", (text) => { const id = /"id":2/.test(text) ? 2 : 1; console.log(JSON.stringify({ id, result: { tools: [], serverInfo: { name: process.env.EVENTLOOM_PATH, version: "" } } })) })`;
    folder.write('hookloom.cjs', script);
    const server = `command = "node"\nargs = [${JSON.stringify(`${folder.path}/hookloom.cjs`)}, "serve"]\n`;
    folder.write('home/.codex/config.toml', `[mcp_servers.hookloom]\n${server}`);
    const other = path.join(folder.path, 'other/.eventloom');
    const { rows: all } = (await folder.json(['doctor', '--eventloom-path', other], {
      cwd: 'project',
      env: { HOME: home },
    })) as { rows: Row[] };
    expect(all.find(({ id }) => id === 'mcp.codex')?.message).toContain(`reaches ${other}`);
  });

  it('reaches the configured server of a connected client, and recognises its hooks', async () => {
    await folder.run(['init', '--preset', 'local-claude']);
    const told = await rows('--client', 'claude-code');
    expect(told['mcp.claude-code']?.message).toMatch(/reaches Hookloom memory \S+: \d+ tools in/);
    expect(told['client.claude-code']?.message).toContain('hooks for 11 events; no event yet');
    expect(told['log_integrity']?.status).toBe('ok');
  });

  it('with --live fires each event that a hook file uses, and reports which hooks ran', async () => {
    const home = path.join(folder.path, 'home');
    fs.mkdirSync(path.join(home, '.hookloom'), { recursive: true });
    const init = ['init', '--preset', 'local-codex', '--codex-trusted-project'];
    await folder.run(init, { env: { HOME: home } });
    const hook = (event: string, more = ''): string =>
      `[[hooks.${event}]]\ncommand = ["true"]\n${more}`;
    const hooks =
      hook('pre_tool_use', 'matcher = "^Write$"\n') +
      hook('post_tool_use_failure') +
      hook('stop') +
      hook('task_completed');
    fs.writeFileSync(path.join(home, '.hookloom/hooks.toml'), hooks);
    const { rows: all } = (await folder.json(['doctor', '--client', 'codex', '--live'], {
      env: { HOME: home },
    })) as { rows: Row[] };
    const fired = all.filter(({ id }) => id.startsWith('live.codex.'));
    expect(fired.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'live.codex.PreToolUse ok',
      'live.codex.PostToolUse ok',
      'live.codex.Stop ok',
    ]);
    expect(fired[0]!.message).toBe('PreToolUse: home/.hookloom/hooks.toml:1 ran (silent).');
    expect(log()).not.toContain('A trial of hookloom doctor');
  });

  it('names an event that a hook file uses and a client does not send, until it is registered', async () => {
    await folder.run(['init', '--preset', 'local-claude']);
    fs.mkdirSync(path.join(folder.path, '.hookloom'), { recursive: true });
    folder.write('.hookloom/hooks.toml', '[[hooks.task_completed]]\ncommand = ["true"]\n');
    expect((await rows())['events.claude-code']).toMatchObject({
      status: 'error',
      command: 'hookloom hooks register',
    });
    await folder.run(['hooks', 'register']);
    expect((await rows())['events.claude-code']?.status).toBe('ok');
  });

  it('sends a probe through the configured command and finds it in the log, attributed to no person', async () => {
    await folder.run(['init', '--preset', 'local-claude']);
    const live = (await rows('--client', 'claude-code', '--live'))['live.claude-code']!;
    expect(live.message).toMatch(/reached the log after \d+ ms \(eventloom:\/\/shop-default/);
    const event = JSON.parse(log().trimEnd().split('\n').at(-1)!) as {
      type: string;
      payload: Record<string, unknown>;
    };
    expect(event.type).toBe('hook.heartbeat');
    expect(event.payload['session_id']).toMatch(/^hookloom-doctor-/);
    const status = (await folder.json(['hook-status'])) as { latest_event: unknown };
    expect(status.latest_event).toMatchObject({ type: 'hook.heartbeat', source: 'init' });
  });

  it('reports that a probe did not arrive if the installed command cannot run', async () => {
    await folder.run(['init', '--preset', 'local-claude']);
    const file = '.claude/settings.local.json';
    folder.write(file, folder.read(file).replaceAll(/[^" ]+hookloom-hook/g, '/gone/hookloom-hook'));
    const told = await rows('--client', 'claude-code', '--live');
    expect(told['live.claude-code']).toMatchObject({ status: 'error' });
    expect(told['client.claude-code']).toMatchObject({
      status: 'error',
      message: 'Claude Code: the hook command needs /gone/hookloom-hook, which no longer exists.',
      command: 'hookloom init --preset local-claude --force',
    });
  });

  it('runs nothing that a repository put in place of our server', async () => {
    const args = ['-e', "require('node:fs').writeFileSync('started', '')"];
    folder.write(
      '.mcp.json',
      JSON.stringify({ mcpServers: { hookloom: { command: process.execPath, args } } }),
    );
    expect((await rows())['mcp.claude-code']).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('is not our own call, so it was not started') as unknown,
    });
    expect(fs.existsSync(path.join(folder.path, 'started'))).toBe(false);
  });

  it('names a settings file that the client cannot read, and fails only with --release-smoke', async () => {
    fs.mkdirSync(path.join(folder.path, '.claude'));
    folder.write('.claude/settings.json', '{ "hooks": ');
    const ran = await folder.run(['doctor']);
    expect(ran.stdout).toContain('settings.json: it is not JSON');
    expect(ran.status).toBe(0);
    expect((await folder.run(['doctor', '--release-smoke'])).status).toBe(1);
  });

  it('requires complete capture with --beta-readiness, and a validation report on request', async () => {
    await append(folder, 'decision.made', { title: 'Use JSONL' });
    folder.write('report.json', '{"status":"pass"}');
    const told = await rows('--beta-readiness', '--external-validation-report', 'report.json');
    expect(told['beta_criteria']).toMatchObject({
      status: 'error',
      command: 'hookloom capture-soak',
    });
    expect(told['external_validation']?.status).toBe('ok');
    const required = await rows('--beta-readiness', '--require-external-validation');
    expect(required['external_validation']?.status).toBe('error');
    expect((await folder.run(['doctor', '--beta-readiness', '--release-smoke'])).status).not.toBe(
      0,
    );
  });

  it('fits a terminal of 80 columns', async () => {
    await folder.run(['init', '--preset', 'local-claude']);
    const wide = (await folder.run(['doctor'])).stdout.split('\n');
    const commands = wide.filter((line) => !line.trimStart().startsWith('$ '));
    const paths = commands.filter((line) => !line.includes(folder.path));
    expect(paths.filter((line) => line.length > 80)).toEqual([]);
  });
});

describe('doctor --repair', () => {
  it('makes files private that others can read, and says so', async () => {
    await append(folder, 'decision.made', { title: 'Use JSONL' });
    fs.chmodSync(path.join(folder.path, '.eventloom'), 0o755);
    fs.chmodSync(path.join(folder.path, '.eventloom/shop-default.jsonl'), 0o644);
    expect((await rows())['permissions']).toMatchObject({
      status: 'warning',
      command: 'hookloom doctor --repair',
    });
    expect((await rows('--repair'))['permissions']).toMatchObject({
      status: 'ok',
      repaired: 'made 2 of 2 private',
    });
    const { mode } = fs.statSync(path.join(folder.path, '.eventloom/shop-default.jsonl'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('does not follow a link that was planted in the log folder', async () => {
    await append(folder, 'decision.made', { title: 'Use JSONL' });
    folder.write('mine.txt', 'mine');
    fs.chmodSync(path.join(folder.path, 'mine.txt'), 0o644);
    fs.symlinkSync('../mine.txt', path.join(folder.path, '.eventloom/x.jsonl'));
    expect((await rows('--repair'))['permissions']?.status).toBe('error');
    expect(fs.statSync(path.join(folder.path, 'mine.txt')).mode & 0o777).toBe(0o644);
  });

  it('completes a torn log and drains the inbox', async () => {
    await append(folder, 'decision.made', { title: 'Use JSONL' });
    fs.appendFileSync(path.join(folder.path, '.eventloom/shop-default.jsonl'), '{"id":"evt_torn');
    expect((await rows())['log_integrity']).toMatchObject({ status: 'warning' });
    expect((await rows('--repair'))['log_integrity']?.repaired).toBe('ended shop-default');
    expect((await folder.run(['verify'])).status).toBe(0);
    expect(log()).toContain('log.recovered');
  });

  it('names the first broken event of a changed log, and does not change the log', async () => {
    for (const title of ['one', 'two']) await append(folder, 'decision.made', { title });
    const changed = log().replace('"one"', '"eno"');
    fs.rmSync(path.join(folder.path, '.eventloom/shop-default.verified'), { force: true });
    folder.write('.eventloom/shop-default.jsonl', changed);
    expect((await rows('--repair'))['log_integrity']).toMatchObject({
      status: 'error',
      message: 'The log shop-default is broken at event 1: hash_mismatch.',
    });
    expect(log()).toBe(changed);
  });

  it('removes what dead owners left, and nothing of a living one', async () => {
    await append(folder, 'decision.made', { title: 'Use JSONL' });
    const record = '.eventloom/runtime/zaxy-embedded-owner.json';
    fs.mkdirSync(path.join(folder.path, '.eventloom/runtime'), { recursive: true });
    folder.write(record, JSON.stringify({ pid: process.pid }));
    expect((await rows('--repair'))['embedded_mcp_runtime']?.message).toContain(
      `Process ${process.pid}`,
    );
    // Greater than any process id that a system assigns.
    folder.write(record, JSON.stringify({ pid: 2_000_000_000 }));
    expect((await rows())['embedded_mcp_runtime']).toMatchObject({ status: 'warning' });
    expect((await rows('--repair'))['embedded_mcp_runtime']).toMatchObject({ status: 'ok' });
    expect(fs.existsSync(path.join(folder.path, record))).toBe(false);
  });
});

it('doctor starts a configured watcher of session files, but only to repair it', async () => {
  fs.mkdirSync(path.join(folder.path, '.codex'));
  const config = {
    client: 'codex',
    capture: 'local-session-jsonl',
    codex_home: path.join(folder.path, '.codex'),
    eventloom_path: path.join(folder.path, '.eventloom'),
    session_id: 'shop-default',
    source: 'codex-local',
    workspace: folder.path,
  };
  folder.write('.codex/zaxy-capture.json', JSON.stringify(config));
  expect((await rows())['watcher']).toMatchObject({
    status: 'warning',
    command: 'hookloom doctor --repair',
  });
  expect((await rows())['capture_health']?.message).toContain('the watcher is not running');
  try {
    const repaired = await rows('--repair');
    expect(repaired['watcher']).toMatchObject({ status: 'ok', repaired: 'started the watcher' });
    expect(repaired['capture_health']?.message).not.toContain('is not running');
    expect((await rows())['watcher']?.message).toMatch(
      /^Process \d+ captures the session files of/,
    );
    expect((await folder.run(['hook-status', '--require-capture-running'])).status).toBe(0);
  } finally {
    await folder.run(['capture', 'stop']);
  }
  expect((await folder.run(['hook-status', '--require-capture-running'])).status).toBe(1);
});

it('doctor waits for a slow worker', async () => {
  await folder.run(['up', '--detach', '--port', '0']);
  const state = path.join(folder.path, '.local/state/hookloom/worker.json');
  const { pid } = JSON.parse(fs.readFileSync(state, 'utf8')) as { pid: number };
  process.kill(pid, 'SIGSTOP');
  const later = spawn('sh', ['-c', `sleep 2; kill -CONT ${pid}`], { stdio: 'ignore' });
  try {
    expect((await rows())['worker']?.message).toMatch(/^Worker \S+ is running on port \d+/);
  } finally {
    later.kill();
    process.kill(pid, 'SIGCONT');
    await folder.run(['down']);
  }
});

it('doctor waits for a worker that is alive but does not listen yet', async () => {
  await folder.run(['up', '--detach', '--port', '0']);
  const state = path.join(folder.path, '.local/state/hookloom/worker.json');
  const text = fs.readFileSync(state, 'utf8');
  const nobodyListens = JSON.stringify({ ...(JSON.parse(text) as object), port: 1 });
  fs.writeFileSync(state, nobodyListens, { mode: 0o600 });
  fs.writeFileSync(`${state}.later`, text, { mode: 0o600 });
  const later = spawn('sh', ['-c', 'sleep 2; mv "$0.later" "$0"', state], { stdio: 'ignore' });
  try {
    expect((await rows())['worker']?.message).toMatch(/^Worker \S+ is running on port \d+/);
  } finally {
    later.kill();
    fs.writeFileSync(state, text, { mode: 0o600 });
    await folder.run(['down']);
  }
});

it('doctor distinguishes a silent program on the port of the worker from a free port', async () => {
  const silent = net.createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', () => resolve()));
  const { port } = silent.address() as net.AddressInfo;
  const state = path.join(folder.path, 'state');
  fs.mkdirSync(state, { mode: 0o700 });
  const told = { port, pid: 2_000_000_000, startedAt: 0, version: '9.9.9', secretDigest: '0' };
  fs.writeFileSync(path.join(state, 'worker.json'), JSON.stringify(told), { mode: 0o600 });
  const env = { HOOKLOOM_STATE_DIR: state };
  try {
    const { rows: all } = (await folder.json(['doctor'], { env })) as { rows: Row[] };
    const byId = Object.fromEntries(all.map((row) => [row.id, row]));
    expect(byId['port']?.message).toBe(`A program listens on port ${port} but does not answer.`);
    expect(byId['worker']).toMatchObject({
      status: 'warning',
      command: 'hookloom doctor --repair',
    });
  } finally {
    silent.close();
  }
});
