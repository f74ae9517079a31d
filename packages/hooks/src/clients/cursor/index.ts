/** Cursor. */
import type { HookClient } from '../client.ts';
import { CURSOR_CAPABILITIES } from './capabilities.ts';
import { honourCursor } from './honour.ts';
import { words } from './words.ts';

export const cursor: HookClient = {
  name: 'cursor',
  capabilities: CURSOR_CAPABILITIES,
  // It loads `.claude/settings*.json` of project and user by itself (trap 34).
  runsItself: ['claude'],
  ...words,
  honour: honourCursor,
};

/** Called where the client is needed: in the built hook its file is loaded then. */
export function cursorClient(): HookClient {
  return cursor;
}
