// Claude Code, headless, against the stand-in for the Anthropic API.
import fs from 'node:fs';
import path from 'node:path';
import { jsonLines, writeFile } from '../lab/files.mjs';
import { startAnthropic } from '../models/anthropic.mjs';
import { allText } from '../models/script.mjs';

const call = (name, input) => ({ name, input });

export const claudeCode = {
  name: 'claude-code',
  packageName: '@anthropic-ai/claude-code',
  /** The command that a person types to start it. */
  program: 'claude',
  /** Our command that reads its session files. */
  capture: 'claude-capture',
  readsClaudeHooks: true,
  startModel: startAnthropic,
  find(modules) {
    const suffix = `${process.platform}-${process.arch}`;
    const file = path.join(modules, `@anthropic-ai/claude-code-${suffix}`, 'claude');
    return fs.existsSync(file) ? file : null;
  },
  /** What a person did once: answered the first questions and trusted the project. */
  prepare(lab) {
    writeFile(lab.inHome('.claude/settings.json'), { includeCoAuthoredBy: false });
    writeFile(lab.inHome('.claude.json'), {
      hasCompletedOnboarding: true,
      projects: {
        [lab.project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true },
      },
    });
  },
  /** As a user does it, with our own command. */
  async connect(lab, args) {
    await lab.hookloom(['init', '--preset', 'local-claude', ...args]);
  },
  environment: (_lab, url) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'sk-ant-no-account',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_BUG_COMMAND: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DO_NOT_TRACK: '1',
  }),
  tools: {
    shell: (command) => call('Bash', { command, description: 'Run' }),
    write: (file, content) => call('Write', { file_path: file, content }),
    read: (file) => call('Read', { file_path: file }),
    edit: (file, before, after) =>
      call('Edit', { file_path: file, old_string: before, new_string: after }),
    mcp: (tool, input) => ({
      ...call(`mcp__hookloom__${tool}`, input),
      needs: `mcp__hookloom__${tool}`,
    }),
    tasks: (titles) =>
      titles.map((subject) => call('TaskCreate', { subject, description: subject })),
    agent: (prompt) =>
      call('Agent', { description: 'a task', prompt, subagent_type: 'general-purpose' }),
  },
  isOffered: (body, tool) => body.tools.some(({ name }) => name === tool),
  /** Newer versions name most tools of servers in a reminder, and offer them once the model has searched for them. */
  searchTools: (tool, body) =>
    isKeptBack(body, tool) ? [call('ToolSearch', { query: `select:${tool}`, max_results: 5 })] : [],
  isFindable: (body, tool) => claudeCode.isOffered(body, tool) || isKeptBack(body, tool),
  settingsOfTheUser: (lab) => [lab.inHome('.claude/settings.json')],
  /** The settings of the project, which also contain ours. */
  ownHookFile: (lab) => lab.inProject('.claude/settings.local.json'),
  addOwnHook(lab, command) {
    const groups = [{ hooks: [{ type: 'command', command }] }];
    writeFile(this.ownHookFile(lab), { hooks: { PreToolUse: groups } });
  },
  /** Names in hooks and in the log. */
  names: { shell: 'Bash', write: 'Write', read: 'Read', edit: 'Edit', mcp: 'mcp__hookloom__' },
  /** @param decide A person's answer in a dialogue: a function from the tool's name and input to the answer. */
  commandLine(
    binary,
    { prompts, resume, args = [], mode = 'acceptEdits', allowed = ALLOWED, decide },
  ) {
    const line = ['-p', '--model', 'claude-sonnet-4-5', '--output-format', 'stream-json'];
    line.push('--verbose', '--permission-mode', mode, '--allowedTools', allowed.join(','));
    if (resume !== undefined) line.push('--resume', resume);
    line.push(...args);
    if (decide !== undefined) line.push('--permission-prompt-tool', 'stdio');
    else if (prompts.length === 1) return { command: binary, args: [...line, '--', prompts[0]] };
    return {
      command: binary,
      args: [...line, '--input-format', 'stream-json'],
      input: (child) => feed(child, prompts, decide),
    };
  },
  read(stdout) {
    const stream = jsonLines(stdout);
    const results = stream.filter(({ type }) => type === 'result');
    return {
      sessionId: stream.find(({ subtype }) => subtype === 'init')?.session_id ?? null,
      answer: results.at(-1)?.result ?? null,
      failed: results.at(-1)?.is_error ?? true,
      mcp: stream.find(({ subtype }) => subtype === 'init')?.mcp_servers ?? [],
    };
  },
};

const isKeptBack = (body, tool) =>
  claudeCode.isOffered(body, 'ToolSearch') && allText(body.messages).includes(tool);

const ALLOWED = ['Bash', 'Read', 'Edit', 'Write', 'Agent', 'mcp__hookloom'];

/** One prompt after another: each is sent when the answer to the one before arrived. */
function feed(child, prompts, decide) {
  let taken = 0;
  let rest = '';
  const next = () => {
    if (taken >= prompts.length) return child.stdin.end();
    const message = { type: 'user', message: { role: 'user', content: prompts[taken++] } };
    return child.stdin.write(`${JSON.stringify(message)}\n`);
  };
  const answer = ({ request_id, request }) => {
    const response = decide(request.tool_name, request.input);
    const told = { subtype: 'success', request_id, response };
    child.stdin.write(`${JSON.stringify({ type: 'control_response', response: told })}\n`);
  };
  child.stdout.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const message of jsonLines(lines.join('\n'))) {
      if (message.type === 'result') next();
      if (message.type === 'control_request') answer(message);
    }
  });
  next();
}
