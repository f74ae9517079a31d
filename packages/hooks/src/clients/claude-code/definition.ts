import path from 'node:path';
import type { HookClient } from '../client.ts';
import { asPrompt } from '../first-prompt.ts';
import { CLAUDE_CAPABILITIES } from './capabilities.ts';
import { enforceClaude } from './enforce.ts';
import { CLAUDE_INSTALL_EVENTS, CLAUDE_SECONDS, claudeSettings } from './install.ts';
import { claudeOff, claudePlugins } from './switches.ts';
import { claudeFiles } from './transcript/files.ts';
import { readClaudeLine } from './transcript/read-line.ts';
import { claudeRecordEvent } from './transcript/to-event.ts';
import { words } from './words.ts';
import { jsonServers, type Place, type ProgramPlaces } from '../client-paths.ts';

// The locations of Claude Code's settings and sessions (docs/reference/client-behaviour.md).

const home = (place: Place): string =>
  place.env['CLAUDE_CONFIG_DIR'] || path.join(place.home, '.claude');

const PATHS: ProgramPlaces = {
  label: 'Claude Code',
  executable: 'claude',
  userFolder: home,
  hookFiles: (place) => [
    path.join(place.root, '.claude', 'settings.local.json'),
    path.join(place.root, '.claude', 'settings.json'),
    path.join(home(place), 'settings.json'),
  ],
  mcpFiles: (place) => [
    jsonServers(path.join(place.root, '.mcp.json'), 'project'),
    jsonServers(
      place.env['CLAUDE_CONFIG_DIR']
        ? path.join(place.env['CLAUDE_CONFIG_DIR'], '.claude.json')
        : path.join(place.home, '.claude.json'),
      'user',
    ),
  ],
  sessions: (place) => path.join(home(place), 'projects'),
};

export const definition: HookClient = {
  name: 'claude-code',
  aliases: ['claude'],
  capabilities: CLAUDE_CAPABILITIES,
  runsItself: ['claude'],
  exportsAs: 'claude',
  ...words,
  enforce: enforceClaude,
  paths: PATHS,
  install: {
    events: CLAUDE_INSTALL_EVENTS,
    settings: claudeSettings,
    preset: 'local-claude',
    hasFallback: true,
    step: {
      after: 'mcp',
      text: 'Claude Code asks once whether it may start the server `hookloom`: say yes.',
    },
    isGrouped: true,
    mergesEqual: true,
    settingsChange: 'ConfigChange',
    switchedOff: claudeOff,
    plugins: claudePlugins,
  },
  seconds: CLAUDE_SECONDS,
  setsProjectDir: true,
  needsWords: ['PermissionRequest'],
  transcript: {
    source: 'claude-local',
    readLine: readClaudeLine,
    toEvent: claudeRecordEvent,
    files: claudeFiles,
    before: 'PreToolUse',
  },
  server: {
    handshake: 'claude-code',
    variable: (name) => `\${${name}}`,
    remote: ({ transport, url, headers }) => ({ type: transport, url, headers }),
  },
  start: {
    installedBy: 'npm install --global @anthropic-ai/claude-code',
    args: ({ packet, task, rest }) => ({
      // The task comes first: an option that takes several words would swallow it.
      args: ['--append-system-prompt', packet, ...asPrompt(task), ...rest],
      packet: 'system',
    }),
  },
  sample: {
    tool: 'Bash',
    input: { command: 'ls' },
    response: { stdout: 'README.md', stderr: '', interrupted: false, isImage: false },
  },
};
