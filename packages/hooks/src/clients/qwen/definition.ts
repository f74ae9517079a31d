/** Qwen Code: Claude Code's hooks in a fork of Gemini CLI. */
import path from 'node:path';
import { enforceClaude } from '../claude-code/enforce.ts';
import { CLAUDE_INSTALL_EVENTS, CLAUDE_SECONDS, claudeSettings } from '../claude-code/install.ts';
import { claudeOff } from '../claude-code/switches.ts';
import type { HookClient } from '../client.ts';
import { geminiServer } from '../gemini/install.ts';
import { promptInteractive } from '../first-prompt.ts';
import { acceptedParts, words } from './words.ts';
import { QWEN_CAPABILITIES } from './capabilities.ts';
import { asQwenRecorded } from './as-recorded.ts';
import { jsonServers, type Place, type ProgramPlaces } from '../client-paths.ts';

// The location of Qwen Code's settings (docs/reference/client-behaviour.md#qwen-code).

const home = (place: Place): string => path.join(place.home, '.qwen');

const PATHS: ProgramPlaces = {
  label: 'Qwen Code',
  executable: 'qwen',
  userFolder: home,
  hookFiles: (place) => [
    path.join(place.root, '.qwen', 'settings.json'),
    path.join(home(place), 'settings.json'),
  ],
  mcpFiles: (place) => [
    jsonServers(path.join(place.root, '.qwen', 'settings.json'), 'project'),
    jsonServers(path.join(home(place), 'settings.json'), 'user'),
  ],
  sessions: () => null,
};

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
    events: CLAUDE_INSTALL_EVENTS,
    settings: ({ node }, events) => claudeSettings({ node }, events),
    preset: 'local-qwen',
    hasFallback: true,
    isGrouped: true,
    switchedOff: claudeOff,
  },
  seconds: CLAUDE_SECONDS,
  setsProjectDir: true,
  needsWords: ['PermissionRequest'],
  transcript: null,
  server: geminiServer,
  start: {
    installedBy: 'npm install --global @qwen-code/qwen-code',
    args: promptInteractive,
  },
  sample: {
    tool: 'run_shell_command',
    input: { command: 'ls' },
    response: { llmContent: 'README.md', returnDisplay: 'README.md' },
  },
  toolNames: { Bash: 'run_shell_command', Write: 'write_file', Edit: 'edit', Read: 'read_file' },
};
