import path from 'node:path';
import { isJsonObject } from '@hookloom/core';
import type { HookEvent } from '@hookloom/core/hook';
import type { HookClient } from '../client.ts';
import { CURSOR_CAPABILITIES } from './capabilities.ts';
import { enforceCursor } from './enforce.ts';
import { CURSOR_INSTALL_EVENTS, CURSOR_SECONDS, cursorSettings } from './install.ts';
import { words } from './words.ts';
import { jsonServers, type ProgramPlaces } from '../client-paths.ts';

/** Cursor reports one call in general (`preToolUse`) and again for one kind of tool (`beforeShellExecution`). */
function callOfCursor({ event_type: type, turn_id: turn, tool }: HookEvent): string | null {
  if (tool === null) return null;
  const input = isJsonObject(tool.input) ? tool.input : {};
  const about = tool.mcp ?? input['command'] ?? input['file_path'] ?? null;
  return JSON.stringify([type, turn, tool.name, about]);
}

// The locations of Cursor's settings and sessions (docs/reference/client-behaviour.md).

const PATHS: ProgramPlaces = {
  label: 'Cursor',
  executable: 'cursor',
  userFolder: (place) => path.join(place.home, '.cursor'),
  hookFiles: (place) => [
    path.join(place.root, '.cursor', 'hooks.json'),
    path.join(place.home, '.cursor', 'hooks.json'),
  ],
  mcpFiles: (place) => [
    jsonServers(path.join(place.root, '.cursor', 'mcp.json'), 'project'),
    jsonServers(path.join(place.home, '.cursor', 'mcp.json'), 'user'),
  ],
  sessions: () => null,
};

export const definition: HookClient = {
  name: 'cursor',
  capabilities: CURSOR_CAPABILITIES,
  // Cursor runs `.claude/settings*.json` of the project and the home folder itself
  // (docs/reference/client-behaviour.md#cursor-configuration).
  runsItself: ['claude'],
  exportsAs: 'cursor',
  ...words,
  enforce: enforceCursor,
  identify: callOfCursor,
  paths: PATHS,
  install: {
    events: CURSOR_INSTALL_EVENTS,
    settings: cursorSettings,
    alsoRunsClaude: 'all',
  },
  seconds: CURSOR_SECONDS,
  setsProjectDir: true,
  transcript: null,
  server: {
    variable: (name) => `\${env:${name}}`,
    remote: ({ url, headers }) => ({ url, headers }),
  },
  start: {
    installedBy: "Cursor's own installer",
    args: ({ rest }) => ({ args: [...rest, '.'], packet: 'paste' }),
  },
  sample: { tool: 'Shell', input: { command: 'ls' }, response: 'README.md' },
};
