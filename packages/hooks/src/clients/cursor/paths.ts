/** The locations of Cursor's settings and sessions (docs/reference/client-behaviour.md). */
import path from 'node:path';
import { jsonServers, type ProgramPlaces } from '../client-paths.ts';

export const PATHS: ProgramPlaces = {
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
