/**
 * Clients without a folder of their own: they send wrapper payloads (`hook_type`, `input_data`) or `hook-event`
 * triggers.
 */
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

/** Loads the client on demand: the built hook keeps it in a separate file. */
export function genericClient(): HookClient {
  return generic;
}
