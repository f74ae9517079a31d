import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  eventsOf,
  everythingIn,
  recorded,
  recordedPayloads,
  SILENT,
  workOf,
} from '../../test/run-hook.ts';
import { causesOf, deliver, hook, workspace, withWorkspace } from './client-hook.fixture.ts';

withWorkspace();

describe('every recorded payload of Claude Code', () => {
  it('is in the log once after two deliveries, and the hooks print nothing', async () => {
    const payloads = recordedPayloads();
    for (let at = 0; at < payloads.length; at += 8) {
      const some = payloads.slice(at, at + 8);
      const runs = await Promise.all([...some, ...some].map(({ payload }) => hook(payload)));
      expect(runs).toEqual(runs.map(() => SILENT));
    }
    // A process that found a held lock left its event in the inbox: one more hook drains it.
    await deliver({ hook_event_name: 'Last', session_id: 'last' });
    const events = eventsOf(workspace.dir);
    const identities = events
      .filter(({ type }) => type !== 'memory.reminder.suggested')
      .map(({ type, payload }) =>
        JSON.stringify([type, payload], (key, value: unknown) => (key === '__batch' ? 0 : value)),
      );
    expect(identities.length).toBe(new Set(identities).size);
    const names = new Set(payloads.map(({ payload }) => payload['session_id']));
    for (const name of names)
      expect(
        events.some(
          ({ payload }) => (payload['__origin'] as { session_id?: string }).session_id === name,
        ),
      ).toBe(true);
    expect(
      fs.readdirSync(path.join(workspace.dir, 'inbox')).filter((file) => file.endsWith('.json')),
    ).toEqual([]);
  });

  it('has its origin: channel, client, the client session, the tool', async () => {
    await deliver(recorded('PostToolUse.mcp_trivial__ask'));
    expect(eventsOf(workspace.dir).map(({ payload }) => payload['__origin'])).toEqual([
      {
        channel: 'mcp',
        client: 'claude-code',
        session_id: '7354bfcd-e074-45f0-9d83-5dc327322a05',
        tool: 'mcp__trivial__ask',
      },
    ]);
  });
});

describe('events of one turn', () => {
  it('are linked to their causes', async () => {
    const names = [
      'SessionStart.startup',
      'UserPromptSubmit',
      'PreToolUse.Bash',
      'PostToolUse.Bash',
    ];
    await deliver(
      ...names.map(recorded),
      recorded('PostToolBatch'),
      recorded('Stop'),
      recorded('SessionEnd.other'),
    );
    const links = Object.fromEntries(
      [
        'transcript.turn',
        'hook.pre_tool_use',
        'tool.call.completed',
        'command.completed',
        'hook.post_tool_batch',
        'hook.stop',
        'session.ended',
      ].map((type) => [type, causesOf(type)]),
    );
    expect(links).toEqual({
      'transcript.turn': ['transcript.turn'],
      'hook.pre_tool_use': ['transcript.turn'],
      'tool.call.completed': ['hook.pre_tool_use'],
      'command.completed': ['hook.pre_tool_use'],
      'hook.post_tool_batch': ['hook.pre_tool_use'],
      'hook.stop': ['transcript.turn'],
      'session.ended': ['hook.session_started'],
    });
    expect(fs.readdirSync(path.join(workspace.dir, 'runtime/links'))).toEqual([]);
  });

  it('inside a subagent go back to its start', async () => {
    const prompt = {
      ...recorded('UserPromptSubmit'),
      prompt_id: recorded('SubagentStart.subagent')['prompt_id'],
    };
    const { session_id } = recorded('SubagentStart.subagent');
    await deliver(
      { ...prompt, session_id },
      recorded('SubagentStart.subagent'),
      recorded('PreToolUse.Bash.subagent'),
      recorded('PostToolUse.Bash.subagent'),
      recorded('SubagentStop.subagent'),
    );
    expect({
      started: causesOf('subagent.started'),
      call: causesOf('hook.pre_tool_use'),
      completed: causesOf('subagent.completed'),
    }).toEqual({
      started: ['transcript.turn'],
      call: ['subagent.started'],
      completed: ['subagent.started'],
    });
  });

  it('keep their links if the previous call was left in the inbox', async () => {
    await deliver(recorded('UserPromptSubmit'));
    const lock = fs.readdirSync(workspace.dir).filter((name) => name.includes('lock'));
    expect(lock).toEqual([]);
    await deliver(recorded('PreToolUse.Bash'), recorded('PostToolUse.Bash'));
    expect(causesOf('command.completed')).toEqual(['hook.pre_tool_use']);
  });
});

