/** Qwen Code: Claude Code's hooks in a fork of Gemini CLI. */
import { enforceClaude } from '../claude-code/enforce.ts';
import { claudeOff } from '../claude-code/switches.ts';
import type { HookClient } from '../client.ts';
import { asFirstPrompt } from '../first-prompt.ts';
import { acceptedParts } from './answer.ts';
import { QWEN_CAPABILITIES } from './capabilities.ts';
import { QWEN_INSTALL_EVENTS, QWEN_SECONDS, qwenSettings } from './install.ts';
import { asQwenRecorded } from './as-recorded.ts';
import { PATHS } from './paths.ts';
import { words } from './words.ts';

export const definition: HookClient = {
  name: 'qwen',
  capabilities: QWEN_CAPABILITIES,
  // It reads no `.claude` settings, and our engine reads none of its own.
  runsItself: [],
  exportsAs: 'claude',
  ...words,
  enforce: (rendered, event) => acceptedParts(enforceClaude(rendered, event), event),
  asRecorded: asQwenRecorded,
  paths: PATHS,
  install: {
    events: QWEN_INSTALL_EVENTS,
    settings: qwenSettings,
    preset: 'local-qwen',
    hasFallback: true,
    isGrouped: true,
    switchedOff: claudeOff,
  },
  seconds: QWEN_SECONDS,
  setsProjectDir: true,
  needsWords: ['PermissionRequest'],
  transcript: null,
  server: {
    // Milliseconds.
    startup: { field: 'timeout', perSecond: 1000 },
    remote: ({ transport, url, headers, tokenVariable }) => ({
      [transport === 'http' ? 'httpUrl' : 'url']: url,
      headers: { ...headers, Authorization: `Bearer $${tokenVariable}` },
    }),
  },
  start: {
    installedBy: 'npm install --global @qwen-code/qwen-code',
    args: ({ packet, task, rest }) => ({
      args: ['--prompt-interactive', asFirstPrompt(packet, task), ...rest],
      packet: 'prompt',
    }),
  },
  sample: {
    tool: 'run_shell_command',
    input: { command: 'ls' },
    response: { llmContent: 'README.md', returnDisplay: 'README.md' },
  },
  toolNames: { Bash: 'run_shell_command', Write: 'write_file', Edit: 'edit', Read: 'read_file' },
};
