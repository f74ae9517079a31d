import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { recorded, SILENT, workOf } from '../../test/run-hook.ts';
import { causesOf, deliver, hook, workspace, withWorkspace } from './client-hook.fixture.ts';

withWorkspace();

describe('exits with 0 and prints nothing, whatever is broken', () => {
  const typesLogged = () => workOf(workspace.dir).map(({ type }) => type);

  it('lone surrogates and prototype keys are kept as data', async () => {
    const payload =
      '{"hook_event_name":"Odd","session_id":"s\\ud800","__proto__":{"polluted":true},"text":"a\\udc00b","n":1e400,' +
      '"constructor":{"prototype":{"polluted":true}}}';
    await deliver(payload);
    expect(workOf(workspace.dir)).toEqual([
      {
        type: 'hook.odd',
        payload: {
          trigger: 'odd',
          source: 'claude-code',
          session_id: 's\ufffd',
          hook_event_name: 'Odd',
          text: 'a\ufffdb',
          constructor: { prototype: { polluted: true } },
        },
      },
    ]);
  });

  it('garbage leaves a mark', async () => {
    await deliver('this is not JSON', Buffer.from([0xff, 0xfe, 0x00, 0x80]), '[1,2]', 'null');
    expect(typesLogged()).toEqual(Array(4).fill('hook.payload_unreadable'));
  });

  it('reports empty standard input as lost', async () => {
    await deliver('');
    expect(workOf(workspace.dir)).toEqual([
      {
        type: 'hook.guard.reported',
        payload: {
          kind: 'input_lost',
          refused: false,
          source: 'claude-code',
          detail: 'The client sent no payload.',
        },
      },
    ]);
  });

  it('reads standard input from a file', async () => {
    const file = path.join(workspace.root, 'payload.json');
    fs.writeFileSync(file, JSON.stringify(recorded('PostToolUse.Read')));
    const { spawnSync } = await import('node:child_process');
    for (const from of [file, '/dev/null']) {
      const fd = fs.openSync(from, 'r');
      const { HOOK_FILE } = await import('../../test/run-hook.ts');
      const run = spawnSync(process.execPath, [HOOK_FILE, 'hook', 'claude-code'], {
        cwd: workspace.root,
        env: {},
        stdio: [fd, 'pipe', 'pipe'],
        timeout: 20_000,
      });
      fs.closeSync(fd);
      expect([run.status, run.stdout.length, run.stderr.length]).toEqual([0, 0, 0]);
    }
    expect(typesLogged()).toEqual(['tool.call.completed', 'hook.guard.reported']);
  });

  it('records the names and the size of fifty megabytes', async () => {
    const big = Buffer.concat([
      Buffer.from(
        '{"session_id":"s1","hook_event_name":"PostToolUse","tool_name":"Read","tool_response":"',
      ),
      Buffer.alloc(50 * 1024 * 1024, 'x'),
      Buffer.from('","tool_use_id":"toolu_1"}'),
    ]);
    expect(await hook(big, { env: { HOOKLOOM_HOOK_DEADLINE_MS: '10000' } })).toEqual(SILENT);
    expect(workOf(workspace.dir)).toEqual([
      {
        type: 'hook.payload_oversized',
        payload: {
          reason: 'oversized',
          bytes: big.length,
          hook_event_name: 'PostToolUse',
          session_id: 's1',
          tool_name: 'Read',
          tool_use_id: 'toolu_1',
        },
      },
    ]);
  });

  it('a large payload below the limit is recorded, bounded', async () => {
    const content = 'x'.repeat(3 * 1024 * 1024);
    const payload = {
      ...recorded('PostToolUse.Bash'),
      tool_response: { stdout: content, stderr: '' },
    };
    expect(await hook(payload, { env: { HOOKLOOM_HOOK_DEADLINE_MS: '10000' } })).toEqual(SILENT);
    expect(typesLogged()).toEqual(['tool.call.completed', 'command.completed']);
    expect(fs.statSync(path.join(workspace.dir, 'shop-default.jsonl')).size).toBeLessThan(8192);
  });

  it('does not wait for a sender that never closes, and records its complete payload', async () => {
    const open = JSON.stringify(recorded('PreToolUse.Bash'));
    expect(await hook(null, { stdin: { open } })).toEqual(SILENT);
    expect(
      await hook(null, { stdin: { open: '{"hook_event_name":"Half","session_id":"s1","te' } }),
    ).toEqual(SILENT);
    expect(await hook(null, { stdin: { open: '' } })).toEqual(SILENT);
    expect(workOf(workspace.dir)).toMatchObject([
      { type: 'hook.pre_tool_use' },
      {
        type: 'hook.payload_unreadable',
        payload: { reason: 'deadline', bytes: 47, hook_event_name: 'Half', session_id: 's1' },
      },
      { type: 'hook.guard.reported', payload: { kind: 'input_lost' } },
    ]);
  });

  it('writes to the inbox if a lock is held forever, and the next hook drains it', async () => {
    const { createFileLock } = await import('@hookloom/log/append');
    await deliver(recorded('UserPromptSubmit'));
    const lock = createFileLock(workspace.dir, 'shop-default');
    expect(lock.acquire(1000)).toBe(true);
    try {
      await deliver(recorded('PreToolUse.Bash'));
      expect(typesLogged()).toEqual(['transcript.turn']);
    } finally {
      lock.release();
      lock.close();
    }
    await deliver(recorded('PostToolUse.Bash'));
    expect(typesLogged()).toEqual([
      'transcript.turn',
      'hook.pre_tool_use',
      'tool.call.completed',
      'command.completed',
    ]);
    expect(causesOf('command.completed')).toEqual(['hook.pre_tool_use']);
  });

  it('a directory that is a file, a link or not writable', async () => {
    fs.rmdirSync(workspace.dir);
    fs.writeFileSync(workspace.dir, 'a file');
    await deliver(recorded('Stop'));
    expect(fs.readFileSync(workspace.dir, 'utf8')).toBe('a file');
    fs.rmSync(workspace.dir);
    const elsewhere = path.join(workspace.root, 'elsewhere');
    fs.mkdirSync(elsewhere);
    fs.symlinkSync(elsewhere, workspace.dir);
    await deliver(recorded('Stop'));
    expect(fs.readdirSync(elsewhere)).toEqual([]);
    expect(await hook(recorded('Stop'), { env: { EVENTLOOM_PATH: '/proc/no/such' } })).toEqual(
      SILENT,
    );
  });

  it('ignores an unknown client, unknown flags and an invalid session id', async () => {
    expect(await hook(recorded('Stop'), { args: ['hook', 'unheard-of'] })).toEqual(SILENT);
    expect(await hook(recorded('Stop'), { args: ['hook'] })).toEqual(SILENT);
    expect(typesLogged()).toEqual([]);
    const args = ['hook', 'claude-code', '--session-id', '../../etc', '--what', 'ever'];
    expect(await hook(recorded('Stop'), { args })).toEqual(SILENT);
    expect(await hook(recorded('Stop.active'), { args: args.slice(0, 4) })).toEqual(SILENT);
    expect(typesLogged()).toEqual(['transcript.turn', 'hook.stop', 'transcript.turn', 'hook.stop']);
  });

  it('a Node that warns about everything', async () => {
    const run = await hook(recorded('Stop'), {
      nodeArgs: ['--pending-deprecation', '--trace-warnings'],
    });
    expect(run).toEqual(SILENT);
    expect(typesLogged()).toEqual(['transcript.turn', 'hook.stop']);
  });
});
