import type { LoadedFile, Matcher, Report } from '../../engine/handler.ts';
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

// How Codex treats an entry that it does not know.

/** What Codex's strict parser rejects. */
export function poisoned({ report }: Loading, line: number, what: string): void {
  report('error', 'poisons_file', line).says(
    `${what} Codex drops every hook of this file because of it.`,
    'Fix the entry, or move it out of this file.',
  );
}
