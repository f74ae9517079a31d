import type { NoteDraft } from '@hookloom/core/events';
import type { Purpose } from './command-purpose.ts';

/** In place of the path of an edit that names none. */
export const UNNAMED_FILE = 'a file';

/** One item of recorded work in words, with the fields that decide whether it is joined with others. */
export interface Described {
  /** `look`: reading and searching, combined into one note per turn. */
  kind: 'edit' | 'command' | 'look' | 'other';
  /** Identifies work about the same subject. */
  subject: string;
  outcome: 'ok' | 'failed' | '';
  /** The message of a failure, quoted. */
  said: string;
  purpose?: Purpose;
  /** What was searched for, if it is known. */
  searched?: string;
  note: Omit<NoteDraft, 'items'>;
}
