/** The seven documented session routes and their variants, over a real log and projection. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everythingIn } from '../../../test/everything-in.ts';
import { startReporting, type Reporting } from '../../../test/reporting.ts';
import { defaultSettings } from '../../settings/settings.ts';
import { sessionRoutes } from './index.ts';

let reporting: Reporting;
let published: [string, object][];
let now: number;
let settings: Record<string, string>;
let settingsRead: number;
beforeEach(async () => {
  published = [];
  settings = { ...defaultSettings };
  settingsRead = 0;
  now = Date.parse('2026-11-21T10:00:00.000Z');
  reporting = await startReporting((workspaces) =>
    sessionRoutes({
      workspaces,
      publish: (type, fields) => published.push([type, fields]),
      nudge: () => {},
      processing: () => ({ isProcessing: false, queueDepth: 0 }),
      settings: () => {
        settingsRead++;
        return settings;
      },
      port: () => 37_777,
      now: () => now,
    }),
  );
});
afterEach(() => reporting.close());

const start = (prompt: string, more: object = {}): Promise<{ status: number; json: any }> =>
  reporting.call('POST', '/api/sessions/init', {
    contentSessionId: 'agent-1',
    project: 'shop',
    prompt,
    ...more,
  });

describe('a session', () => {
  it('keeps its number from the first prompt on, and counts its prompts from 1', async () => {
    const first = await start('Fix the login.');
    now += 60_000;
    const second = await start('Now the logout.');
    expect(first.json).toEqual({
      sessionDbId: 1001,
      promptNumber: 1,
      skipped: false,
      contextInjected: false,
      status: 'initialized',
    });
    expect(second.json).toMatchObject({ sessionDbId: 1001, promptNumber: 2, skipped: false });
    expect(reporting.types()).toEqual(['transcript.turn', 'transcript.turn']);
    expect(published.map(([type]) => type)).toEqual([
      'session_started',
      'new_prompt',
      'new_prompt',
    ]);
  });

  it('costs one reading of the settings for each report', async () => {
    await start('Fix the login.');
    await reporting.call('POST', '/api/sessions/observations', {
      contentSessionId: 'agent-1',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    });
    expect(settingsRead).toBe(2);
  });

  it('is found by the older spelling of its id, and by the one of the extension', async () => {
    await start('Fix the login.', { contentSessionId: undefined, claudeSessionId: 'agent-1' });
    const again = await reporting.call('POST', '/sessions/init', {
      sessionId: 'agent-1',
      project: 'shop',
      userPrompt: 'Now the logout.',
    });
    expect(again.json).toMatchObject({ sessionDbId: 1001, promptNumber: 2, status: 'initialized' });
  });

  it('records a prompt once if the client sends it twice at a time', async () => {
    await start('Fix the login.');
    const again = await start('Fix the login.');
    expect(again.json).toMatchObject({ promptNumber: 1, skipped: true, reason: 'duplicate' });
    const known = await reporting.call('POST', '/sessions/1001/init', {
      userPrompt: 'Fix the login.',
      promptNumber: 1,
    });
    expect(known.json).toEqual({ status: 'initialized', sessionDbId: 1001, port: 37_777 });
    expect(reporting.types()).toEqual(['transcript.turn']);
  });

  it('reports its completion, and completing an unknown one is not an error', async () => {
    await start('Fix the login.');
    const complete = (id: string): Promise<{ json: any }> =>
      reporting.call('POST', '/api/sessions/complete', { claudeSessionId: id, reason: 'exit' });
    expect((await complete('agent-1')).json).toEqual({ success: true });
    expect((await complete('agent-1')).json).toEqual({
      success: true,
      message: 'No active session found',
    });
    expect((await complete('agent-9')).json).toEqual({
      success: true,
      message: 'No active session found',
    });
    expect((await reporting.call('GET', '/sessions/1001/status')).json).toMatchObject({
      status: 'completed',
      sessionDbId: 1001,
      project: 'shop',
    });
    expect((await reporting.call('GET', '/sessions/77001/status')).json).toEqual({
      status: 'not_found',
    });
    const end = await reporting.call('POST', '/api/sessions/session-end', {
      contentSessionId: 'agent-9',
    });
    expect(end.json).toEqual({ status: 'unknown_session' });
  });
});

describe('a call of a tool', () => {
  const observe = (more: object): Promise<{ status: number; json: any }> =>
    reporting.call('POST', '/api/sessions/observations', {
      claudeSessionId: 'agent-1',
      cwd: reporting.root,
      ...more,
    });

  it('is in the log when it is acknowledged, once per id', async () => {
    const call = {
      tool_name: 'Bash',
      tool_use_id: 'toolu_1',
      tool_input: { command: 'npm test' },
      tool_response: { stdout: '12 passed' },
    };
    expect((await observe(call)).json).toEqual({ status: 'queued' });
    expect((await observe(call)).json).toEqual({ status: 'queued' });
    expect(reporting.types()).toEqual(['tool.call.completed', 'command.completed']);
  });

  it('that an editor reports as a save is a change of the file', async () => {
    const saved = {
      tool_name: 'FileSave',
      tool_input: { path: 'src/login.ts' },
      tool_response: 'File saved successfully',
    };
    expect((await observe(saved)).json).toEqual({ status: 'queued' });
    expect(reporting.types()).toEqual(['tool.call.completed', 'file.edit.applied']);
  });

  it('that says nothing about the work is skipped and not written', async () => {
    for (const tool_name of [
      'TodoWrite',
      'Skill',
      'SlashCommand',
      'AskUserQuestion',
      'ListMcpResourcesTool',
    ])
      expect((await observe({ tool_name })).json).toEqual({
        status: 'skipped',
        reason: 'tool_excluded',
      });
    const notes = {
      tool_name: 'Write',
      tool_input: { file_path: '/home/me/.claude/session-memory/a.md' },
    };
    expect((await observe(notes)).json).toEqual({
      status: 'skipped',
      reason: 'session_memory_meta',
    });
    expect(reporting.types()).toEqual([]);
  });

  it('is skipped for a tool that the owner lists, and kept for one the owner removed from the list', async () => {
    settings['CLAUDE_MEM_SKIP_TOOLS'] = 'Bash, mcp__shop__list';
    const skipped = { status: 'skipped', reason: 'tool_excluded' };
    expect((await observe({ tool_name: 'Bash' })).json).toEqual(skipped);
    expect((await observe({ tool_name: 'mcp__shop__list' })).json).toEqual(skipped);
    expect(reporting.types()).toEqual([]);
    expect((await observe({ tool_name: 'Skill' })).json).toEqual({ status: 'queued' });
  });

  it('without a session or a tool is refused, and nothing is written', async () => {
    const none = await reporting.call('POST', '/api/sessions/observations', { tool_name: 'Bash' });
    expect(none.status).toBe(400);
    expect(none.json).toEqual({
      error: 'ValidationError',
      issues: [
        {
          path: 'contentSessionId',
          message: 'Required (or claudeSessionId).',
          code: 'invalid_type',
        },
      ],
    });
    expect((await observe({})).status).toBe(400);
    expect((await observe({ tool_name: 7 })).status).toBe(400);
    expect(reporting.types()).toEqual([]);
  });
});

it('a fully private prompt silences its turn: no byte of it is stored', async () => {
  const secret = 'the merger with northwind';
  const cwd = reporting.root;
  const started = await start(`<private>${secret}</private>`);
  expect(started.json).toMatchObject({ promptNumber: 0, skipped: true, reason: 'private' });
  const session = { contentSessionId: 'agent-1', cwd };
  const observed = await reporting.call('POST', '/api/sessions/observations', {
    ...session,
    tool_name: 'Bash',
    tool_input: { command: `grep "${secret}" plan.md` },
    tool_response: secret,
  });
  expect(observed.json).toEqual({ status: 'skipped', reason: 'private' });
  const ended = await reporting.call('POST', '/api/sessions/summarize', {
    ...session,
    last_assistant_message: secret,
  });
  expect(ended.json).toEqual({ status: 'skipped', reason: 'private' });
  expect(everythingIn(reporting.dir)).not.toContain(secret);
});

it('records the end of a turn with the last words, without system reminders', async () => {
  await start('Fix the login.');
  const ended = await reporting.call('POST', '/api/sessions/summarize', {
    claudeSessionId: 'agent-1',
    last_user_message: 'Fix the login.',
    last_assistant_message: 'Fixed. <system-reminder>be brief</system-reminder>',
  });
  expect(ended.json).toEqual({ status: 'queued' });
  expect(reporting.types()).toEqual(['transcript.turn', 'transcript.turn', 'hook.stop']);
  expect(everythingIn(reporting.dir)).not.toContain('be brief');
  const helper = { claudeSessionId: 'agent-1', agentId: 'a1', last_assistant_message: 'Found it.' };
  const skipped = await reporting.call('POST', '/api/sessions/summarize', helper);
  expect(skipped.json).toEqual({ status: 'skipped', reason: 'subagent_context' });
});

it('answers the spinner with the real state, whatever the caller says', async () => {
  const answer = await reporting.call('POST', '/api/processing', { isProcessing: true });
  expect(answer.json).toEqual({ status: 'ok', isProcessing: false });
  expect(published).toEqual([['processing_status', { isProcessing: false, queueDepth: 0 }]]);
});

it('records nothing of a project that the owner excludes', async () => {
  settings['CLAUDE_MEM_EXCLUDED_PROJECTS'] = 'shop';
  const started = await start('Fix the login.');
  expect(started.json).toMatchObject({ skipped: true, reason: 'project_excluded' });
  for (const route of ['observations', 'summarize']) {
    const body = { contentSessionId: 'agent-1', tool_name: 'Bash', cwd: reporting.root };
    const { json } = await reporting.call('POST', `/api/sessions/${route}`, body);
    expect(json).toEqual({ status: 'skipped', reason: 'project_excluded' });
  }
  await reporting.call('POST', '/api/sessions/session-end', { contentSessionId: 'agent-1' });
  expect(reporting.types()).toEqual([]);
});
