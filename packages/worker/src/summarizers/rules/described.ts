import type { NoteDraft } from '@hookloom/core/ports/summarizer';
import type { Purpose } from './command-purpose.ts';

/** One piece of recorded work in words, with what decides whether it is joined with others. */
export interface Described {
  /** `look`: reading and searching, which add up to one note a turn. */
  kind: 'edit' | 'command' | 'look' | 'other';
  /** What tells whether two pieces of work are about the same. */
  subject: string;
  outcome: 'ok' | 'failed' | '';
  /** What a failure said, quoted. */
  said: string;
  purpose?: Purpose;
  note: Omit<NoteDraft, 'items'>;
}
