/** What a model answered, in whatever shape it came: XML as it was asked for, or JSON. Anything else is nothing. */
import type { RawAnswer } from './raw-answer.ts';
import { readJson } from './read-json.ts';
import { readXml } from './read-xml.ts';

const MAX_CHARS = 200_000;

/** Null for prose, for an empty answer, for an apology. */
export function readAnswer(text: string): RawAnswer | null {
  const plain = unfenced(text.slice(0, MAX_CHARS));
  return readXml(plain) ?? readJson(plain);
}

/** A reply that is wrapped whole in a code fence. */
function unfenced(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('```') || !trimmed.endsWith('```') || trimmed.length < 6) return trimmed;
  const first = trimmed.indexOf('\n');
  return first < 0 ? trimmed : trimmed.slice(first + 1, -3).trim();
}
