import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createWorkspace,
  eventsOf,
  everythingIn,
  runHook,
  SILENT,
  workOf,
  type HookRun,
  type Workspace,
} from '../../test/run-hook.ts';

let workspace: Workspace;

beforeEach(() => {
  workspace = createWorkspace();
});

afterEach(() => workspace.remove());

/** Lists only group related cases. */
function hookEvent(...args: (string | string[])[]): Promise<HookRun> {
  return runHook({ args: ['hook-event', ...args.flat()], cwd: workspace.root });
}

describe('every trigger writes its event', () => {
  it.each([
    ['session-start', 'hook.session_started', 'session-start'],
    ['start', 'hook.session_started', 'session-start'],
    ['SESSION_START', 'hook.session_started', 'session-start'],
    ['resume', 'hook.resumed', 'resume'],
    ['stop', 'hook.stop', 'stop'],
    ['PreCompact', 'hook.precompact', 'precompact'],
    ['checkpoint', 'hook.checkpoint', 'checkpoint'],
    ['heartbeat', 'hook.heartbeat', 'heartbeat'],
  ])('%s is %s', async (trigger, type, normalized) => {
    expect(await hookEvent(trigger)).toEqual(SILENT);
    expect(workOf(workspace.dir)).toEqual([
      { type, payload: { trigger: normalized, source: 'generic' } },
    ]);
  });

  it('a checkpoint keeps every documented field', async () => {
    const run = await hookEvent(
      'checkpoint',
      [
        '--source',
        'codex',
        '--workspace',
        '/home/dev/shop',
        '--transcript-path',
        '/home/dev/t.jsonl',
      ],
      ['--summary=Finished hook install mode.', '--reason', 'manual', '--turn-count', '7'],
    );
    expect(run).toEqual(SILENT);
    const [event] = eventsOf(workspace.dir);
    expect({ actor: event!.actorId, payload: event!.payload }).toEqual({
      actor: 'zaxy-hook',
      payload: {
        trigger: 'checkpoint',
        source: 'codex',
        workspace: '/home/dev/shop',
        transcript_path: '/home/dev/t.jsonl',
        summary: 'Finished hook install mode.',
        reason: 'manual',
        turn_count: 7,
        __origin: { channel: 'model', client: 'codex' },
        __zaxy_security: { sensitivity: 'public', redacted_paths: [] },
      },
    });
  });

  it('observations contain what happened, bounded, without values', async () => {
    const password = ['battery', 'staple', '7x'].join('-');
    const runs = [
      await hookEvent(
        'command',
        [
          '--source',
          'codex',
          '--workspace',
          '/w',
          '--command',
          `pytest  --api-key ${password}\n -q`,
        ],
        [
          '--exit-code',
          '0',
          '--duration-ms',
          '1200',
          '--stdout',
          `${'dot '.repeat(1000)}557 passed`,
          '--stderr',
          '',
        ],
      ),
      await hookEvent(
        'file-edit',
        '--source',
        'codex',
        '--path',
        'src/core.py',
        '--summary',
        'Updated',
        '--line-count=3',
      ),
      await hookEvent(
        'tool-call',
        ['--tool-name', 'memory_append', '--call-id', 'c1', '--result-summary', 'seq=42'],
        ['--arguments-json', `{"payload":"${password}","event_type":"task.completed"}`],
      ),
      await hookEvent(
        'transcript-turn',
        '--role',
        'Assistant',
        '--content',
        'Recorded it.',
        '--turn-index',
        '12',
      ),
    ];
    expect(runs).toEqual(runs.map(() => SILENT));
    expect(everythingIn(workspace.dir)).not.toContain(password);
    const events = eventsOf(workspace.dir).map(({ type, actorId, payload }) => ({
      type,
      actorId,
      payload,
    }));
    expect(events).toMatchObject([
      {
        type: 'command.completed',
        actorId: 'zaxy-observer',
        payload: {
          command: 'pytest --api-key [REDACTED:option] -q',
          exit_code: 0,
          outcome: 'passed',
          duration_ms: 1200,
          stdout: expect.stringMatching(/^dot [^]{280,292}557 passed$/) as unknown,
          source: 'codex',
          workspace: '/w',
          __origin: { channel: 'tool', client: 'codex' },
          __zaxy_security: { sensitivity: 'restricted', redacted_paths: ['command'] },
        },
      },
      {
        type: 'file.edit.applied',
        actorId: 'zaxy-observer',
        payload: { path: 'src/core.py', operation: 'modified', summary: 'Updated', line_count: 3 },
      },
      {
        type: 'tool.call.completed',
        actorId: 'zaxy-observer',
        payload: {
          tool_name: 'memory_append',
          status: 'ok',
          call_id: 'c1',
          argument_keys: ['event_type', 'payload'],
          result_summary: 'seq=42',
        },
      },
      {
        type: 'transcript.turn',
        actorId: 'assistant',
        payload: {
          role: 'assistant',
          content: 'Recorded it.',
          turn_index: 12,
          source: 'generic',
          __origin: { channel: 'model' },
        },
      },
    ]);
    expect((events[0]!.payload['stdout'] as string).length).toBeLessThanOrEqual(2000);
    expect(events[0]!.payload).not.toHaveProperty('stderr');
  });

  it('reports a failed command as failed', async () => {
    await hookEvent('command', '--command', 'false', '--exit-code=-1');
    expect(workOf(workspace.dir)[0]!.payload).toEqual({
      command: 'false',
      exit_code: -1,
      outcome: 'failed',
      source: 'generic',
    });
  });

  it('does not write a turn that is entirely private', async () => {
    await hookEvent(
      'transcript-turn',
      '--role',
      'user',
      '--content',
      '<private>Jane Roe</private>',
    );
    expect(eventsOf(workspace.dir)).toEqual([]);
  });

  it('takes the session and the directory from flags, the environment or the workspace', async () => {
    await hookEvent('heartbeat', '--session-id', 'mine', '--eventloom-path', 'other');
    await hookEvent('heartbeat', '--domain', 'My Project');
    expect([
      eventsOf(path.join(workspace.root, 'other'), 'mine').length,
      eventsOf(workspace.dir, 'my-project-default').length,
    ]).toEqual([1, 1]);
  });
});

