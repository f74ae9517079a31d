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

/** Loads the language on demand: the built hook keeps it in a separate file. */
export function geminiLanguage(): Dialect {
  return geminiDialect;
}
