/** What a model answered, before anything in it is believed. */

/** Fields as they were found; bounded and cleaned by `clean-draft`. */
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
  /** The model said that there is nothing to tell. */
  isSkipped: boolean;
}
