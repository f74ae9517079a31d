/** The settings files of each program that can be connected (docs/reference/client-behaviour.md). Pure. */
import path from 'node:path';
import { jsonServers, type Place, type ProgramPlaces } from '../clients/client-paths.ts';
import { CONNECTABLE, connectable, isConnectable, type Connectable } from '../clients/index.ts';

export type { McpFile, Place, ProgramPlaces } from '../clients/client-paths.ts';

/** Every program that can be connected through hooks, MCP or capture. */
export const PROGRAMS = [...CONNECTABLE, 'vscode', 'claude-desktop', 'hermes'] as const;
export type Program = (typeof PROGRAMS)[number];

const hermesHome = (place: Place): string =>
  place.env['HERMES_HOME'] || path.join(place.home, '.hermes');

/** The folder of an Electron program's settings. */
function desktopFolder({ home, env, platform }: Place, name: string): string {
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', name);
  if (platform === 'win32')
    return path.join(env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'), name);
  return path.join(env['XDG_CONFIG_HOME'] || path.join(home, '.config'), name);
}

/** Programs without hooks: they reach the memory only over MCP. */
const WITHOUT_HOOKS: Record<Exclude<Program, Connectable>, ProgramPlaces> = {
  vscode: {
    label: 'VS Code',
    executable: 'code',
    userFolder: (place) => desktopFolder(place, 'Code'),
    hookFiles: () => [],
    mcpFiles: (place) => [
      jsonServers(path.join(place.root, '.vscode', 'mcp.json'), 'project', 'servers'),
    ],
    sessions: () => null,
  },
  'claude-desktop': {
    label: 'Claude Desktop',
    executable: null,
    userFolder: (place) => desktopFolder(place, 'Claude'),
    hookFiles: () => [],
    mcpFiles: (place) => [
      jsonServers(path.join(desktopFolder(place, 'Claude'), 'claude_desktop_config.json'), 'user'),
    ],
    sessions: () => null,
  },
  hermes: {
    label: 'Hermes Agent',
    executable: 'hermes',
    userFolder: hermesHome,
    hookFiles: () => [],
    mcpFiles: (place) => [
      {
        file: path.join(hermesHome(place), 'config.yaml'),
        format: 'yaml',
        key: ['mcp_servers'],
        scope: 'user',
      },
    ],
    sessions: () => null,
  },
};

/** The built hook keeps each client in a separate file: an entry loads its own on demand. */
export const PLACES = Object.defineProperties(
  {},
  Object.fromEntries(
    PROGRAMS.map((name) => [name, { enumerable: true, get: () => placesOf(name) }]),
  ),
) as Readonly<Record<Program, ProgramPlaces>>;

function placesOf(name: Program): ProgramPlaces {
  return isConnectable(name) ? connectable(name).paths : WITHOUT_HOOKS[name];
}
