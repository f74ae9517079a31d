/** What may stand in an injected context: rows of every workspace of a project, with the ids that routes give. */
import type { QuarantineDecision } from '@hookloom/memory/quarantine/decisions';
import type { ObservationRow, SummaryRow } from '@hookloom/memory/notes/rows';

export interface NoteCandidate {
  id: number;
  row: ObservationRow;
  /** Its files that changed since, by something that the log did not see. */
  stale?: readonly string[];
  /** What a person decided about exactly this text. */
  decided?: QuarantineDecision | null;
}

export interface SummaryCandidate {
  id: number;
  row: SummaryRow;
  decided?: QuarantineDecision | null;
}

/** What the session is about, as far as it is known when it starts. Everything may be empty. */
export interface Task {
  prompt: string;
  branch: string | null;
  /** Paths that are being worked on. */
  files: readonly string[];
}

/** What tells one reason from another on a line, in words of its own. */
export interface Why {
  /** Such as `pinned`, `prompt`, `files`, `branch`, `recent`, `useful`, `file changed since`. */
  reason: string;
  weight: number;
}

export interface RankedNote extends NoteCandidate {
  score: number;
  why: Why[];
}
