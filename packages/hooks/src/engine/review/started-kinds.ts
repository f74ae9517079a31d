/** What the words of a command can start. Types only. */

/** A word with a known text; null if it is only known at run time. */
export type ResolvedWord = string | null;

export type Language = 'sh' | 'js' | 'py' | 'rb' | 'pl' | 'php' | 'make' | 'other';

export type Started =
  /** A program by name or path. */
  | { kind: 'program'; word: string }
  /** A file that an interpreter runs. */
  | { kind: 'script'; word: string; language: Language }
  /** Program text: `bash -c TEXT`, `node -e TEXT`. */
  | { kind: 'text'; text: string; language: Language }
  /** `python -m NAME`. */
  | { kind: 'module'; name: string }
  /** `npm run NAME`. */
  | { kind: 'task'; name: string; dir: string | null }
  /** The first of these names that exists: `make`. */
  | { kind: 'recipes'; names: string[]; dir: string | null }
  /** `npx NAME`: a program of the project's dependencies. */
  | { kind: 'dependency'; name: string }
  /** `cd DIR`: later commands start there. */
  | { kind: 'folder'; word: string }
  /** `NAME=VALUE`: affects later commands. */
  | { kind: 'variable'; name: string; value: ResolvedWord };
