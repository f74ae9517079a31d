/** Parses a model's answer: XML as requested, or JSON. Ignores everything else. */
import type { RawAnswer } from './raw-answer.ts';
import { readJson } from './read-json.ts';
import { readXml } from './read-xml.ts';

const MAX_CHARS = 200_000;

/** Null for prose, an empty answer or an apology. */
export function readAnswer(text: string): RawAnswer | null {
  const plain = unfenced(text.slice(0, MAX_CHARS));
  return readXml(plain) ?? readJson(plain);
}

/** Removes a code fence around the whole answer. */
function unfenced(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('```') || !trimmed.endsWith('```') || trimmed.length < 6) return trimmed;
  const first = trimmed.indexOf('\n');
  return first < 0 ? trimmed : trimmed.slice(first + 1, -3).trim();
}
