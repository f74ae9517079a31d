/** How each client is read and answered. A client's file is loaded when that client asks: a hook starts for one of them. */
import type { Dialect, DialectName } from './dialect.ts';

export const DIALECTS: Readonly<Record<DialectName, () => Promise<Dialect>>> = {
  'claude-code': async () => (await import('@hookloom/hooks/clients/claude-code/words')).words,
  codex: async () => (await import('@hookloom/hooks/clients/codex/words')).words,
  gemini: async () => (await import('@hookloom/hooks/clients/gemini/words')).words,
  cursor: async () => (await import('@hookloom/hooks/clients/cursor/words')).words,
  copilot: async () => (await import('@hookloom/hooks/clients/copilot/words')).words,
  generic: async () => (await import('@hookloom/hooks/clients/generic/words')).words,
  hookloom: async () => (await import('./hookloom-dialect.ts')).words,
};
