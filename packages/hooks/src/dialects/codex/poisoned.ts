/** How Codex treats an entry that it does not know. */
import type { Loading } from './loading.ts';

/** What Codex's strict parser rejects. */
export function poisoned({ report }: Loading, line: number, what: string): void {
  report(
    'error',
    'poisons_file',
    line,
    `${what} Codex drops every hook of this file because of it.`,
    'Fix the entry, or move it out of this file.',
  );
}
