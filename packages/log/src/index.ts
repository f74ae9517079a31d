/** The public names of the log. The hook path imports `append/append-or-spool.ts` instead, never this list. */
export {
  appendOrSpool,
  type AppendOutcome,
  type AppendRequest,
} from './append/append-or-spool.ts';
export type { SpoolReason } from './append/failure.ts';
export { inboxSessions } from './inbox/sessions.ts';
export { openJsonlStore, type JsonlStore, type JsonlStoreOptions } from './stores/jsonl/index.ts';
export { createMemoryStore, type MemoryStoreOptions } from './stores/memory/index.ts';
