// Qwen Code, headless, against the stand-in for the Anthropic API.
import fs from 'node:fs';
import path from 'node:path';
import { jsonLines, writeFile } from '../lab/files.mjs';
import { startAnthropic } from '../models/anthropic.mjs';

const call = (name, input) => ({ name, input });

export const qwen = {
  name: 'qwen',
  packageName: '@qwen-code/qwen-code',
  /** The command that a person types to start it. */
  program: 'qwen',
  startModel: startAnthropic,
  find(modules) {
    const file = path.join(modules, '@qwen-code/qwen-code/cli.js');
    return fs.existsSync(file) ? file : null;
  },
  prepare(lab) {
    writeFile(lab.inHome('.qwen/settings.json'), {
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    });
  },
  /** As a user does it, with our own command. */
  async connect(lab, args) {
    await lab.hookloom(['init', '--preset', 'local-qwen', ...args]);
  },
  environment: (_lab, url) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'sk-ant-no-account',
    QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
  }),
  tools: {
    shell: (command) =>
      call('run_shell_command', { command, description: 'run', is_background: false }),
    write: (file, content) => call('write_file', { file_path: file, content }),
    read: (file) => call('read_file', { file_path: file }),
    edit: (file, before, after) =>
      call('edit', { file_path: file, old_string: before, new_string: after }),
    mcp: (tool, input) => ({
      ...call(`mcp__hookloom__${tool}`, input),
      needs: `mcp__hookloom__${tool}`,
    }),
    agent: (prompt) =>
      call('agent', { description: 'a task', prompt, subagent_type: 'general-purpose' }),
  },
  isOffered: (body, tool) => body.tools.some(({ name }) => name === tool),
  settingsOfTheUser: (lab) => [lab.inHome('.qwen/settings.json')],
  /** The settings of the project, which also contain ours. */
  ownHookFile: (lab) => lab.inProject('.qwen/settings.json'),
  addOwnHook(lab, command) {
    const groups = [{ hooks: [{ type: 'command', command }] }];
    writeFile(this.ownHookFile(lab), { hooks: { PreToolUse: groups } });
  },
  names: {
    shell: 'run_shell_command',
    write: 'write_file',
    read: 'read_file',
    edit: 'edit',
    mcp: 'mcp__hookloom__',
  },
  commandLine(binary, { prompts, resume, args = [], mode = 'yolo' }) {
    const line = [binary, '--auth-type', 'anthropic', '-m', 'claude-sonnet-4-5'];
    line.push('-o', 'stream-json', '--approval-mode', mode);
    if (resume !== undefined) line.push('--resume', resume);
    return { command: process.execPath, args: [...line, ...args, '-p', prompts[0]] };
  },
  read(stdout) {
    const stream = jsonLines(stdout);
    const result = stream.findLast(({ type }) => type === 'result');
    return {
      sessionId: stream.find(({ subtype }) => subtype === 'init')?.session_id ?? null,
      answer: result?.result ?? null,
      failed: result?.is_error ?? true,
      mcp: stream.find(({ subtype }) => subtype === 'init')?.mcp_servers ?? [],
      stream,
    };
  },
};
