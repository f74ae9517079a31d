/** The language of Gemini CLI's settings. */
import type { Dialect } from '../dialect.ts';
import { geminiEnvironment } from './environment.ts';
import { GEMINI_EVENTS } from './events.ts';
import { geminiInterpret } from './interpret.ts';
import { geminiLoad } from './load.ts';
import { geminiMatcherValues } from './subject.ts';
import { geminiTell } from './tell.ts';

export const geminiDialect: Dialect = {
  name: 'gemini',
  events: GEMINI_EVENTS,
  load: geminiLoad,
  tell: geminiTell,
  matcherValues: (event, handler) => geminiMatcherValues(handler.event, event),
  environment: geminiEnvironment,
  interpret: geminiInterpret,
};

/** Called where the language is needed: in the built hook its file is loaded then. */
export function geminiLanguage(): Dialect {
  return geminiDialect;
}
