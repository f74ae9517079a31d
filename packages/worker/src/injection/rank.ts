/** Ranks notes for a new session: pinned ones, then those related to the task, then recent and useful ones. Pure. */
import { MAIN_BRANCH } from '@hookloom/core';
import { contentWords } from '@hookloom/memory';
import type { NoteCandidate, RankedNote, Task, Why } from './candidate.ts';

/** A note's recency is halved after this time. */
const HALF_LIFE_MS = 7 * 24 * 60 * 60 * 1000;
const WEIGHTS = {
  pinned: 1000,
  prompt: 6,
  files: 4,
  branch: 3,
  recent: 2,
  useful: 1,
  kind: 1,
  stale: -2,
};
/** The value of each kind of note for the next session, when nothing is known about its task. */
const KINDS: Readonly<Record<string, number>> = {
  decision: 1,
  bugfix: 0.8,
  security_alert: 0.8,
  feature: 0.6,
  refactor: 0.5,
  change: 0.4,
  security_note: 0.4,
  discovery: 0,
};
/**
 * Best first, in a total order. Age is measured from the newest note, so that the same notes have the same order on any
 * day.
 */
export function rankNotes(notes: readonly NoteCandidate[], task: Task): RankedNote[] {
  const newest = Math.max(0, ...notes.map(({ row }) => row.created_at_epoch));
  const prompt = contentWords(task.prompt);
  const branch = contentWords((task.branch ?? '').replace(MAIN_BRANCH, ''));
  return notes
    .map((note): RankedNote => {
      const why = reasonsOf(note, task, prompt, branch, newest);
      return { ...note, why, score: why.reduce((sum, { weight }) => sum + weight, 0) };
    })
    .toSorted(
      (a, b) => b.score - a.score || b.row.created_at_epoch - a.row.created_at_epoch || b.id - a.id,
    );
}

const NO_WORDS: ReadonlySet<string> = new Set();

function reasonsOf(
  { row, stale = [] }: NoteCandidate,
  task: Task,
  prompt: ReadonlySet<string>,
  branch: ReadonlySet<string>,
  newest: number,
): Why[] {
  const files = [...row.files_modified, ...row.files_read];
  // Splitting 200 notes into words is most of the work, so skip it if there is nothing to look for.
  const isAsked = prompt.size > 0 || branch.size > 0;
  const said = isAsked
    ? contentWords([row.title, row.subtitle, ...row.facts, ...files].join(' '))
    : NO_WORDS;
  const touched = task.files.filter((file) => files.some((own) => sameFile(own, file)));
  const age = Math.max(0, newest - row.created_at_epoch);
  const weights: [string, number][] = [
    ['pinned', row.pinned ? WEIGHTS.pinned : 0],
    ['prompt', WEIGHTS.prompt * share(prompt, said)],
    ['files', touched.length === 0 ? 0 : WEIGHTS.files],
    ['branch', WEIGHTS.branch * share(branch, said)],
    ['recent', WEIGHTS.recent * 2 ** (-age / HALF_LIFE_MS)],
    ['useful', WEIGHTS.useful * Math.min(1, Math.log2(Math.max(1, row.relevance_count)) / 4)],
    ['file changed since', stale.length > 0 ? WEIGHTS.stale : 0],
    [row.type, WEIGHTS.kind * (KINDS[row.type] ?? 0.2)],
  ];
  return weights
    .filter(([, weight]) => weight !== 0)
    .map(([reason, weight]) => ({ reason, weight: Math.round(weight * 1000) / 1000 }));
}

function share(asked: ReadonlySet<string>, said: ReadonlySet<string>): number {
  if (asked.size === 0) return 0;
  let found = 0;
  for (const word of asked) if (said.has(word)) found++;
  return found / asked.size;
}

/** Paths may be relative to different roots. */
function sameFile(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}
