/** Gemini CLI. */
import type { HookClient } from '../client.ts';
import { GEMINI_CAPABILITIES } from './capabilities.ts';
import { honourGemini } from './honour.ts';
import { words } from './words.ts';

export const gemini: HookClient = {
  name: 'gemini',
  capabilities: GEMINI_CAPABILITIES,
  // `settings.json` in its own form (trap 34).
  runsItself: ['gemini'],
  ...words,
  honour: honourGemini,
};

/** Called where the client is needed: in the built hook its file is loaded then. */
export function geminiClient(): HookClient {
  return gemini;
}
