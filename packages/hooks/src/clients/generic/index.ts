/** Clients without a folder of their own: seeds/004's wrapper and seeds/000's triggers. */
import type { HookClient } from '../client.ts';
import { GENERIC_CAPABILITIES } from './capabilities.ts';
import { honourGeneric } from './honour.ts';
import { words } from './words.ts';

export const generic: HookClient = {
  name: 'generic',
  capabilities: GENERIC_CAPABILITIES,
  runsItself: [],
  ...words,
  honour: honourGeneric,
};

/** Called where the client is needed: in the built hook its file is loaded then. */
export function genericClient(): HookClient {
  return generic;
}
