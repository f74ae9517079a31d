import type { LoadedFile, Matcher } from '../../engine/handler.ts';
import type { Report } from '../toml/parse-toml.ts';
import type { CodexEvent } from './events.ts';
import type { CodexSource } from './source-text.ts';

/** A file while it is being read. */
export interface Loading {
  loaded: LoadedFile;
  source: CodexSource;
  report: Report;
}

/** One matcher group that can be used. */
export interface Group {
  event: CodexEvent;
  /** Position among the groups of the event: part of Codex's own key of trust. */
  position: number;
  matcherText: string | null;
  matcher: Matcher;
}