describe('refuses misuse before anything is written', () => {
  beforeEach(() => fs.rmdirSync(workspace.dir));

  it.each([
    [['unheard-of'], 'unknown trigger "unheard-of"'],
    [['\u001b[31mred'], String.raw`unknown trigger "\u001b[31mred"`],
    [[], 'a trigger is missing'],
    [['command', '--command', 'ls'], 'command needs --exit-code'],
    [['command', '--exit-code', '0'], 'command needs --command'],
    [
      ['command', '--command', 'ls', '--exit-code', 'zero'],
      '--exit-code needs an integer, not "zero"',
    ],
    [['file-edit'], 'file-edit needs --path'],
    [['file-edit', '--path', ''], 'file-edit needs --path'],
    [['tool-call'], 'tool-call needs --tool-name'],
    [
      ['tool-call', '--tool-name', 't', '--arguments-json', '{'],
      '--arguments-json needs a JSON object',
    ],
    [['transcript-turn', '--role', 'user'], 'transcript-turn needs --content'],
    [['transcript-turn', '--content', 'x'], 'transcript-turn needs --role'],
    [['stop', '--turn-count', 'many'], '--turn-count needs an integer, not "many"'],
    [['stop', '--unheard', 'of'], 'unknown option --unheard'],
    [['stop', '--summary'], '--summary needs a value'],
    [['stop', 'word'], 'unexpected argument "word"'],
    [['stop', '--session-id', '../up'], '--session-id needs 1 to 128 characters'],
  ])('%j', async (args, message) => {
    const run = await hookEvent(...args);
    expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/^hookloom hook-event: [^\n]+\n$/);
    expect(run.stderr).toContain(message);
    expect(fs.existsSync(workspace.dir)).toBe(false);
  });
});
