/** Codex through its own hooks. Its app-server is in `app-server/`. */
import type { HookClient } from '../client.ts';
import { CODEX_CAPABILITIES } from './capabilities.ts';
import { honourCodex } from './honour.ts';
import { words } from './words.ts';

export const codex: HookClient = {
  name: 'codex',
  capabilities: CODEX_CAPABILITIES,
  // Codex runs `hooks.json` and `[hooks]` in its own form itself. It ignores the `toml` language in the same files.
  runsItself: ['codex'],
  ...words,
  honour: honourCodex,
};

/** Loads the client on demand: the built hook keeps it in a separate file. */
export function codexClient(): HookClient {
  return codex;
}
