/** The locations of GitHub Copilot CLI's settings and sessions (docs/reference/client-behaviour.md). */
import path from 'node:path';
import { jsonServers, type Place, type ProgramPlaces } from '../client-paths.ts';

const home = (place: Place): string =>
  place.env['COPILOT_HOME'] || path.join(place.home, '.copilot');

export const PATHS: ProgramPlaces = {
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
