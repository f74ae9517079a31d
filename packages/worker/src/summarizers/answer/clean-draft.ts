/**
 * Cleans a model's words for storage: limits their length, splits lines, removes control characters. They make no
 * claims about files.
 */
import type { NoteDraft, SummaryDraft } from '@hookloom/core/events';
import { line, unique } from '../rules/in-words.ts';
import type { RawAnswer, RawNote, RawSummary } from './raw-answer.ts';

const MAX_FACTS = 12;
const MAX_CONCEPTS = 5;

/** @param ids The ids of the groups in the request, in order. The model received their numbers */
export function cleanNotes({ notes }: RawAnswer, ids: readonly string[]): NoteDraft[] {
  const kept = notes.flatMap((note) => cleanNote(note) ?? []);
  return kept.map(({ work, ...draft }) => {
    const named = work.map((number) => ids[Number(number) - 1]).filter((id) => id !== undefined);
    // A single note without references covers everything in the request.
    return {
      ...draft,
      items: named.length > 0 ? unique(named) : kept.length === 1 ? [...ids] : [],
    };
  });
}

function cleanNote(raw: RawNote): (Omit<NoteDraft, 'items'> & { work: string[] }) | null {
  const type = word(raw.type) || 'discovery';
  const facts = unique(raw.facts.map((fact) => clean(fact.replace(/^\s*[-*•]\s+/, ''), 300))).slice(
    0,
    MAX_FACTS,
  );
  const narrative = clean(raw.narrative, 1_500);
  const concepts = unique(
    raw.concepts.flatMap((text) => text.split(',')).map((text) => word(text.split(':')[0]!)),
  )
    .filter((concept) => concept !== type)
    .slice(0, MAX_CONCEPTS);
  const title = clean(raw.title, 120) || line(facts[0] ?? narrative, 120);
  if (title === '') return null;
  return {
    work: raw.work,
    type,
    title,
    subtitle: clean(raw.subtitle, 240) || null,
    facts,
    narrative: narrative || null,
    concepts,
    filesRead: [],
    filesModified: [],
  };
}

/** Null if all five parts are empty. */
export function cleanSummary(raw: RawSummary | null): SummaryDraft | null {
  if (raw === null) return null;
  const part = (text: string): string | null => clean(text, 1_500) || null;
  const summary = {
    request: part(raw.request),
    investigated: part(raw.investigated),
    learned: part(raw.learned),
    completed: part(raw.completed),
    nextSteps: part(raw.nextSteps),
  };
  return Object.values(summary).every((text) => text === null)
    ? null
    : { ...summary, notes: part(raw.notes) };
}

/** A type or a concept. Unknown ones are kept. */
function word(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
}

function clean(text: string, limit: number): string {
  return line(text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu, ' '), limit);
}
