/** Candidates for an injected context: rows of every workspace of a project, with the ids of the routes. */
import type { ObservationRow, QuarantineDecision, SummaryRow } from '@hookloom/memory';

export interface NoteCandidate {
  id: number;
  row: ObservationRow;
  /** Its files that have changed without an event in the log. */
  stale?: readonly string[];
  /** A person's decision about exactly this text. */
  decided?: QuarantineDecision | null;
}

export interface SummaryCandidate {
  id: number;
  row: SummaryRow;
  /** The title of its session, shown instead of the request of this summary. */
  title?: string;
  decided?: QuarantineDecision | null;
}

/** The task of the session, as far as it is known at the start. Every field may be empty. */
export interface Task {
  prompt: string;
  branch: string | null;
  /** Paths that the task is about. */
  files: readonly string[];
}

/** A reason, for display. */
export interface Why {
  /** Such as `pinned`, `prompt`, `files`, `branch`, `recent`, `useful`, `file changed since`. */
  reason: string;
  weight: number;
}

export interface RankedNote extends NoteCandidate {
  score: number;
  why: Why[];
}
