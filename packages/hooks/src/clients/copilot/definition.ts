/** GitHub Copilot CLI. */
import path from 'node:path';
import type { HookClient, SettingsOfFile, SwitchedOff } from '../client.ts';
import { COPILOT_CAPABILITIES } from './capabilities.ts';
import { enforceCopilot } from './enforce.ts';
import { COPILOT_INSTALL_EVENTS, copilotSettings } from './install.ts';
import { asCopilotRecorded, momentOfCopilot } from './as-recorded.ts';
import { copilotFiles } from './transcript/files.ts';
import { readCopilotLine } from './transcript/read-line.ts';
import { copilotRecordEvent } from './transcript/to-event.ts';
import { words } from './words.ts';
import { jsonServers, type Place, type ProgramPlaces } from '../client-paths.ts';

// The locations of GitHub Copilot CLI's settings and sessions (docs/reference/client-behaviour.md).

const home = (place: Place): string =>
  place.env['COPILOT_HOME'] || path.join(place.home, '.copilot');

const PATHS: ProgramPlaces = {
  label: 'GitHub Copilot CLI',
  executable: 'copilot',
  userFolder: home,
  hookFiles: (place) => [
    path.join(place.root, '.github', 'hooks', 'hookloom.json'),
    path.join(home(place), 'hooks', 'hookloom.json'),
  ],
  switchFiles: (place) => [
    ...['.github/copilot', '.claude'].flatMap((folder) =>
      ['settings.local.json', 'settings.json'].map((name) => path.join(place.root, folder, name)),
    ),
    path.join(home(place), 'settings.json'),
  ],
  mcpFiles: (place) => [
    jsonServers(path.join(place.root, '.mcp.json'), 'project'),
    jsonServers(path.join(place.root, '.github', 'mcp.json'), 'project'),
    jsonServers(path.join(home(place), 'mcp-config.json'), 'user'),
  ],
  sessions: (place) => path.join(home(place), 'session-state'),
};

// Settings of Copilot CLI that switch hooks off. Pure.

/** One file is enough, and no other can revert it. */
function copilotOff(files: readonly SettingsOfFile[]): SwitchedOff | null {
  const said = files.find(({ settings }) => settings['disableAllHooks'] === true);
  return said === undefined ? null : { file: said.file, reason: 'disableAllHooks is true' };
}

export const definition: HookClient = {
  name: 'copilot',
  capabilities: COPILOT_CAPABILITIES,
  // It runs the hooks in `.claude/settings*.json` of a trusted project by itself.
  runsItself: ['claude'],
  exportsAs: 'copilot',
  ...words,
  enforce: enforceCopilot,
  asRecorded: asCopilotRecorded,
  identify: momentOfCopilot,
  paths: PATHS,
  install: {
    events: COPILOT_INSTALL_EVENTS,
    settings: copilotSettings,
    preset: 'local-copilot',
    hasFallback: true,
    step: {
      after: 'any',
      text: 'When Copilot CLI asks whether you trust this folder, say yes. Until then it runs no hooks and starts no servers from it.',
    },
    alsoRunsClaude: 'project',
    // It has every event in two spellings; we register the first.
    isRegistered: (native) => /^[a-z]/.test(native),
    switchedOff: copilotOff,
  },
  seconds: {},
  needsWords: ['userPromptSubmitted', 'UserPromptSubmitted', 'UserPromptSubmit', 'preToolUse'],
  transcript: {
    source: 'copilot-local',
    readLine: readCopilotLine,
    toEvent: copilotRecordEvent,
    files: copilotFiles,
    before: 'preToolUse',
    hasNoIds: true,
  },
  server: {
    handshake: 'copilot-cli',
    variable: (name) => `\${${name}}`,
    remote: ({ transport, url, headers }) => ({ type: transport, url, headers }),
  },
  start: null,
  sample: {
    tool: 'bash',
    input: { command: 'ls' },
    response: { resultType: 'success', textResultForLlm: 'README.md' },
  },
  toolNames: { Bash: 'bash', Write: 'create', Edit: 'edit', Read: 'view' },
};
