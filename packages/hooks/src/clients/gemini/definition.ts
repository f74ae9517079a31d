import path from 'node:path';
import { isJsonObject } from '@hookloom/core';
import type { HookClient, SettingsOfFile, SwitchedOff } from '../client.ts';
import { promptInteractive } from '../first-prompt.ts';
import { GEMINI_CAPABILITIES } from './capabilities.ts';
import { enforceGemini } from './enforce.ts';
import { GEMINI_INSTALL_EVENTS, GEMINI_SECONDS, geminiServer, geminiSettings } from './install.ts';
import { asGeminiRecorded } from './as-recorded.ts';
import { geminiFiles, isOurChat } from './transcript/files.ts';
import { readGeminiLine } from './transcript/read-line.ts';
import { geminiRecordEvent } from './transcript/to-event.ts';
import { words } from './words.ts';
import { jsonServers, type Place, type ProgramPlaces } from '../client-paths.ts';

// The locations of Gemini CLI's settings and sessions (docs/reference/client-behaviour.md).

const home = (place: Place): string =>
  path.join(place.env['GEMINI_CLI_HOME'] || place.home, '.gemini');

const PATHS: ProgramPlaces = {
  label: 'Gemini CLI',
  executable: 'gemini',
  userFolder: home,
  hookFiles: (place) => [
    path.join(place.root, '.gemini', 'settings.json'),
    path.join(home(place), 'settings.json'),
  ],
  mcpFiles: (place) => [
    jsonServers(path.join(place.root, '.gemini', 'settings.json'), 'project'),
    jsonServers(path.join(home(place), 'settings.json'), 'user'),
  ],
  sessions: (place) => path.join(home(place), 'tmp'),
};

// Settings of Gemini CLI that switch hooks off. Pure.

function geminiOff(files: readonly SettingsOfFile[]): SwitchedOff | null {
  const configs = files.map(({ file, settings }) => ({
    file,
    config: isJsonObject(settings['hooksConfig']) ? settings['hooksConfig'] : {},
  }));
  const said = configs.find(({ config }) => typeof config['enabled'] === 'boolean');
  if (said?.config['enabled'] === false)
    return { file: said.file, reason: 'hooksConfig.enabled is false' };
  // The lists of all files add up.
  const naming = configs.find(
    ({ config: { disabled } }) => Array.isArray(disabled) && disabled.includes('hookloom'),
  );
  return naming === undefined
    ? null
    : { file: naming.file, reason: 'hooksConfig.disabled names hookloom' };
}

export const definition: HookClient = {
  name: 'gemini',
  capabilities: GEMINI_CAPABILITIES,
  // Gemini CLI runs `settings.json` in its own form itself.
  runsItself: ['gemini'],
  exportsAs: 'gemini',
  ...words,
  enforce: enforceGemini,
  asRecorded: asGeminiRecorded,
  paths: PATHS,
  install: {
    events: GEMINI_INSTALL_EVENTS,
    settings: geminiSettings,
    preset: 'local-gemini',
    hasFallback: true,
    step: {
      after: 'hooks',
      text: 'Where Gemini CLI asks whether you trust this folder, say yes: its hooks run only then.',
    },
    isGrouped: true,
    mergesEqual: true,
    switchedOff: geminiOff,
  },
  seconds: GEMINI_SECONDS,
  setsProjectDir: true,
  transcript: {
    source: 'gemini-local',
    readLine: readGeminiLine,
    toEvent: geminiRecordEvent,
    files: geminiFiles,
    belongsHere: isOurChat,
    before: 'BeforeTool',
    hasNoIds: true,
  },
  server: {
    handshake: 'gemini-cli-mcp-client',
    ...geminiServer,
  },
  start: {
    installedBy: 'npm install --global @google/gemini-cli',
    args: promptInteractive,
  },
  sample: {
    tool: 'run_shell_command',
    input: { command: 'ls' },
    response: { llmContent: 'Output: README.md', returnDisplay: 'README.md' },
  },
  toolNames: { Bash: 'run_shell_command', Write: 'write_file', Edit: 'replace', Read: 'read_file' },
};
