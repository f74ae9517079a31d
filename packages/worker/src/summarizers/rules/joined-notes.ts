/** Notes that combine several items of work. */
import type { Described } from './described.ts';
import { inWords, line } from './in-words.ts';

/** Files and searches of a turn. */
export function explorationNote(
  files: string[],
  searches: number,
  searched: string[],
): Described['note'] {
  const what = searched.length === 0 ? 'the files' : inWords(searched, 'term');
  const times = searches > 1 ? `Searched ${searches} times: ${what}` : `Searched: ${what}`;
  const read = `ead ${inWords(files, 'file')}`;
  const title =
    files.length === 0 ? times : searches === 0 ? `R${read}` : `Searched the files and r${read}`;
  return {
    type: 'discovery',
    title: line(title, 100),
    subtitle:
      files.length > 2
        ? `${files.length} files were read.`
        : searches > 1 && files.length > 0
          ? `${line(times, 150)}.`
          : null,
    facts: searched.map((each) => `Searched: ${each}`),
    narrative: null,
    concepts: ['how-it-works'],
    filesRead: files,
    filesModified: [],
  };
}

const AGAIN: Record<string, string> = {
  test: 'Tests pass',
  build: 'The build works',
  check: 'Checks pass',
};

/** A failure and its fix. Changes in between are listed, but not given as the reason. */
export function fixedNote(
  { subject, purpose, note }: Described,
  said: string,
  files: string[],
): Described['note'] {
  const words = AGAIN[purpose ?? ''] ?? `\`${subject}\` works`;
  const failure = `\`${subject}\` failed${said === '' ? '' : `: ${said}`}`;
  if (files.length === 0)
    return {
      ...note,
      title: line(`${words} on a later run`, 100),
      facts: [failure, `\`${subject}\` succeeded later with no recorded change in between`],
      concepts: ['gotcha'],
    };
  const changes = `changes to ${inWords(files, 'file')}`;
  return {
    type: 'bugfix',
    title: line(`${words} after ${changes}`, 100),
    subtitle: line(`\`${subject}\` failed before.`, 160),
    facts: [failure, `\`${subject}\` succeeded after ${changes}`],
    narrative: `${failure}. After ${changes} it succeeded.`,
    concepts: ['problem-solution'],
    filesRead: [],
    filesModified: files,
  };
}
