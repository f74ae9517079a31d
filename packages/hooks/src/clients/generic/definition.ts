/**
 * Clients without a separate folder: they send wrapper payloads (`hook_type`, `input_data`) or `hook-event` triggers.
 */
import type { HookClient } from '../client.ts';
import { GENERIC_CAPABILITIES } from './capabilities.ts';
import { enforceGeneric } from './enforce.ts';
import { words } from './words.ts';

export const definition: HookClient = {
  name: 'generic',
  capabilities: GENERIC_CAPABILITIES,
  runsItself: [],
  exportsAs: 'toml',
  ...words,
  enforce: enforceGeneric,
  paths: null,
  install: null,
  seconds: {},
  transcript: null,
  server: null,
  start: null,
  sample: { tool: 'Bash', input: { command: 'ls' }, response: 'README.md' },
};
