/** The settings files of each program that can be connected (docs/reference/client-behaviour.md). Pure. */
import path from 'node:path';

/** Every program that can be connected through hooks, MCP or capture. */
export const PROGRAMS = [
  'claude-code',
  'codex',
  'gemini',
  'cursor',
  'copilot',
  'vscode',
  'claude-desktop',
  'hermes',
] as const;
export type Program = (typeof PROGRAMS)[number];

export interface Place {
  /** The workspace, absolute. */
  root: string;
  /** The user's home, absolute. */
  home: string;
  env: Record<string, string | undefined>;
  platform: NodeJS.Platform;
}

export interface McpFile {
  file: string;
  format: 'json' | 'toml' | 'yaml';
  /** The object that holds the servers by name. */
  key: readonly string[];
  scope: 'project' | 'user';
}

export interface ProgramPlaces {
  label: string;
  /** The name on the PATH; null for programs that are not started from there. */
  executable: string | null;
  /** The folder whose presence shows that this user has used the program. */
  userFolder(place: Place): string;
  /** Files the program reads hooks from; we write the first one. Empty if it has none. */
  hookFiles(place: Place): readonly string[];
  /** Further files whose switch turns all hooks off. */
  switchFiles?(place: Place): readonly string[];
  /** Files the program reads MCP servers from; we write the first one. */
  mcpFiles(place: Place): readonly McpFile[];
  /** The folder of its session files. Null if they cannot be read. */
  sessions(place: Place): string | null;
}

const json = (file: string, scope: McpFile['scope'], key = 'mcpServers'): McpFile => ({
  file,
  format: 'json',
  key: [key],
  scope,
});

const claudeHome = (place: Place): string =>
  place.env['CLAUDE_CONFIG_DIR'] || path.join(place.home, '.claude');
const codexHome = (place: Place): string =>
  place.env['CODEX_HOME'] || path.join(place.home, '.codex');
const geminiHome = (place: Place): string =>
  path.join(place.env['GEMINI_CLI_HOME'] || place.home, '.gemini');
const copilotHome = (place: Place): string =>
  place.env['COPILOT_HOME'] || path.join(place.home, '.copilot');
const hermesHome = (place: Place): string =>
  place.env['HERMES_HOME'] || path.join(place.home, '.hermes');

/** The folder of an Electron program's settings. */
function desktopFolder({ home, env, platform }: Place, name: string): string {
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', name);
  if (platform === 'win32')
    return path.join(env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'), name);
  return path.join(env['XDG_CONFIG_HOME'] || path.join(home, '.config'), name);
}

export const PLACES: Readonly<Record<Program, ProgramPlaces>> = {
  'claude-code': {
    label: 'Claude Code',
    executable: 'claude',
    userFolder: claudeHome,
    hookFiles: (place) => [
      path.join(place.root, '.claude', 'settings.local.json'),
      path.join(place.root, '.claude', 'settings.json'),
      path.join(claudeHome(place), 'settings.json'),
    ],
    mcpFiles: (place) => [
      json(path.join(place.root, '.mcp.json'), 'project'),
      json(
        place.env['CLAUDE_CONFIG_DIR']
          ? path.join(place.env['CLAUDE_CONFIG_DIR'], '.claude.json')
          : path.join(place.home, '.claude.json'),
        'user',
      ),
    ],
    sessions: (place) => path.join(claudeHome(place), 'projects'),
  },
  codex: {
    label: 'Codex',
    executable: 'codex',
    userFolder: codexHome,
    hookFiles: (place) => [
      path.join(place.root, '.codex', 'hooks.json'),
      path.join(codexHome(place), 'hooks.json'),
    ],
    mcpFiles: (place) => [
      {
        file: path.join(codexHome(place), 'config.toml'),
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
    sessions: (place) => path.join(codexHome(place), 'sessions'),
  },
  gemini: {
    label: 'Gemini CLI',
    executable: 'gemini',
    userFolder: geminiHome,
    hookFiles: (place) => [
      path.join(place.root, '.gemini', 'settings.json'),
      path.join(geminiHome(place), 'settings.json'),
    ],
    mcpFiles: (place) => [
      json(path.join(place.root, '.gemini', 'settings.json'), 'project'),
      json(path.join(geminiHome(place), 'settings.json'), 'user'),
    ],
    sessions: (place) => path.join(geminiHome(place), 'tmp'),
  },
  cursor: {
    label: 'Cursor',
    executable: 'cursor',
    userFolder: (place) => path.join(place.home, '.cursor'),
    hookFiles: (place) => [
      path.join(place.root, '.cursor', 'hooks.json'),
      path.join(place.home, '.cursor', 'hooks.json'),
    ],
    mcpFiles: (place) => [
      json(path.join(place.root, '.cursor', 'mcp.json'), 'project'),
      json(path.join(place.home, '.cursor', 'mcp.json'), 'user'),
    ],
    sessions: () => null,
  },
  copilot: {
    label: 'GitHub Copilot CLI',
    executable: 'copilot',
    userFolder: copilotHome,
    hookFiles: (place) => [
      path.join(place.root, '.github', 'hooks', 'hookloom.json'),
      path.join(copilotHome(place), 'hooks', 'hookloom.json'),
    ],
    switchFiles: (place) => [
      ...['.github/copilot', '.claude'].flatMap((folder) =>
        ['settings.local.json', 'settings.json'].map((name) => path.join(place.root, folder, name)),
      ),
      path.join(copilotHome(place), 'settings.json'),
    ],
    mcpFiles: (place) => [
      json(path.join(place.root, '.mcp.json'), 'project'),
      json(path.join(place.root, '.github', 'mcp.json'), 'project'),
      json(path.join(copilotHome(place), 'mcp-config.json'), 'user'),
    ],
    sessions: (place) => path.join(copilotHome(place), 'session-state'),
  },
  vscode: {
    label: 'VS Code',
    executable: 'code',
    userFolder: (place) => desktopFolder(place, 'Code'),
    hookFiles: () => [],
    mcpFiles: (place) => [json(path.join(place.root, '.vscode', 'mcp.json'), 'project', 'servers')],
    sessions: () => null,
  },
  'claude-desktop': {
    label: 'Claude Desktop',
    executable: null,
    userFolder: (place) => desktopFolder(place, 'Claude'),
    hookFiles: () => [],
    mcpFiles: (place) => [
      json(path.join(desktopFolder(place, 'Claude'), 'claude_desktop_config.json'), 'user'),
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
