/** The cues of one language: patterns over one sentence, without words of any subject. */
import type { StatementKind } from '../statement.ts';

export interface Cue {
  kind: StatementKind;
  pattern: RegExp;
  /** An open end of an assistant that counts in any line of its turn, not only in the last ones. */
  isAnywhere?: true;
}

export interface CueTable {
  /** Function words that identify the language. */
  words: RegExp;
  /** Cues of a person's words, in matching order. */
  user: readonly Cue[];
  /** Cues of an assistant's words. */
  assistant: readonly Cue[];
  /** Those of them that hold under a condition as well. */
  facts?: readonly Cue[];
  /** Valid beyond this step, whatever else the sentence says. */
  lasting: RegExp;
  /** Postpones work, so it is not about this step. */
  postponed?: RegExp;
  /** Reports something or is about this time only, so it is no rule. */
  once?: RegExp;
  /** An instruction for the current step. */
  step: RegExp;
  /** A supposition that asserts nothing. */
  supposed: RegExp;
  /** Revokes or replaces an earlier statement. */
  correction: RegExp;
  /** Where the reason begins. */
  why: RegExp;
  /** A guess, an announcement, a condition: not an assertion of an assistant. */
  hedged?: RegExp;
  /** A complaint in the form of a question, which implies a rule. */
  complaint?: RegExp;
  /** Judges the sentence before it. */
  verdict?: RegExp;
  /** Only agrees. */
  yes: RegExp;
}
