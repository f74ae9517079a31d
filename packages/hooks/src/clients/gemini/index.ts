/** Gemini CLI. */
import type { HookClient } from '../client.ts';
import { GEMINI_CAPABILITIES } from './capabilities.ts';
import { honourGemini } from './honour.ts';
import { words } from './words.ts';

export const gemini: HookClient = {
  name: 'gemini',
  capabilities: GEMINI_CAPABILITIES,
  // Gemini CLI runs `settings.json` in its own form itself.
  runsItself: ['gemini'],
  ...words,
  honour: honourGemini,
};

/** Loads the client on demand: the built hook keeps it in a separate file. */
export function geminiClient(): HookClient {
  return gemini;
}
