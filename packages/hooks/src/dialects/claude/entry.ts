import type { ConfigFile, Matcher, Report } from '../../engine/handler.ts';
import type { ConfigText, Member, Node } from './config-text.ts';
import type { ClaudeEvent } from './events.ts';

export interface EntryPlace {
  config: ConfigText;
  file: ConfigFile;
  group: Group;
  entry: Node;
  index: number;
}

/** One entry while it is being read. */
export interface Entry extends EntryPlace {
  line: number;
  type: string;
  members: readonly Member[];
  /** Reports a problem of this entry. */
  report(severity: 'error' | 'warning', code: string): ReturnType<Report>;
  warn(code: string, problem: string, fix: string): void;
  /** A member of the expected type; another type is reported and counts as absent. */
  text(key: string): string | null;
  flag(key: string): boolean;
}

/** One matcher group, as far as it could be read. */
export interface Group {
  event: ClaudeEvent;
  position: number;
  matcherText: string | null;
  /** Null: the matcher cannot be compiled, for this reason. */
  matcher: Matcher | null;
  reason: string;
}
