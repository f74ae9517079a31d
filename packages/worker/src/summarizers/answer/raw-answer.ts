/** A model's answer before validation. */

/** Unchanged fields. `clean-draft` cleans them. */
export interface RawNote {
  work: string[];
  type: string;
  title: string;
  subtitle: string;
  facts: string[];
  narrative: string;
  concepts: string[];
}

export interface RawSummary {
  request: string;
  investigated: string;
  learned: string;
  completed: string;
  nextSteps: string;
  notes: string;
}

export interface RawAnswer {
  notes: RawNote[];
  summary: RawSummary | null;
  /** The model said that there is nothing to note. */
  isSkipped: boolean;
}
