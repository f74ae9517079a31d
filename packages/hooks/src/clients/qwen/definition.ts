/** Qwen Code: Claude Code's hooks in a fork of Gemini CLI. */
import path from 'node:path';
import { enforceClaude } from '../claude-code/enforce.ts';
import { claudeOff } from '../claude-code/switches.ts';
import type { HookClient, ClientSettings, HookCommands } from '../client.ts';
import { asFirstPrompt } from '../first-prompt.ts';
import { acceptedParts, words } from './words.ts';
import { QWEN_CAPABILITIES } from './capabilities.ts';
import { asQwenRecorded } from './as-recorded.ts';
import { jsonServers, type Place, type ProgramPlaces } from '../client-paths.ts';
import { hookSeconds } from '../hook-seconds.ts';

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

// Our entries in Qwen Code's settings: one group per event. Pure.

/** The events that the recorder needs. */
const QWEN_INSTALL_EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'Stop',
  'SessionEnd',
] as const;

const QWEN_SECONDS = { SessionEnd: 5 };

/** The groups by event. Timeouts are in seconds. */
function qwenSettings({ node }: HookCommands, events: readonly string[]): ClientSettings {
  const entry = (event: string): object => ({
    hooks: [{ type: 'command', command: node, timeout: hookSeconds(QWEN_SECONDS, event) }],
  });
  return { entries: events.map((event) => [event, entry(event)]) };
}

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
