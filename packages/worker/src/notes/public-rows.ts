/** Rows in the form of the routes: the documented columns in both spellings, and our additional fields. */
import { renderCitation } from '@hookloom/core';
import type { Channel } from '@hookloom/core/events';
import type {
  NoteSource,
  ObservationRow,
  PromptRow,
  SessionRow,
  SummaryRow,
} from '@hookloom/memory';
import { publicId } from '../workspaces/ids.ts';
import type { NotePlace } from './place.ts';

/** The fields of every row. */
export interface PublicRow {
  /** Unique in the installation. */
  id: number;
  project: string;
  platform_source: string;
  /** The client's own session id, in the spellings of all versions. */
  content_session_id: string;
  claude_session_id: string;
  memory_session_id: string;
  sdk_session_id: string;
  created_at: string;
  created_at_epoch: number;
  event_id: string;
  channel: Channel;
  citation: string;
}

type At = Pick<NotePlace, 'slot' | 'project'>;

export type PublicSession = PublicRow & Omit<SessionRow, keyof NoteSource>;
export type PublicPrompt = PublicRow &
  Omit<PromptRow, keyof NoteSource | 'session_seq'> & { session_db_id: number };
export type PublicObservation = PublicRow &
  Omit<ObservationRow, keyof NoteSource | 'file_states'> & {
    /** Its files that have changed without an event in the log. */
    stale_files: string[];
    text: null;
    merged_into_project: null;
    metadata: null;
  };
export type PublicSummary = PublicRow &
  Omit<SummaryRow, keyof NoteSource> & { merged_into_project: null };

export function publicSession(at: At, row: SessionRow): PublicSession {
  const { custom_title, user_prompt, status, prompt_counter, folder, branch } = row;
  const { started_at, started_at_epoch, completed_at, completed_at_epoch } = row;
  return {
    ...common(at, row),
    user_prompt,
    started_at,
    started_at_epoch,
    completed_at,
    completed_at_epoch,
    status,
    prompt_counter,
    custom_title,
    folder,
    branch,
  };
}

export function publicPrompt(at: At, row: PromptRow): PublicPrompt {
  const { session_seq, prompt_number, prompt_text } = row;
  return {
    ...common(at, row),
    session_db_id: publicId(session_seq, at.slot),
    prompt_number,
    prompt_text,
  };
}

export function publicObservation(
  at: At,
  row: ObservationRow,
  stale: readonly string[] = [],
): PublicObservation {
  const { log: _log, seq: _seq, hash: _hash, superseded_by, file_states: _states, ...rest } = row;
  return {
    ...rest,
    stale_files: [...stale],
    ...common(at, row),
    superseded_by: superseded_by === null ? null : publicId(superseded_by, at.slot),
    text: null,
    merged_into_project: null,
    metadata: null,
  };
}

export function publicSummary(at: At, row: SummaryRow): PublicSummary {
  const { log: _log, seq: _seq, hash: _hash, ...rest } = row;
  return { ...rest, ...common(at, row), merged_into_project: null };
}

function common(
  { slot, project }: At,
  row: NoteSource & { content_session_id: string; platform_source: string },
): PublicRow {
  const { log, seq, hash, event_id, channel, created_at, created_at_epoch } = row;
  const { content_session_id: session, platform_source } = row;
  return {
    id: publicId(seq, slot),
    project,
    platform_source,
    content_session_id: session,
    claude_session_id: session,
    memory_session_id: session,
    sdk_session_id: session,
    created_at,
    created_at_epoch,
    event_id,
    channel,
    citation: renderCitation(log, seq, hash),
  };
}
