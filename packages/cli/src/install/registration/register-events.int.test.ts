/** Registration follows the hook files, and uninstalling still restores everyone's bytes. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resolveWorkspace } from '@hookloom/core/settings';
import type { ClientName } from '@hookloom/core/hook';
import { inspectProgram, PLACES, type Place } from '@hookloom/hooks/clients';
import { applyPlan, removeInstalled } from '../apply.ts';
import { trustPart } from '../connect/codex-trust.ts';
import { hooksOf } from '../connect/hooks-of.ts';
import { ownFiles } from '../own-files.ts';
import { planParts } from '../plan-parts.ts';
import { registerEvents } from './register-events.ts';

let base: string;
let place: Place;
let dir: string;
beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-register-')));
  const [root, home] = ['project', 'home'].map((name) => path.join(base, name)) as [string, string];
  const env = { HOME: home, HOOKLOOM_STATE_DIR: path.join(base, 'state') };
  place = { root, home, env, platform: process.platform };
  for (const folder of [root, path.join(home, '.codex')]) fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(home, '.codex/config.toml'), 'model = "x"\n');
  dir = path.join(root, '.eventloom');
});
afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

type Connected = Exclude<ClientName, 'generic'>;

function fileOf(client: Connected): string {
  return PLACES[client].hookFiles(place)[0]!;
}

function write(name: string, text: string): void {
  const file = path.join(place.root, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

function connect(client: Connected, transport: 'node' | 'sh' = 'node'): void {
  const file = fileOf(client);
  const request = {
    workspace: resolveWorkspace({ cwd: place.root, env: {}, domain: 'demo' }),
    place,
    files: ownFiles(),
    transport,
    injection: 'session' as const,
    source: undefined,
  };
  const rules = { eventloomDir: dir, root: place.root, force: false };
  const hooks = hooksOf(request, client, file);
  const [planned] = planParts([hooks], rules).files;
  const parts = client === 'codex' ? [hooks, trustPart(place, file, planned!.after)] : [hooks];
  applyPlan(dir, planParts(parts, rules).files);
}

function registered(client: Connected): string[] {
  const read = (file: string): string | null =>
    fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
  return inspectProgram(client, place, read).hooks.flatMap(({ events }) => events);
}

const HOOK = (event: string): string => `[[hooks.${event}]]\ncommand = ["sh", "x.sh"]\n`;

describe('registering events', () => {
  const OWN: Record<Connected, string | null> = {
    'claude-code': '{\n  // mine\n  "hooks": { "Stop": [] },\n  "permissions": {}\n}\n',
    codex: '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"./mine.sh"}]}]}}',
    gemini: null,
    cursor: '{ "version": 1 }\n',
    copilot: null,
    qwen: '{ "model": { "name": "x" } }\n',
  };
  const USES: Record<Connected, [hook: string, native: string]> = {
    'claude-code': ['task_completed', 'TaskCompleted'],
    codex: ['before_model', 'PreModelRequest'],
    gemini: ['pre_compact', 'PreCompress'],
    cursor: ['before_model', 'afterAgentThought'],
    copilot: ['before_model', 'userPromptTransformed'],
    qwen: ['notification', 'Notification'],
  };

  test.each(Object.keys(OWN) as Connected[])(
    'under %s follows the hook files, and uninstalling restores every byte',
    (client) => {
      const own = OWN[client];
      if (own !== null) write(path.relative(place.root, fileOf(client)), own);
      connect(client);
      const before = registered(client);
      const [hook, native] = USES[client];
      // Written for another client than the one that runs it here.
      if (hook === 'before_model') {
        const event = client === 'cursor' ? 'AfterModel' : 'BeforeModel';
        const groups = [{ hooks: [{ type: 'command', command: './x.sh' }] }];
        write('.gemini/settings.json', JSON.stringify({ hooks: { [event]: groups } }));
      } else write('.hookloom/hooks.toml', HOOK(hook));
      expect(registerEvents(dir, place)).toMatchObject([{ client, added: [native], removed: [] }]);
      expect(registered(client).toSorted()).toEqual([...before, native].toSorted());
      expect(registerEvents(dir, place)).toEqual([]);
      for (const name of ['.hookloom', ...(client === 'gemini' ? [] : ['.gemini'])])
        fs.rmSync(path.join(place.root, name), { recursive: true, force: true });
      expect(registerEvents(dir, place)).toMatchObject([{ client, added: [], removed: [native] }]);
      expect(registered(client).toSorted()).toEqual(before.toSorted());
      removeInstalled(dir);
      expect(fs.existsSync(fileOf(client)) ? fs.readFileSync(fileOf(client), 'utf8') : null).toBe(
        own,
      );
    },
  );

  test('lets an uninstall right after an added event restore every byte', () => {
    write('.claude/settings.local.json', OWN['claude-code']!);
    connect('claude-code');
    write('.hookloom/hooks.toml', HOOK('notification'));
    registerEvents(dir, place);
    removeInstalled(dir);
    expect(fs.readFileSync(fileOf('claude-code'), 'utf8')).toBe(OWN['claude-code']);
  });

  test('keeps Codex’s trust, and the position of a hook that a person trusted by it', () => {
    connect('codex');
    const file = fileOf('codex');
    const settings = JSON.parse(fs.readFileSync(file, 'utf8'));
    settings.hooks.Stop.push({ hooks: [{ type: 'command', command: './theirs.sh' }] });
    fs.writeFileSync(file, JSON.stringify(settings, null, 2));
    const groups = [{ hooks: [{ type: 'command', command: './x.sh' }] }];
    write('.gemini/settings.json', JSON.stringify({ hooks: { BeforeModel: groups } }));
    expect(registerEvents(dir, place)).toMatchObject([{ added: ['PreModelRequest'] }]);
    const read = (name: string): string | null =>
      fs.existsSync(name) ? fs.readFileSync(name, 'utf8') : null;
    expect(inspectProgram('codex', place, read).trust).toMatchObject({ state: 'trusted', of: 13 });
    const stop = JSON.parse(fs.readFileSync(file, 'utf8')).hooks.Stop;
    expect(stop[1].hooks[0].command).toBe('./theirs.sh');
    removeInstalled(dir);
    expect(fs.readFileSync(path.join(place.home, '.codex/config.toml'), 'utf8')).toBe(
      'model = "x"\n',
    );
    expect(JSON.parse(fs.readFileSync(file, 'utf8')).hooks).toEqual({
      Stop: [{ hooks: [{ type: 'command', command: './theirs.sh' }] }],
    });
  });

  test.each([
    'touch /tmp/x; hookloom hook codex',
    '/tmp/hookloom-hook hook codex',
    'OURS hook codex --session-id $(touch /tmp/x)',
  ])('never makes Codex trust a command that someone else added: %s', (text) => {
    connect('codex');
    const file = fileOf('codex');
    const command = text.replace('OURS', path.join(place.home, '.hookloom/bin/hookloom-hook'));
    const settings = JSON.parse(fs.readFileSync(file, 'utf8'));
    settings.hooks.PreModelRequest = [{ hooks: [{ type: 'command', command, timeout: 600 }] }];
    settings.hooks.Stop.push(...settings.hooks.PreModelRequest);
    fs.writeFileSync(file, JSON.stringify(settings, null, 2));
    registerEvents(dir, place);
    const config = fs.readFileSync(path.join(place.home, '.codex/config.toml'), 'utf8');
    expect(config.match(/:stop:\d/g)).toEqual([':stop:0']);
  });

  test.each(['codex', 'gemini'] as const)(
    'keeps a second entry of ours that a person added under %s, and adds and removes events beside it',
    (client) => {
      connect(client);
      const file = fileOf(client);
      const [stop, native] =
        client === 'codex' ? ['Stop', 'PreModelRequest'] : ['AfterAgent', 'BeforeModel'];
      const read = (): Record<string, { hooks: { timeout?: number }[] }[]> =>
        JSON.parse(fs.readFileSync(file, 'utf8')).hooks;
      const second = (event: string): void => {
        const settings = JSON.parse(fs.readFileSync(file, 'utf8'));
        const copy = structuredClone(settings.hooks[event][0]);
        copy.hooks[0].timeout = 7;
        settings.hooks[event].push(copy);
        fs.writeFileSync(file, JSON.stringify(settings, null, 2));
      };
      second(stop);
      const stops = read()[stop];
      // A hook of the other client, so that ours runs it.
      const [theirs, event] =
        client === 'codex'
          ? ['.gemini/settings.json', 'BeforeModel']
          : ['.codex/hooks.json', 'PreModelRequest'];
      const groups = [{ hooks: [{ type: 'command', command: './x.sh' }] }];
      write(theirs, JSON.stringify({ hooks: { [event]: groups } }));
      expect(registerEvents(dir, place)).toMatchObject([{ added: [native], removed: [] }]);
      second(native);
      fs.rmSync(path.join(place.root, theirs));
      expect(registerEvents(dir, place)).toMatchObject([{ added: [], removed: [native] }]);
      expect(read()).not.toHaveProperty(native);
      expect(read()[stop]).toEqual(stops);
      expect(registerEvents(dir, place)).toEqual([]);
    },
  );

  test('answers an event with a process if the shell transport cannot', () => {
    connect('claude-code', 'sh');
    write('.hookloom/hooks.toml', HOOK('pre_tool_use'));
    registerEvents(dir, place);
    const entry = JSON.parse(fs.readFileSync(fileOf('claude-code'), 'utf8')).hooks.PreToolUse;
    expect(entry).toHaveLength(1);
    expect(entry[0].hooks[0].command).toContain('hook.cjs hook claude-code');
  });

  test('leaves the settings alone after the user removed our entries', () => {
    connect('claude-code');
    write('.claude/settings.local.json', '{}\n');
    write('.hookloom/hooks.toml', HOOK('task_completed'));
    expect(registerEvents(dir, place)).toEqual([]);
    expect(fs.readFileSync(fileOf('claude-code'), 'utf8')).toBe('{}\n');
  });

  test('is not blocked by a dead process’s lock', () => {
    connect('claude-code');
    write('.hookloom/hooks.toml', HOOK('task_completed'));
    fs.writeFileSync(path.join(dir, 'runtime/register.lock'), '999999999');
    expect(registerEvents(dir, place)).toMatchObject([{ added: ['TaskCompleted'] }]);
    expect(fs.existsSync(path.join(dir, 'runtime/register.lock'))).toBe(false);
  });
});
