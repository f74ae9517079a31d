/** The locations of Codex's settings and sessions (docs/reference/client-behaviour.md). */
import path from 'node:path';
import type { Place, ProgramPlaces } from '../client-paths.ts';

const home = (place: Place): string => place.env['CODEX_HOME'] || path.join(place.home, '.codex');

export const PATHS: ProgramPlaces = {
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
