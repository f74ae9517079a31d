/** When the hook command loads the engine, and its behaviour if it cannot. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOOK_FILE, SILENT, type HookInput, type HookRun } from '../../test/run-hook.ts';
import { CLIENTS } from '../clients/index.ts';
import { indexFile } from '../engine/handler-index.ts';
import {
  call,
  completed,
  deliver,
  fixturesOf,
  home,
  userHooks,
  withUserHooks,
  workspace,
  type Fixture,
} from './user-hooks.fixture.ts';

/** Names of our own files that a hook loaded. */
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

withUserHooks();

describe('the engine', () => {
  const engine = (files: string[]) => files.filter((file) => file.startsWith('engine'));

  it('is not loaded without a hook for the event, and is as soon as one appears or changes', async () => {
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

  it('loads only the client that fired and the used languages', async () => {
    userHooks('[[hooks.pre_tool_use]]\ncommand = "true"\n');
    // Codex runs these itself: they are not even read.
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

  it('trusts no remembered answer that others could have written', async () => {
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

  it('that is broken stays silent, except for events with a critical guard', async () => {
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

  it('answers if the log may not be written to', async () => {
    userHooks('[[hooks.pre_tool_use]]\ncommand = "exit 2"\n');
    fs.rmdirSync(workspace.dir);
    fs.writeFileSync(workspace.dir, 'not a directory');
    const { code, stdout } = await call();
    expect([code, stdout]).toEqual([0, expect.stringContaining('"deny"')]);
  });

  it('reports at each session start that hooks of the project wait for a review', async () => {
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

  it('records in the log if a refused stop was allowed in the end', async () => {
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
