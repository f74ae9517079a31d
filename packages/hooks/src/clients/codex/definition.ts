/** Codex through its own hooks. Its app-server is in `app-server/`. */
import path from 'node:path';
import { isJsonObject, type JsonObject } from '@hookloom/core';
import type { HookClient } from '../client.ts';
import { asFirstPrompt, asPrompt } from '../first-prompt.ts';
import { CODEX_CAPABILITIES } from './capabilities.ts';
import { enforceCodex } from './enforce.ts';
import { CODEX_INSTALL_EVENTS, CODEX_SECONDS, codexSettings } from './install.ts';
import { codexFiles } from './transcript/files.ts';
import { readCodexLine } from './transcript/read-line.ts';
import { codexRecordEvent } from './transcript/to-event.ts';
import { asCodexRecorded, asItEnded } from './as-recorded.ts';
import { words } from './words.ts';
import type { Place, ProgramPlaces } from '../client-paths.ts';

/** Codex reads the value as TOML; what JSON escapes, TOML reads back. */
function instructions(packet: string): string[] {
  return ['-c', `developer_instructions=${JSON.stringify(packet)}`];
}

// The locations of Codex's settings and sessions (docs/reference/client-behaviour.md).

const home = (place: Place): string => place.env['CODEX_HOME'] || path.join(place.home, '.codex');

const PATHS: ProgramPlaces = {
  label: 'Codex',
  executable: 'codex',
  userFolder: home,
  hookFiles: (place) => [
    path.join(place.root, '.codex', 'hooks.json'),
    path.join(home(place), 'hooks.json'),
  ],
  mcpFiles: (place) => [
    {
      file: path.join(home(place), 'config.toml'),
      format: 'toml',
      key: ['mcp_servers'],
      scope: 'user',
    },
    {
      file: path.join(place.root, '.codex', 'config.toml'),
      format: 'toml',
      key: ['mcp_servers'],
      scope: 'project',
    },
  ],
  sessions: (place) => path.join(home(place), 'sessions'),
};

// The plugins that Codex's settings name. Pure.

function codexPlugins(settings: JsonObject): [name: string, isOn: boolean][] {
  const plugins = settings['plugins'];
  if (!isJsonObject(plugins)) return [];
  return Object.entries(plugins).flatMap(([name, entry]): [string, boolean][] =>
    isJsonObject(entry) ? [[name, entry['enabled'] !== false]] : [],
  );
}

export const definition: HookClient = {
  name: 'codex',
  capabilities: CODEX_CAPABILITIES,
  // Codex runs `hooks.json` and `[hooks]` in its own form itself. It ignores the `toml` language in the same files.
  runsItself: ['codex'],
  exportsAs: 'codex',
  ...words,
  enforce: enforceCodex,
  asRecorded: asCodexRecorded,
  asItEnded,
  paths: PATHS,
  install: {
    events: CODEX_INSTALL_EVENTS,
    settings: codexSettings,
    preset: 'local-codex',
    hasFallback: true,
    isGrouped: true,
    plugins: codexPlugins,
  },
  seconds: CODEX_SECONDS,
  transcript: {
    source: 'codex-local',
    readLine: readCodexLine,
    toEvent: codexRecordEvent,
    files: codexFiles,
    before: 'PreToolUse',
  },
  server: {
    handshake: 'codex-mcp-client',
    remote: ({ url, headers, tokenVariable }) => ({
      url,
      bearer_token_env_var: tokenVariable,
      http_headers: headers,
    }),
  },
  start: {
    installedBy: 'npm install --global @openai/codex',
    // After the other arguments, whose first may be a command such as `exec`.
    args: ({ packet, task, rest, ownInstructions }) =>
      ownInstructions
        ? { args: [...rest, asFirstPrompt(packet, task)], packet: 'prompt' }
        : { args: [...instructions(packet), ...rest, ...asPrompt(task)], packet: 'system' },
  },
  sample: { tool: 'Bash', input: { command: 'ls' }, response: 'README.md' },
};