describe('deliveries at the same time', () => {
  it('twenty different ones are all in the log', async () => {
    const payloads = Array.from({ length: 20 }, (_, at) => ({
      ...recorded('PostToolUse.Bash'),
      tool_use_id: `toolu_${at}`,
    }));
    const runs = await Promise.all(payloads.map((payload) => hook(payload)));
    expect(runs).toEqual(runs.map(() => SILENT));
    await deliver({ hook_event_name: 'Last', session_id: 'last' });
    const calls = eventsOf(workspace.dir).filter(({ type }) => type === 'tool.call.completed');
    const ids = calls.map(({ payload }) => payload['tool_use_id']);
    expect(ids.length).toBe(20);
    expect(new Set(ids)).toEqual(new Set(payloads.map(({ tool_use_id }) => tool_use_id)));
  });

  it('twenty equal ones leave one', async () => {
    const payload = recorded('Notification.idle_prompt');
    await Promise.all(Array.from({ length: 20 }, () => hook(payload)));
    await deliver({ hook_event_name: 'Last', session_id: 'last' });
    expect(workOf(workspace.dir).map(({ type }) => type)).toEqual([
      'hook.notification',
      'hook.last',
    ]);
  });
});

describe('secrets and private text', () => {
  // Built here, so that no file of the repository seems to contain a secret.
  const secret = ['sk-ant', 'api03', `${'Zq7Xw9Lm2Rt5Yp8Kb4Vc6Nd1'.repeat(3)}AA`].join('-');
  const password = ['correct', 'horse', '42x9'].join('-');

  it('reach no file of the directory, in whatever field they arrive', async () => {
    const prompt = {
      ...recorded('UserPromptSubmit'),
      prompt: `use ${secret} <private>Jane Roe</private> please`,
    };
    const tool_input = { command: `deploy --token ${password} --api-key=${secret}`, [`k`]: secret };
    const tool_response = {
      stdout: `${'x'.repeat(180)} ${secret} ${'y'.repeat(400)}`,
      stderr: `key ${secret}`,
    };
    const call = { ...recorded('PostToolUse.Bash'), tool_input, tool_response };
    const strange = {
      hook_event_name: 'Strange',
      session_id: 's',
      a: { b: [secret] },
      text: `<private>Jane Roe`,
    };
    const pre = { ...recorded('PreToolUse.Bash'), tool_input };
    const stop = { ...recorded('Stop'), last_assistant_message: `I used ${secret}` };
    await deliver(
      prompt,
      pre,
      call,
      strange,
      stop,
      `{"broken": "${secret}", "prompt": "<private>Jane Roe`,
    );
    const all = everythingIn(workspace.dir);
    for (const canary of [secret, secret.slice(8, 60), password, 'Jane Roe'])
      expect(all).not.toContain(canary);
    const masked = eventsOf(workspace.dir).filter(
      ({ payload }) =>
        (payload['__zaxy_security'] as { sensitivity: string }).sensitivity === 'restricted',
    );
    expect(masked.map(({ type }) => type)).toEqual([
      'transcript.turn',
      'hook.pre_tool_use',
      'tool.call.completed',
      'command.completed',
      'hook.strange',
      'transcript.turn',
      'hook.payload_unreadable',
    ]);
  });

  it('leave a mark and no text for an entirely private prompt', async () => {
    await deliver({ ...recorded('UserPromptSubmit'), prompt: '<PRIVATE>Jane Roe called' });
    expect(workOf(workspace.dir)).toEqual([
      {
        type: 'hook.user_prompt_submitted',
        payload: {
          trigger: 'user-prompt-submit',
          private: true,
          source: 'claude-code',
          session_id: '45af8765-b213-48f8-9ebb-e5f05a794574',
          prompt_id: '38e942e5-668f-4f20-81e8-6cc9c979a816',
        },
      },
    ]);
    expect(everythingIn(workspace.dir)).not.toContain('Jane Roe');
  });
});

describe('the location of events', () => {
  it("comes from flags, then the environment, then the client's project directory", async () => {
    const project = path.join(workspace.root, 'project');
    fs.mkdirSync(path.join(project, '.eventloom'), { recursive: true });
    fs.rmdirSync(workspace.dir);
    const env = { CLAUDE_PROJECT_DIR: project };
    await hook(recorded('Stop'), { env });
    await hook(recorded('Stop'), { env: { ...env, EVENTLOOM_THREAD: 'thread' } });
    const args = [
      'hook',
      'claude-code',
      '--eventloom-path',
      path.join(workspace.root, 'log'),
      '--session-id=flag',
    ];
    await hook(recorded('Stop'), { env, args });
    const logs = [
      'project/.eventloom/project-default.jsonl',
      'project/.eventloom/thread.jsonl',
      'log/flag.jsonl',
    ];
    expect(logs.map((file) => fs.existsSync(path.join(workspace.root, file)))).toEqual([
      true,
      true,
      true,
    ]);
    expect(fs.existsSync(workspace.dir)).toBe(false);
  });

  it('is readable only by the owner', async () => {
    await deliver(recorded('SessionStart.startup'));
    const open = fs
      .readdirSync(workspace.dir, { recursive: true, encoding: 'utf8' })
      .map((name) => fs.statSync(path.join(workspace.dir, name)))
      .filter((stats) => (stats.mode & 0o077) !== 0);
    expect(open).toEqual([]);
  });
});
