/** Which calls have details besides their outcome. Usual commands and edits do not, so no code is loaded for them. */
const TELLING = /\bg(it|h)\s|(CLAUDE|AGENTS|GEMINI)[.\w]*\.md$/im;

/** @param subject The command, or the files of an edit; null for other tools. */
export function hasDetails(subject: string | null): boolean {
  return subject === null || TELLING.test(subject);
}
