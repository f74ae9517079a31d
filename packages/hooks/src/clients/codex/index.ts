/** Codex, by its own hooks. Its app-server is in `app-server/`. */
import type { HookClient } from '../client.ts';
import { CODEX_CAPABILITIES } from './capabilities.ts';
import { honourCodex } from './honour.ts';
import { words } from './words.ts';

export const codex: HookClient = {
  name: 'codex',
  capabilities: CODEX_CAPABILITIES,
  // `hooks.json` and `[hooks]` in its own form (trap 34). The seeds' form in the same files it ignores.
  runsItself: ['codex'],
  ...words,
  honour: honourCodex,
};

/** Called where the client is needed: in the built hook its file is loaded then. */
export function codexClient(): HookClient {
  return codex;
}
