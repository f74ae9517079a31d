// Gemini CLI, headless, against the stand-in for the Gemini API.
import fs from 'node:fs';
import path from 'node:path';
import { jsonLines, writeFile } from '../lab/files.mjs';
import { startGemini } from '../models/gemini.mjs';

const call = (name, input) => ({ name, input });

export const gemini = {
  name: 'gemini',
  packageName: '@google/gemini-cli',
  /** The command that a person types to start it. */
  program: 'gemini',
  /** Our command that reads its session files. */
  capture: 'gemini-capture',
  startModel: startGemini,
  find(modules) {
    const file = path.join(modules, '@google/gemini-cli/bundle/gemini.js');
    return fs.existsSync(file) ? file : null;
  },
  prepare(lab) {
    writeFile(lab.inHome('.gemini/settings.json'), {
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
    });
  },
  /** As a user does it, with our own command. */
  async connect(lab, args) {
    await lab.hookloom(['init', '--preset', 'local-gemini', ...args]);
  },
  environment: (_lab, url) => ({
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_KEY: 'no-account',
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_TELEMETRY_ENABLED: 'false',
  }),
  tools: {
    shell: (command) => call('run_shell_command', { command, description: 'run' }),
    write: (file, content) => call('write_file', { file_path: file, content }),
    read: (file) => call('read_file', { file_path: file }),
    edit: (file, before, after) =>
      call('replace', {
        file_path: file,
        instruction: 'change it',
        old_string: before,
        new_string: after,
      }),
    mcp: (tool, input) => ({
      ...call(`mcp_hookloom_${tool}`, input),
      needs: `mcp_hookloom_${tool}`,
    }),
    tasks: (titles) => [
      call('write_todos', {
        todos: titles.map((description) => ({ description, status: 'pending' })),
      }),
    ],
    agent: (prompt) => call('invoke_agent', { agent_name: 'generalist', prompt }),
  },
  isOffered: (body, tool) =>
    body.tools
      .flatMap(({ functionDeclarations }) => functionDeclarations ?? [])
      .some(({ name }) => name === tool),
  settingsOfTheUser: (lab) => [lab.inHome('.gemini/settings.json')],
  /** The settings of the project, which also contain ours. */
  ownHookFile: (lab) => lab.inProject('.gemini/settings.json'),
  addOwnHook(lab, command) {
    const groups = [{ hooks: [{ type: 'command', command }] }];
    writeFile(this.ownHookFile(lab), { hooks: { BeforeTool: groups } });
  },
  names: {
    shell: 'run_shell_command',
    write: 'write_file',
    read: 'read_file',
    edit: 'replace',
    mcp: 'mcp_hookloom_',
  },
  commandLine(binary, { prompts, resume, args = [], mode = 'yolo' }) {
    const line = [binary, '-m', 'gemini-2.5-flash', '-o', 'stream-json', '--approval-mode', mode];
    line.push('--skip-trust');
    if (resume !== undefined) line.push('--resume', resume);
    return { command: process.execPath, args: [...line, ...args, '-p', prompts[0]] };
  },
  read(stdout) {
    const stream = jsonLines(stdout);
    const said = stream.filter(({ type, role }) => type === 'message' && role === 'assistant');
    return {
      sessionId: stream.find(({ type }) => type === 'init')?.session_id ?? null,
      answer: said.map(({ content }) => content).join('') || null,
      failed: stream.at(-1)?.status !== 'success',
      stream,
    };
  },
};
