/** Prints answers of the reasoning tools for users: counts in one line, then the rows. */
import type { Output } from './output.ts';

const HIDDEN = new Set(['primitive', 'phase', 'session_id', 'authority_status', 'summary']);

export async function printReasoning(out: Output, answer: object): Promise<void> {
  const entries = Object.entries(answer).filter(([key]) => !HIDDEN.has(key));
  const figures = entries
    .filter(([, value]) => isPlain(value))
    .map(([key, value]) => `${words(key)}: ${String(value)}`);
  for (const figure of figures) await out.cut(figure);
  for (const [key, value] of entries) {
    if (!Array.isArray(value) || value.length === 0) continue;
    out.dim(words(key));
    const rows = value.map((row: unknown) => cellsOf(row));
    await out.table(rows);
  }
}

function cellsOf(row: unknown): string[] {
  if (typeof row !== 'object' || row === null) return [String(row)];
  return Object.values(row)
    .filter((value) => isPlain(value) && value !== '')
    .map(String);
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function words(key: string): string {
  return key.replaceAll('_', ' ');
}
