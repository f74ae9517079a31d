/** The public names of this package. */
export type { Memory } from './memory.ts';
export { openMemory, type OpenMemoryOptions } from './open-memory.ts';
export type * from './rows.ts';
export type { CheckoutAnswer, CheckoutAnswerTo } from './checkout/lean/answer.ts';
export type { RecallSettings } from './checkout/request.ts';
export type { WorkspaceFiles } from './checkout/workspace-files.ts';
export type { Quoted } from './extract/quoted.ts';
export type {
  NoteKind,
  NoteSearchRequest,
  NoteSearchResult,
  Notes,
  ObservationRequest,
} from './notes/notes.ts';
export type {
  EarlierWork,
  LedgerRow as NoteLedgerRow,
  NoteQueue,
  PendingWork,
} from './notes/queue.ts';
export type {
  NoteSource,
  ObservationRow,
  PromptRow,
  SessionRow,
  SummaryRow,
} from './notes/rows.ts';
export type { AnswerCandidate, LedgerRow } from './synthesis/ledger-row.ts';
export type { EmbedOptions, EmbedResult } from './vectors/memory-vectors.ts';
export type { EmbeddingTurn } from './vectors/vector-lane.ts';
