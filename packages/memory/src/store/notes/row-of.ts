/** Table rows as the memory returns them. */
import type { Channel } from '@hookloom/core/events';
import { hashText, seqOfDoc } from '../stored-ids.ts';
import type { Row } from '../port.ts';
import type {
  NoteSource,
  ObservationRow,
  PromptRow,
  SessionRow,
  SummaryRow,
} from '../../notes/rows.ts';

export function sessionRow(log: string, row: Row): SessionRow {
  return {
    ...sourceOf(log, row, 'started_at'),
    content_session_id: String(row['content_session_id']),
    platform_source: String(row['platform_source']),
    user_prompt: textOrNull(row['user_prompt']),
    started_at: String(row['started_at']),
    started_at_epoch: Number(row['started_at_epoch']),
    completed_at: textOrNull(row['completed_at']),
    completed_at_epoch: numberOrNull(row['completed_at_epoch']),
    status: String(row['status']) as SessionRow['status'],
    prompt_counter: Number(row['prompt_counter']),
    custom_title: textOrNull(row['custom_title']),
    folder: textOrNull(row['folder']),
    branch: textOrNull(row['branch']),
  };
}

export function promptRow(log: string, row: Row): PromptRow {
  return {
    ...sourceOf(log, row),
    content_session_id: String(row['content_session_id']),
    platform_source: String(row['platform_source']),
    session_seq: seqOfDoc(Number(row['session_db_id'])),
    prompt_number: Number(row['prompt_number']),
    prompt_text: String(row['prompt_text']),
  };
}

export function observationRow(log: string, row: Row): ObservationRow {
  return {
    ...sourceOf(log, row),
    content_session_id: String(row['memory_session_id']),
    platform_source: String(row['platform_source']),
    type: String(row['type']),
    title: String(row['title']),
    subtitle: textOrNull(row['subtitle']),
    narrative: textOrNull(row['narrative']),
    facts: listOf(row['facts']),
    concepts: listOf(row['concepts']),
    files_read: listOf(row['files_read']),
    files_modified: listOf(row['files_modified']),
    prompt_number: numberOrNull(row['prompt_number']),
    discovery_tokens: Number(row['discovery_tokens']),
    content_hash: String(row['content_hash']),
    generated_by_model: String(row['generated_by_model']),
    agent_type: textOrNull(row['agent_type']),
    agent_id: textOrNull(row['agent_id']),
    pinned: row['pinned'] === 1,
    relevance_count: Number(row['relevance_count']),
    covers: listOf(row['covers']),
    file_states: fileStatesOf(row['metadata']),
    superseded_by: numberOrNull(row['superseded_by']),
    told_seq: numberOrNull(row['told_seq']),
  };
}

export function summaryRow(log: string, row: Row): SummaryRow {
  return {
    ...sourceOf(log, row),
    content_session_id: String(row['memory_session_id']),
    platform_source: String(row['platform_source']),
    request: textOrNull(row['request']),
    investigated: textOrNull(row['investigated']),
    learned: textOrNull(row['learned']),
    completed: textOrNull(row['completed']),
    next_steps: textOrNull(row['next_steps']),
    notes: textOrNull(row['notes']),
    files_read: listOf(row['files_read']),
    files_edited: listOf(row['files_edited']),
    prompt_number: numberOrNull(row['prompt_number']),
    discovery_tokens: Number(row['discovery_tokens']),
    generated_by_model: String(row['generated_by_model']),
    covers: listOf(row['covers']),
  };
}

function sourceOf(log: string, row: Row, at = 'created_at'): NoteSource {
  return {
    log,
    seq: seqOfDoc(Number(row['id'])),
    hash: hashText(row['hash']),
    event_id: String(row['event_id']),
    channel: String(row['channel']) as Channel,
    created_at: String(row[at]),
    created_at_epoch: Number(row[`${at}_epoch`]),
  };
}

/** The fields of a note besides the documented columns. */
export function fileStatesOf(metadata: unknown): Record<string, string> {
  if (typeof metadata !== 'string') return {};
  return (JSON.parse(metadata) as { files: Record<string, string> }).files;
}

function listOf(value: unknown): string[] {
  return value === '[]' ? [] : (JSON.parse(String(value)) as string[]);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}
