/** Gemini CLI. */
import type { HookClient } from '../client.ts';
import { namingReasons } from '../generic/losses.ts';
import { GEMINI_CAPABILITIES } from './capabilities.ts';
import { honourGemini } from './honour.ts';
import { parseGeminiEvent } from './parse-event.ts';
import { renderGemini } from './render.ts';

export const gemini: HookClient = {
  name: 'gemini',
  capabilities: GEMINI_CAPABILITIES,
  // Gemini CLI runs `settings.json` in its own form itself.
  runsItself: ['gemini'],
  parse: parseGeminiEvent,
  render: namingReasons(renderGemini),
  honour: honourGemini,
};

/** Loads the client on demand: the built hook keeps it in a separate file. */
export function geminiClient(): HookClient {
  return gemini;
}
