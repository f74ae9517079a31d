/** The location of Qwen Code's settings (docs/reference/client-behaviour.md#qwen-code). */
import path from 'node:path';
import { jsonServers, type Place, type ProgramPlaces } from '../client-paths.ts';

const home = (place: Place): string => path.join(place.home, '.qwen');

export const PATHS: ProgramPlaces = {
  label: 'Qwen Code',
  executable: 'qwen',
  userFolder: home,
  hookFiles: (place) => [
    path.join(place.root, '.qwen', 'settings.json'),
    path.join(home(place), 'settings.json'),
  ],
  mcpFiles: (place) => [
    jsonServers(path.join(place.root, '.qwen', 'settings.json'), 'project'),
    jsonServers(path.join(home(place), 'settings.json'), 'user'),
  ],
  sessions: () => null,
};
