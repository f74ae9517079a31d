/** The hook command with hooks of the user, as whole processes. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { CLIENT_NAMES, type ClientName } from '@hookloom/core/hook/event-types';
import type { JsonObject } from '@hookloom/core/json';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createWorkspace,
  eventsOf,
  everythingIn,
  HOOK_FILE,
  runHook,
  SILENT,
  type HookInput,
  type HookRun,
  type Workspace,
} from '../../test/run-hook.ts';
import { CLIENTS } from '../clients/index.ts';
import { indexFile } from '../engine/handler-index.ts';

interface Fixture {
  name: string;
  nativeEvent?: string;
  payload: JsonObject;
}

let workspace: Workspace;
let home: string;
beforeEach(() => {
  workspace = createWorkspace();
  home = path.join(path.dirname(workspace.root), 'home');
  fs.mkdirSync(home);
});
afterEach(() => workspace.remove());

// So that a loaded machine sends nothing to the inbox.
const PATIENT = { HOOKLOOM_HOOK_DEADLINE_MS: '10000' };
const BASH: JsonObject = {
  session_id: 's',
  turn_id: 't',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
};

function fixturesOf(client: ClientName): Fixture[] {
  const dir = path.resolve('packages/hooks/src/clients', client, 'fixtures');
  return fs
    .readdirSync(dir)
    .flatMap((file) => fs.readFileSync(path.join(dir, file), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Fixture);
}

function userHooks(toml: string): string {
  const file = path.join(home, '.hookloom/hooks.toml');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, toml);
  return file;
}

/** A program for a hook's command. */
function script(name: string, lines: string): string {
  const file = path.join(home, name);
  fs.writeFileSync(file, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  return file;
}

function deliver(client: ClientName, fixture: Fixture, more: Partial<HookInput> = {}) {
  const { payload, nativeEvent } = fixture;
  return runHook({
    args: ['hook', client, ...(nativeEvent === undefined ? [] : [nativeEvent])],
    cwd: workspace.root,
    stdin: JSON.stringify(payload),
    ...more,
    env: { HOME: home, ...PATIENT, ...more.env },
  });
}

let calls = 0;
/** A tool call under Codex that was not reported before. */
function call(payload: JsonObject = {}, more: Partial<HookInput> = {}): Promise<HookRun> {
  const whole = { ...BASH, tool_use_id: `call_${calls++}`, ...payload };
  return deliver('codex', { name: 'call', payload: whole }, more);
}

function completed() {
  return eventsOf(workspace.dir).filter(({ type }) => type === 'hook.run.completed');
}

/** Names of the files of our own that a hook loaded. */
async function loadedBy(
  start: (more: Partial<HookInput>) => Promise<HookRun>,
): Promise<[HookRun, string[]]> {
  const list = path.join(home, 'loaded.json');
  const probe = path.join(home, 'probe.cjs');
  fs.writeFileSync(
    probe,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(Object.keys(require.cache))));`,
  );
  const run = await start({ nodeArgs: ['--require', probe] });
  const files = JSON.parse(fs.readFileSync(list, 'utf8')) as string[];
  const dist = path.dirname(HOOK_FILE);
  const own = files.filter((file) => path.dirname(file) === dist);
  return [run, own.map((file) => path.basename(file, '.cjs')).sort()];
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => void setTimeout(resolve, 20));
}

describe.each(CLIENT_NAMES)('under %s', (client) => {
  const parsed = ({ payload, nativeEvent }: Fixture) =>
    CLIENTS[client].parse(payload, {
      nowMs: 0,
      raw: JSON.stringify(payload),
      ...(nativeEvent === undefined ? {} : { nativeEvent }),
    });
  // One process per delivery: the first payload of each event and tool. All of them are parsed in clients.test.ts.
  const kinds = new Set<string>();
  const fixtures = fixturesOf(client).filter((one) => {
    const { native_event: event, tool } = parsed(one);
    const kind = `${event} ${tool?.name}`;
    return !kinds.has(kind) && kinds.add(kind);
  });

  it('records every payload that comes twice once, and prints nothing without hooks', async () => {
    const once = createWorkspace();
    try {
      for (let at = 0; at < fixtures.length; at += 8) {
        const some = fixtures.slice(at, at + 8);
        const runs = await Promise.all([
          ...[...some, ...some].map((one) => deliver(client, one)),
          ...some.map((one) => deliver(client, one, { cwd: once.root })),
        ]);
        expect(runs).toEqual(runs.map(() => SILENT));
      }
      const typesIn = ({ dir }: Workspace) =>
        eventsOf(dir)
          .map(({ type }) => type)
          .filter((type) => type !== 'memory.reminder.suggested')
          .sort();
      expect(typesIn(once).length).toBeGreaterThan(5);
      expect(typesIn(workspace)).toEqual(typesIn(once));
    } finally {
      once.remove();
    }
  });

  it('a hook that denies blocks every call of a tool in the words of this client', async () => {
    userHooks(
      `[[hooks.pre_tool_use]]\ncommand = "echo '{\\"decision\\":\\"block\\",\\"reason\\":\\"Not on Fridays.\\"}'"\n`,
    );
    // Some tell of a call twice, and take a deny only once.
    const takesDeny = (one: Fixture) => {
      const { event_type: type, native_event: native } = parsed(one);
      const survival = CLIENTS[client].capabilities.events[native]?.answers.deny?.survival;
      return type === 'before_tool' && (survival === 'kept' || survival === 'changed');
    };
    const told = fixtures.filter(takesDeny);
    expect(told.length).toBeGreaterThan(2);
    // The first one learns what is there; the others go by that.
    for (const one of told) {
      const { code, stdout, stderr } = await deliver(client, one);
      const honoured = CLIENTS[client].honour({ stdout, stderr, exit: code! }, parsed(one));
      expect([one.name, honoured.decision]).toEqual([one.name, 'deny']);
      expect([undefined, 'Not on Fridays.']).toContain(honoured.reason);
    }
  });
});

describe('what hooks did', () => {
  it('is in the log, caused by the recorded event, without anything of the payload', async () => {
    const file = userHooks(
      `[[hooks.pre_tool_use]]\ncommand = "cat >/dev/null; echo '{\\"decision\\":\\"allow\\"}'"\n`,
    );
    const marker = 'zebra-crossing-7141';
    await call({ tool_input: { command: `echo ${marker}` } });
    const [recorded, ran, ...more] = eventsOf(workspace.dir).filter(
      ({ type }) => type !== 'memory.reminder.suggested',
    );
    expect(more).toEqual([]);
    expect({ type: ran!.type, causedBy: ran!.causedBy }).toEqual({
      type: 'hook.run.completed',
      causedBy: [recorded!.id],
    });
    expect(ran!.payload).toMatchObject({
      handler: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
      dialect: 'toml',
      layer: 'user',
      event_type: 'before_tool',
      outcome: 'answered',
      decision: 'allow',
      source: 'codex',
      file: '~/.hookloom/hooks.toml:1',
      losses: [expect.objectContaining({ field: 'allow' }) as unknown],
    });
    expect(JSON.stringify(ran)).not.toContain(marker);
    expect(JSON.stringify(ran)).not.toContain(path.dirname(file));
  });

  it('is also reported for one that failed', async () => {
    userHooks('[[hooks.pre_tool_use]]\ncommand = "exit 3"\n');
    expect(await call()).toMatchObject({ code: 0 });
    expect(completed().map(({ payload }) => [payload['outcome'], payload['decision']])).toEqual([
      ['warned_by_exit', 'none'],
    ]);
  });
});

describe('the engine', () => {
  const engine = (files: string[]) => files.filter((file) => file.startsWith('engine'));

  it('is not loaded where no hook is for the event, and is as soon as one appears or changes', async () => {
    const other = '[[hooks.session_end]]\ncommand = "true"\n';
    userHooks(other);
    // The second event of a log binds it to this installation.
    await call();
    await call();
    const [, none] = await loadedBy((more) => call({}, more));
    expect(none).toEqual(['client-codex', 'hook', 'hook-where']);
    userHooks(`${other}[[hooks.pre_tool_use]]\ncommand = "exit 2"\n`);
    const [changed, some] = await loadedBy((more) => call({}, more));
    expect(engine(some)).toContain('engine');
    expect(JSON.parse(changed.stdout)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
    });
    userHooks(other);
    await call();
    const [, gone] = await loadedBy((more) => call({}, more));
    expect(engine(gone)).toEqual([]);
    fs.mkdirSync(path.join(workspace.root, '.hookloom'));
    fs.writeFileSync(path.join(workspace.root, '.hookloom/hooks.toml'), other);
    const [, created] = await loadedBy((more) => call({}, more));
    expect(engine(created)).toContain('engine');
  });

  it('is loaded for a failure that its client reports under the name of a success', async () => {
    const settings = path.join(home, '.claude/settings.json');
    fs.mkdirSync(path.dirname(settings));
    const hooks = [{ hooks: [{ type: 'command', command: 'true' }] }];
    fs.writeFileSync(settings, JSON.stringify({ hooks: { PostToolUseFailure: hooks } }));
    const failed = fixturesOf('gemini').find(({ name }) => name.endsWith('mcp_trivial_fail.error'));
    const [started] = fixturesOf('gemini').filter(({ name }) => name.startsWith('SessionStart'));
    await deliver('gemini', started!);
    await deliver('gemini', failed!);
    expect(completed().map(({ payload }) => payload['event_type'])).toEqual(['tool_failure']);
  });

  it('loads only the client that fired and the languages that are there', async () => {
    userHooks('[[hooks.pre_tool_use]]\ncommand = "true"\n');
    // Codex runs these by itself: they are not even read.
    fs.mkdirSync(path.join(home, '.codex'));
    const hooks = [{ hooks: [{ type: 'command', command: 'false' }] }];
    fs.writeFileSync(
      path.join(home, '.codex/hooks.json'),
      JSON.stringify({ hooks: { PreToolUse: hooks } }),
    );
    await call();
    const [run, files] = await loadedBy((more) => call({}, more));
    expect(run).toEqual(SILENT);
    expect(engine(files)).toEqual(['engine', 'engine-codex', 'engine-from-toml']);
  });

  it('believes no remembered answer that others could have written', async () => {
    userHooks('[[hooks.pre_tool_use]]\ncommand = "exit 2"\n');
    const env = { HOME: home };
    const index = indexFile(path.join(home, '.local/state/hookloom'), 'codex', workspace.root, env);
    await call();
    expect(fs.statSync(index).mode & 0o777).toBe(0o600);
    const nothing = JSON.stringify({ v: 1, seen: [], idle: null, critical: [] });
    const elsewhere = path.join(home, 'elsewhere.json');
    fs.writeFileSync(elsewhere, nothing, { mode: 0o600 });
    const plants = [
      () => fs.writeFileSync(index, nothing, { mode: 0o644 }),
      () => fs.symlinkSync(elsewhere, index),
      () => fs.writeFileSync(index, '{"v":1,', { mode: 0o600 }),
      () => fs.writeFileSync(index, '{"v":1,"seen":7,"idle":[],"critical":[]}', { mode: 0o600 }),
      () => fs.writeFileSync(index, '{"v":1,"seen":[7],"idle":[],"critical":[]}', { mode: 0o600 }),
      () => fs.writeFileSync(index, '{"v":1,"seen":[],"critical":[]}', { mode: 0o600 }),
      () => fs.writeFileSync(index, 'null', { mode: 0o600 }),
      () => fs.mkdirSync(index),
    ];
    for (const plant of plants) {
      fs.rmSync(index, { recursive: true, force: true });
      plant();
      const { stdout } = await call();
      expect([plant.toString(), stdout]).toEqual([
        plant.toString(),
        expect.stringContaining('deny'),
      ]);
    }
  });

  it('that is broken is silence, but for events that have a critical guard', async () => {
    const dist = path.join(home, 'dist');
    fs.mkdirSync(dist);
    for (const file of fs.readdirSync(path.dirname(HOOK_FILE)))
      if (file.endsWith('.cjs'))
        fs.copyFileSync(path.join(path.dirname(HOOK_FILE), file), path.join(dist, file));
    const copy = { hookFile: path.join(dist, 'hook.cjs') };
    userHooks(
      '[[hooks.pre_tool_use]]\ncommand = "true"\ncritical = true\n[[hooks.post_tool_use]]\ncommand = "true"\n',
    );
    const after = { hook_event_name: 'PostToolUse', tool_response: 'done' };
    expect(await call({}, copy)).toEqual(SILENT);
    for (const broken of [
      'throw new Error("broken");',
      'syntax error',
      'module.exports = {};',
      '',
    ]) {
      fs.writeFileSync(path.join(dist, 'engine.cjs'), broken);
      expect(await call(after, copy)).toEqual(SILENT);
      const { code, stdout, stderr } = await call({}, copy);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('hookloom hooks doctor');
    }
    fs.rmSync(path.join(dist, 'engine.cjs'));
    expect(await call({}, copy)).toMatchObject({ code: 2, stdout: '' });
    fs.copyFileSync(
      path.join(path.dirname(HOOK_FILE), 'engine.cjs'),
      path.join(dist, 'engine.cjs'),
    );
    fs.writeFileSync(path.join(dist, 'engine-from-toml.cjs'), 'syntax error');
    expect(await call({}, copy)).toMatchObject({ code: 2, stdout: '' });
    expect(await call(after, copy)).toEqual(SILENT);
  });

  it('answers where the log may not be written to', async () => {
    userHooks('[[hooks.pre_tool_use]]\ncommand = "exit 2"\n');
    fs.rmdirSync(workspace.dir);
    fs.writeFileSync(workspace.dir, 'not a directory');
    const { code, stdout } = await call();
    expect([code, stdout]).toEqual([0, expect.stringContaining('"deny"')]);
  });

  it('says at each session start that hooks of the project wait for a review', async () => {
    const dir = path.join(workspace.root, '.hookloom');
    fs.mkdirSync(dir, { recursive: true });
    fs.writeFileSync(path.join(dir, 'hooks.toml'), `[[hooks.pre_tool_use]]\ncommand = "true"\n`);
    const start = (session_id: string): Fixture => ({
      name: 'start',
      payload: { session_id, hook_event_name: 'SessionStart', source: 'startup' },
    });
    for (const id of ['one', 'two']) {
      const answer = await deliver('codex', start(id));
      expect(answer.stdout, id).toContain('hookloom hooks trust');
    }
  });

  it('records in the log when a refused stop was let pass after all', async () => {
    userHooks(`[[hooks.stop]]\ncommand = ["sh", "-c", "echo Go on >&2; exit 2"]\n`);
    const stop = (turn_id: number): Fixture => ({
      name: 'stop',
      payload: { session_id: 's', turn_id: `${turn_id}`, hook_event_name: 'Stop' },
    });
    for (let turn = 0; turn <= CLIENTS.codex.capabilities.stopCap; turn++)
      await deliver('codex', stop(turn));
    const runs = completed();
    expect(runs.slice(0, -1).some(({ payload }) => 'losses' in payload)).toBe(false);
    expect(runs.at(-1)?.payload['losses']).toMatchObject([{ field: 'continue_with' }]);
  });

  it('runs no hook of a project without a review', async () => {
    const mark = path.join(home, 'ran');
    fs.mkdirSync(path.join(workspace.root, '.hookloom'));
    fs.writeFileSync(
      path.join(workspace.root, '.hookloom/hooks.toml'),
      `[[hooks.pre_tool_use]]\ncommand = "touch ${mark}"\n`,
    );
    // The user is informed once that it exists.
    expect((await call()).stdout).toContain('hookloom hooks trust');
    expect(await call()).toEqual(SILENT);
    expect(fs.existsSync(mark)).toBe(false);
    await call({}, { args: ['hook', 'codex', '--trust-project-hooks'] });
    expect(fs.existsSync(mark)).toBe(true);
  });
});

describe('many and deep', () => {
  it('twenty hooks at once are all answered and all recorded', async () => {
    userHooks('[[hooks.pre_tool_use]]\ncommand = "exit 2"\n');
    const runs = await Promise.all(Array.from({ length: 20 }, () => call()));
    expect(runs.filter(({ stdout }) => stdout.includes('"deny"')).length).toBe(20);
    // What met a held lock is in the inbox: one more takes it in.
    await call();
    const count = (type: string) =>
      everythingIn(workspace.dir).split(`"type":"${type}"`).length - 1;
    expect([count('hook.pre_tool_use'), count('hook.run.completed')]).toEqual([21, 21]);
  });

  it('what runs once in a session runs once, however many fire at once', async () => {
    const list = path.join(home, 'list');
    userHooks(`[[hooks.pre_tool_use]]\ncommand = "echo x >> ${list}"\nonce = true\n`);
    await Promise.all(Array.from({ length: 20 }, () => call()));
    expect(fs.readFileSync(list, 'utf8')).toBe('x\n');
    await call({ session_id: 'another' });
    expect(fs.readFileSync(list, 'utf8')).toBe('x\nx\n');
  });

  it('hooks that fire hooks end', async () => {
    const list = path.join(home, 'list');
    const payload = path.join(home, 'payload.json');
    fs.writeFileSync(payload, JSON.stringify({ ...BASH, tool_use_id: 'inner' }));
    const again = script(
      'again.sh',
      `echo x >> ${list}\nexec ${process.execPath} ${path.dirname(HOOK_FILE)}/./hook.cjs 'hook' codex < ${payload}`,
    );
    userHooks(`[[hooks.pre_tool_use]]\ncommand = "${again}"\n`);
    expect(await call()).toMatchObject({ code: 0 });
    expect(fs.readFileSync(list, 'utf8')).toBe('x\nx\nx\n');
  });
});

describe('hooks that outlive us, and those that must not', () => {
  it('a hook that is asked to end also ends what the user’s hook started', async () => {
    const pids = path.join(home, 'pids');
    const slow = script(
      'slow.sh',
      `sleep 600 &\necho $! > ${pids}.tmp\nmv ${pids}.tmp ${pids}\nwait`,
    );
    userHooks(`[[hooks.pre_tool_use]]\ncommand = "${slow}"\n`);
    const child = spawn(process.execPath, [HOOK_FILE, 'hook', 'codex'], {
      cwd: workspace.root,
      env: { PATH: process.env['PATH'], HOME: home, ...PATIENT },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const ended = new Promise((resolve) => void child.on('exit', resolve));
    child.stdin.end(JSON.stringify({ ...BASH, tool_use_id: 'slow' }));
    await until(() => fs.existsSync(pids));
    const pid = Number(fs.readFileSync(pids, 'utf8'));
    child.kill('SIGTERM');
    await ended;
    await until(() => !isAlive(pid));
  });

  it('does not wait for one in the background, records it in the log, and its answer comes later', async () => {
    const go = path.join(home, 'go');
    const slow = script(
      'slow.sh',
      `until [ -e ${go} ]; do sleep 0.05; done\necho '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"The tests are red."}}'`,
    );
    userHooks(`[[hooks.post_tool_use]]\ncommand = "${slow}"\nasync = true\n`);
    const after = { hook_event_name: 'PostToolUse', tool_response: 'done' };
    expect(await call(after)).toEqual(SILENT);
    expect(completed().map(({ payload }) => payload['outcome'])).toEqual(['detached']);
    fs.writeFileSync(go, '');
    await until(() => completed().length === 2);
    const [first, second] = completed();
    expect(second!.payload).toMatchObject({
      outcome: 'answered',
      handler: first!.payload['handler'],
    });
    expect(second!.causedBy).toEqual(first!.causedBy);
    const later = await call({ hook_event_name: 'UserPromptSubmit', prompt: 'Go on.' });
    expect(later.stdout).toContain('The tests are red.');
    const again = await call({ hook_event_name: 'UserPromptSubmit', prompt: 'Go on, on.' });
    expect(again.stdout).not.toContain('The tests are red.');
  });

  it('at the end of a session hooks run after the client has gone', async () => {
    const go = path.join(home, 'go');
    const done = path.join(home, 'done');
    const slow = script('slow.sh', `until [ -e ${go} ]; do sleep 0.05; done\ntouch ${done}`);
    userHooks(`[[hooks.session_end]]\ncommand = "${slow}"\n`);
    const [ending] = fixturesOf('claude-code').filter(({ name }) => name.startsWith('SessionEnd'));
    expect(await deliver('claude-code', ending!)).toEqual(SILENT);
    expect(fs.existsSync(done)).toBe(false);
    fs.writeFileSync(go, '');
    await until(() => completed().length === 2 && fs.existsSync(done));
  });
});

function isAlive(pid: number): boolean {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/\) [ZX] /.test(stat);
  } catch {
    // Gone, or not Linux: there the signal shows it.
  }
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux';
  } catch {
    return false;
  }
}
