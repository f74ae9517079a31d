/** The answers of the worker that several screens share. */
import type { JsonObject } from '@hookloom/core/json';
import type { StoredEvent, VerifyReport } from '@hookloom/core/ports/event-store';

export type { JsonObject, StoredEvent, VerifyReport };

export interface EventLine {
  seq: number;
  id: string;
  type: string;
  kind: string;
  class: 'memory' | 'telemetry';
  time: string;
  actor: string;
  channel: string | null;
  client: string | null;
  session_id: string | null;
  summary: string;
  aside: string | null;
  files: string[];
  concepts: string[];
  citation: string;
  restricted: boolean;
  forgotten: boolean;
  reported: boolean;
  row: RowState | null;
  /** Only if several projects are in one list. */
  slot?: number;
  project?: string;
}

/** The current state of a note, prompt or summary. */
export interface RowState {
  id: number;
  kind: 'observation' | 'summary' | 'prompt';
  pinned: boolean;
  covers: number;
  corrected: boolean;
  superseded: boolean;
}

/** A row of the notes, as returned by `/api/observations` and similar routes. */
export interface NoteRow {
  id: number;
  project: string;
  platform_source: string;
  content_session_id: string;
  created_at: string;
  channel: string;
  citation: string;
  type?: string;
  title?: string;
  subtitle?: string | null;
  narrative?: string | null;
  facts?: string[];
  concepts?: string[];
  files_read?: string[];
  files_modified?: string[];
  generated_by_model?: string;
  pinned?: boolean;
  relevance_count?: number;
  superseded_by?: number | null;
  request?: string | null;
  investigated?: string | null;
  learned?: string | null;
  completed?: string | null;
  next_steps?: string | null;
  prompt_text?: string;
  prompt_number?: number | null;
}

/** `/api/pending-queue` */
export interface QueueStatus {
  depth: number;
  leased: number;
  dead: number;
  oldest_age_ms: number | null;
  is_processing: boolean;
  last_error: string | null;
  model: {
    state: 'off' | 'ready' | 'paused' | 'budget_spent';
    budget: { tokens: number; usd: number };
    spent_today: { tokens: number; usd: number };
  };
  workspaces: {
    slot: number;
    project: string;
    depth: number;
    dead: number;
    dead_letters: {
      id: number;
      message_type: string;
      tool_name: string | null;
      content_session_id: string;
      created_at_epoch: number;
      reason: string;
    }[];
  }[];
}

export interface WorkspaceLine {
  slot: number;
  project: string;
  alias: string;
  folder: string;
  log: string;
  logs: { session: string; events: number }[];
  /** Foreign logs, lost events and links, with the command that resolves each. */
  notices: { message: string; command: string }[];
}

export interface ClientSession {
  session_id: string;
  client: string | null;
  first_seq: number;
  last_seq: number;
  started: string;
  last: string;
  state: 'live' | 'idle' | 'ended';
  prompt: string | null;
  first_prompt: string | null;
  outcome: string | null;
  doing: EventLine;
  events: number;
  prompts: number;
  tools: number;
  failures: number;
  files: string[];
  notes: number;
}

export interface HookFigures {
  runs: number;
  failed: number;
  denied: number;
  p50_ms: number | null;
  p95_ms: number | null;
  slowest_ms: number | null;
}

export interface Fact {
  citation: string;
  seq: number;
  event_type: string;
  entity_name: string;
  entity_type: string;
  content: string;
  valid_from: string;
  valid_to: string | null;
  actor: string;
  channel: string;
  reported: boolean;
  slot: number;
  project: string;
  authority: string;
  importance: number;
  reinforced: number;
  pinned: boolean;
  superseded_by: string | null;
}

/** One row of either list. */
export interface Remembered {
  citation: string;
  content: string;
  kind: string;
  authority: string;
  channel: string;
  from: string | null;
  to: string | null;
  score: number | null;
  parts: JsonObject | null;
  isPinned: boolean;
  entity: { name: string; type: string } | null;
  reported: boolean;
  slot: number;
  project: string;
  /** Of a note, summary or prompt. */
  note: { id: number; kind: RowState['kind']; superseded: boolean } | null;
}
