/** The locations of Claude Code's settings and sessions (docs/reference/client-behaviour.md). */
import path from 'node:path';
import { jsonServers, type Place, type ProgramPlaces } from '../client-paths.ts';

const home = (place: Place): string =>
  place.env['CLAUDE_CONFIG_DIR'] || path.join(place.home, '.claude');

export const PATHS: ProgramPlaces = {
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
