/** Cursor. */
import type { HookClient } from '../client.ts';
import { CURSOR_CAPABILITIES } from './capabilities.ts';
import { honourCursor } from './honour.ts';
import { words } from './words.ts';

export const cursor: HookClient = {
  name: 'cursor',
  capabilities: CURSOR_CAPABILITIES,
  // Cursor runs `.claude/settings*.json` of the project and the home folder itself
  // (docs/reference/client-behaviour.md#cursor-configuration).
  runsItself: ['claude'],
  ...words,
  honour: honourCursor,
};

/** Loads the client on demand: the built hook keeps it in a separate file. */
export function cursorClient(): HookClient {
  return cursor;
}
