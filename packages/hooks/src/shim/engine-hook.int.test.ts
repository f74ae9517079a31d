/** The hook command with hooks of the user, as complete processes. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isRunning, type JsonObject } from '@hookloom/core';
import { CLIENT_NAMES } from '@hookloom/core/hook';
import { describe, expect, it } from 'vitest';
import {
  createWorkspace,
  eventsOf,
  everythingIn,
  HOOK_FILE,
  SILENT,
  type Workspace,
} from '../../test/run-hook.ts';
import { CLIENTS } from '../clients/index.ts';
import {
  BASH,
  call,
  completed,
  deliver,
  fixturesOf,
  home,
  PATIENT,
  script,
  until,
  userHooks,
  withUserHooks,
  workspace,
} from './user-hooks.fixture.ts';

interface Fixture {
  name: string;
  nativeEvent?: string;
  payload: JsonObject;
}

withUserHooks();

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

  it('records every duplicate payload once, and prints nothing without hooks', async () => {
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

  it('a hook that denies blocks every call of a tool in the format of this client, which is recorded', async () => {
    userHooks(
      `[[hooks.pre_tool_use]]\ncommand = "echo '{\\"decision\\":\\"block\\",\\"reason\\":\\"Not on Fridays.\\"}'"\n`,
    );
    // Some report a call twice, and accept a deny only once.
    const takesDeny = (one: Fixture) => {
      const { event_type: type, native_event: native } = parsed(one);
      const survival = CLIENTS[client].capabilities.events[native]?.answers.deny?.survival;
      return type === 'before_tool' && (survival === 'kept' || survival === 'changed');
    };
    const told = fixtures.filter(takesDeny);
    expect(told.length).toBeGreaterThan(2);
    // The first one learns the registered hooks; the others use that.
    for (const one of told) {
      const { code, stdout, stderr } = await deliver(client, one);
      const enforced = CLIENTS[client].enforce({ stdout, stderr, exit: code! }, parsed(one));
      expect([one.name, enforced.decision]).toEqual([one.name, 'deny']);
      expect([undefined, 'Not on Fridays.']).toContain(enforced.reason);
    }
    const denied = eventsOf(workspace.dir).filter(({ type }) => type === 'hook.permission_denied');
    expect(denied.length).toBe(completed().length);
    for (const { payload, causedBy } of denied) {
      expect(payload).toMatchObject({ source: client, reason: 'Not on Fridays.' });
      expect(causedBy).toHaveLength(1);
    }
  });
});

describe('the runs of hooks', () => {
  it('are in the log, caused by the recorded event, without anything of the payload', async () => {
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

  it('are also reported for a failed hook', async () => {
    userHooks('[[hooks.pre_tool_use]]\ncommand = "exit 3"\n');
    expect(await call()).toMatchObject({ code: 0 });
    expect(completed().map(({ payload }) => [payload['outcome'], payload['decision']])).toEqual([
      ['warned_by_exit', 'none'],
    ]);
  });
});

describe('many and nested hooks', () => {
  it('are all answered and recorded, even twenty at once', async () => {
    userHooks('[[hooks.pre_tool_use]]\ncommand = "exit 2"\n');
    const runs = await Promise.all(Array.from({ length: 20 }, () => call()));
    expect(runs.filter(({ stdout }) => stdout.includes('"deny"')).length).toBe(20);
    // Events that found a held lock are in the inbox: one more hook drains it.
    await call();
    const count = (type: string) =>
      everythingIn(workspace.dir).split(`"type":"${type}"`).length - 1;
    expect([count('hook.pre_tool_use'), count('hook.run.completed')]).toEqual([21, 21]);
  });

  it('run once per session if configured, however many fire at once', async () => {
    const list = path.join(home, 'list');
    userHooks(`[[hooks.pre_tool_use]]\ncommand = "echo x >> ${list}"\nonce = true\n`);
    await Promise.all(Array.from({ length: 20 }, () => call()));
    expect(fs.readFileSync(list, 'utf8')).toBe('x\n');
    await call({ session_id: 'another' });
    expect(fs.readFileSync(list, 'utf8')).toBe('x\nx\n');
  });

  it('end if hooks trigger hooks', async () => {
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

describe('hooks that may outlive us', () => {
  it('are ended if we are asked to end', async () => {
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
    await until(() => !isRunning(pid));
  });

  it('run in the background without a wait, are recorded, and answer later', async () => {
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

  it('run at the end of a session after the client has exited', async () => {
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
