/** The locations of Gemini CLI's settings and sessions (docs/reference/client-behaviour.md). */
import path from 'node:path';
import { jsonServers, type Place, type ProgramPlaces } from '../client-paths.ts';

const home = (place: Place): string =>
  path.join(place.env['GEMINI_CLI_HOME'] || place.home, '.gemini');

export const PATHS: ProgramPlaces = {
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
