// GitHub Copilot CLI, headless, with a custom provider: the stand-in for the Anthropic API.
import fs from 'node:fs';
import path from 'node:path';
import { jsonLines, writeFile } from '../lab/files.mjs';
import { startAnthropic } from '../models/anthropic.mjs';

const call = (name, input) => ({ name, input });

export const copilot = {
  name: 'copilot',
  packageName: '@github/copilot',
  /** The command that a person types to start it. */
  program: 'copilot',
  /** Our command that reads its session files. */
  capture: 'copilot-capture',
  readsClaudeHooks: true,
  masksSecrets: true,
  startModel: startAnthropic,
  find(modules) {
    const suffix = `${process.platform}-${process.arch}`;
    const file = path.join(modules, `@github/copilot-${suffix}`, 'copilot');
    return fs.existsSync(file) ? file : null;
  },
  /** What a person did once: trusted the project. */
  prepare(lab) {
    writeFile(lab.inHome('.copilot/config.json'), { trustedFolders: [lab.project] });
    writeFile(lab.inHome('.copilot/settings.json'), { beep: false });
    // The program unpacks 235 MB into a new home, so the labs share them.
    const shared = path.join(path.dirname(lab.root), '.copilot-cache');
    fs.mkdirSync(shared, { recursive: true });
    fs.mkdirSync(lab.inHome('.cache'), { recursive: true });
    fs.symlinkSync(shared, lab.inHome('.cache/copilot'));
  },
  /** As a user does it, with our own command. */
  async connect(lab, args) {
    await lab.hookloom(['init', '--preset', 'local-copilot', ...args]);
  },
  environment: (_lab, url) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_TYPE: 'anthropic',
    COPILOT_PROVIDER_BASE_URL: url,
    COPILOT_PROVIDER_API_KEY: 'no-account',
    COPILOT_MODEL: 'claude-sonnet-4-5',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  tools: {
    shell: (command) => call('bash', { command, description: 'Run' }),
    write: (file, content) => call('create', { path: file, file_text: content }),
    read: (file) => call('view', { path: file }),
    edit: (file, before, after) => call('edit', { path: file, old_str: before, new_str: after }),
    mcp: (tool, input) => ({ ...call(`hookloom-${tool}`, input), needs: `hookloom-${tool}` }),
    agent: (prompt) =>
      call('task', {
        description: 'a task',
        prompt,
        agent_type: 'general-purpose',
        name: 'a-task',
      }),
  },
  isOffered: (body, tool) => body.tools.some(({ name }) => name === tool),
  settingsOfTheUser: (lab) => [lab.inHome('.copilot/settings.json')],
  ourHookFile: (lab) => lab.inProject('.github/hooks/hookloom.json'),
  ownHookFile: (lab) => lab.inProject('.github/hooks/own.json'),
  addOwnHook(lab, command) {
    writeFile(this.ownHookFile(lab), {
      version: 1,
      hooks: { preToolUse: [{ type: 'command', bash: command }] },
    });
  },
  /** Names in hooks and in the log. */
  names: { shell: 'bash', write: 'create', read: 'view', edit: 'edit', mcp: 'hookloom-' },
  commandLine(binary, { prompts, resume, args = [] }) {
    const line = ['-p', prompts[0], '--output-format', 'json', '--no-auto-update', '--no-color'];
    line.push('--allow-all');
    if (resume !== undefined) line.push('--resume', resume);
    return { command: binary, args: [...line, ...args] };
  },
  read(stdout) {
    const stream = jsonLines(stdout);
    const said = stream.filter(({ type }) => type === 'assistant.message');
    const result = stream.findLast(({ type }) => type === 'result');
    return {
      sessionId: result?.sessionId ?? null,
      answer: said.at(-1)?.data?.content ?? null,
      failed: (result?.exitCode ?? 1) !== 0,
      stream,
    };
  },
};
