/** How many notes of each kind are kept and retired in one workspace. */
import { KEEP_ALL, type Retention } from '@hookloom/memory';
import { notesOf, type NotePlace } from './place.ts';

/** With `days`: as if every kind without its own setting were kept that long. Only counts. */
export async function noteRetention(place: NotePlace, rule: Retention, days?: number) {
  const notes = await notesOf(place);
  const asked = days === undefined ? rule : withDays(rule, days);
  return { project: place.project, kinds: await notes.retention(place.log, asked) };
}

function withDays(rule: Retention, days: number): Retention {
  const own = (given: number): number => (given > 0 ? given : days);
  return {
    ...KEEP_ALL,
    types: rule.types,
    notes: own(rule.notes),
    prompts: own(rule.prompts),
    summaries: own(rule.summaries),
    telemetry: own(rule.telemetry),
  };
}
