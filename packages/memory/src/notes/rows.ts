/**
 * The rows of the notes projection, with the documented names of columns. Ids are seqs in one log; the worker makes
 * them unique over all logs (`workspaces/ids.ts`).
 */
import type { Channel } from '@hookloom/core/events';

/** What every row stores about its source event. */
export interface NoteSource {
  /** The log's session, not the client's. */
  log: string;
  /** Seq of the event that created the row. */
  seq: number;
  /** `sha256:` + 64 hex. */
  hash: string;
  event_id: string;
  channel: Channel;
  /** ISO 8601. */
  created_at: string;
  /** Milliseconds. */
  created_at_epoch: number;
}

/** `sdk_sessions`: one row for each session of a client; its id is the seq of its first event. */
export interface SessionRow extends NoteSource {
  content_session_id: string;
  /** The client, such as `claude-code`. */
  platform_source: string;
  /** The first prompt that may be stored; null if there is none yet. */
  user_prompt: string | null;
  started_at: string;
  started_at_epoch: number;
  completed_at: string | null;
  completed_at_epoch: number | null;
  status: 'active' | 'completed' | 'failed';
  prompt_counter: number;
  custom_title: string | null;
  /** Where it began: the project, a folder below it, or a worktree. */
  folder: string | null;
  /** The git branch checked out there when it began. */
  branch: string | null;
}

/** `user_prompts` */
export interface PromptRow extends NoteSource {
  content_session_id: string;
  /** The client of its session, as on the rows below. */
  platform_source: string;
  /** The seq of its session's row. */
  session_seq: number;
  /** From 1. */
  prompt_number: number;
  prompt_text: string;
}

/** `observations`: a note after merges and corrections. */
export interface ObservationRow extends NoteSource {
  content_session_id: string;
  platform_source: string;
  type: string;
  title: string;
  subtitle: string | null;
  narrative: string | null;
  facts: string[];
  concepts: string[];
  files_read: string[];
  files_modified: string[];
  prompt_number: number | null;
  /** Tokens of the model call that made it; 0 for rules. */
  discovery_tokens: number;
  content_hash: string;
  /** `rules`, `manual` or `provider:model`. */
  generated_by_model: string;
  agent_type: string | null;
  agent_id: string | null;
  pinned: boolean;
  /** Number of items that it covers. */
  relevance_count: number;
  /** Ids of the events it was made from. */
  covers: string[];
  /** Content hashes of its files when it was made, by path. Only of files that were readable. */
  file_states: Readonly<Record<string, string>>;
  /** The seq of the note that replaced it, or null. */
  superseded_by: number | null;
  /** The seq of the newest work with text that joined the note, or null. */
  told_seq: number | null;
}

/** `session_summaries`: one for each turn that ended. */
export interface SummaryRow extends NoteSource {
  content_session_id: string;
  platform_source: string;
  request: string | null;
  investigated: string | null;
  learned: string | null;
  completed: string | null;
  next_steps: string | null;
  notes: string | null;
  files_read: string[];
  files_edited: string[];
  prompt_number: number | null;
  discovery_tokens: number;
  generated_by_model: string;
  /** Ids of the events that it was made from, if recorded. */
  covers: string[];
}
