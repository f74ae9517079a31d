/** The cues of one language: patterns over one sentence, no words of any subject. */
import type { StatementKind } from '../statement.ts';

export interface Cue {
  kind: StatementKind;
  pattern: RegExp;
}

export interface CueTable {
  /** Little words that tell the language. */
  words: RegExp;
  /** Of what a person says, in the order in which they are tried. */
  user: readonly Cue[];
  /** Of what an assistant says. */
  assistant: readonly Cue[];
  /** Holds beyond this step, whatever else the sentence says. */
  lasting: RegExp;
  /** Tells what to do now. */
  step: RegExp;
  /** Supposes, and asserts nothing. */
  supposed: RegExp;
  /** Takes back or replaces what was said before. */
  correction: RegExp;
  /** Where the reason begins. */
  why: RegExp;
  /** A guess, an announcement, a condition: an assistant asserts nothing with it. */
  hedged?: RegExp;
  /** A question that blames, and so tells a rule. */
  complaint?: RegExp;
  /** Judges what the sentence before says. */
  verdict?: RegExp;
  /** Agrees, and says nothing else. */
  yes: RegExp;
}
