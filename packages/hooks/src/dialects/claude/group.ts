import type { Matcher } from '../../engine/handler.ts';
import type { ClaudeEvent } from './events.ts';

/** One matcher group, as far as it could be read. */
export interface Group {
  event: ClaudeEvent;
  position: number;
  matcherText: string | null;
  /** Null: the matcher cannot be compiled, for this reason. */
  matcher: Matcher | null;
  reason: string;
}
