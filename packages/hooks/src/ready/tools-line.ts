/** How a context names the memory's tools. */

/** Codex lists no tool of a server: its model finds them by a search. */
const FOUND_BY_SEARCH: Readonly<Record<string, string>> = {
  codex:
    'This project has a memory. Search your tools for "memory" to use it: memory_checkout answers with citations, memory_remember keeps what must last.',
};
const LISTED =
  'Memory tools: memory_checkout answers with citations, memory_remember keeps what must last.';

/** Names only tools in the default listing. */
export function toolsLine(client: string | undefined): string {
  return FOUND_BY_SEARCH[client ?? ''] ?? LISTED;
}
