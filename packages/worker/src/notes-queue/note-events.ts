/** Notes as events. The key of each is derived from what it covers, so that a second append has no effect. */
import {
  byOperation,
  type SummarizerUsage,
  type SummaryDraft,
  type ToolWork,
  type TurnWork,
  type UnsealedEvent,
} from '@hookloom/core/events';
import { sha256Hex, type JsonObject } from '@hookloom/core';
import type { NoteAction } from '../summarizers/rules/make-notes.ts';
import { leastTrusted } from './read-work.ts';

const ACTOR = 'hookloom-notes';
/** One delivery list per log. It only has to detect simultaneous duplicates. */
const SCOPE = 'hookloom-notes';
const MAX_FILES = 100;
const MAX_COVERS = 1000;

export interface MadeBy {
  /** `rules` or `provider:model`. */
  madeBy: string;
  tokens?: SummarizerUsage;
}

export function noteEvent(action: NoteAction, made: MadeBy): UnsealedEvent {
  const covers = action.work.flatMap((work) => work.covers);
  if (action.do === 'merge')
    return event('note.merged', action.work, made, covers, {
      note: action.note,
      covers,
      ...list('files_read', action.filesRead),
      ...list('files_modified', action.filesModified),
    });
  const { draft, mark, supersedes } = action;
  const last = action.work[action.work.length - 1]!;
  const all = [...new Set([...(supersedes?.covers ?? []), ...covers])];
  return event('note.recorded', action.work, made, covers, {
    session_id: last.sessionId,
    type: draft.type,
    title: draft.title,
    ...text('subtitle', draft.subtitle),
    ...list('facts', draft.facts),
    ...text('narrative', draft.narrative),
    ...list('concepts', draft.concepts),
    ...list('files_read', draft.filesRead),
    ...list('files_modified', draft.filesModified),
    ...(last.promptNumber !== null && { prompt_number: last.promptNumber }),
    covers: all.slice(-MAX_COVERS),
    made_by: made.madeBy,
    ...tokens(made),
    ...text('agent_id', last.agentId),
    ...text('agent_type', last.agentType),
    ...(supersedes !== null && { supersedes: supersedes.note }),
    work: { ...mark },
  });
}

export function summaryEvent(
  turn: TurnWork,
  draft: SummaryDraft & { filesRead: string[]; filesEdited: string[] },
  made: MadeBy,
  /** Events of work without notes of its own. */
  also: readonly string[] = [],
): UnsealedEvent {
  return byOperation({
    type: 'session.summarized',
    actorId: ACTOR,
    payload: {
      session_id: turn.sessionId,
      ...(turn.promptNumber !== null && { prompt_number: turn.promptNumber }),
      ...text('request', draft.request),
      ...text('investigated', draft.investigated),
      ...text('learned', draft.learned),
      ...text('completed', draft.completed),
      ...text('next_steps', draft.nextSteps),
      ...text('notes', draft.notes),
      ...list('files_read', draft.filesRead),
      ...list('files_edited', draft.filesEdited),
      covers: [...turn.covers, ...also].slice(0, MAX_COVERS),
      made_by: made.madeBy,
      ...tokens(made),
    },
    origin: {
      channel: turn.channel,
      ...(turn.client !== null && { client: turn.client }),
      ...(turn.sessionId !== '' && { session_id: turn.sessionId }),
    },
    timestamp: turn.at,
    delivery: { scope: SCOPE, key: keyOf('session.summarized', turn.covers) },
  });
}

export function abandonedEvent(covers: string[], attempts: number, reason: string): UnsealedEvent {
  return byOperation({
    type: 'note.abandoned',
    actorId: ACTOR,
    payload: { covers, attempts, reason },
    origin: { channel: 'system' },
  });
}

function event(
  type: string,
  work: readonly ToolWork[],
  made: MadeBy,
  covers: string[],
  payload: JsonObject,
): UnsealedEvent {
  const last = work[work.length - 1]!;
  const sources = work.map(({ channel }) => channel);
  return byOperation({
    type,
    actorId: ACTOR,
    payload,
    origin: {
      channel: leastTrusted(sources, made.madeBy === 'rules' ? 'user' : 'model'),
      ...(last.client !== null && { client: last.client }),
      ...(last.sessionId !== '' && { session_id: last.sessionId }),
    },
    timestamp: last.at,
    delivery: { scope: SCOPE, key: keyOf(type, covers) },
  });
}

function keyOf(type: string, covers: string[]): string {
  return `${type}:${sha256Hex(covers.toSorted().join('\n'))}`;
}

function text(key: string, value: string | null): JsonObject {
  return value === null || value === '' ? {} : { [key]: value };
}

function list(key: string, values: string[]): JsonObject {
  return values.length === 0 ? {} : { [key]: values.slice(0, MAX_FILES) };
}

function tokens({ tokens: used }: MadeBy): JsonObject {
  return used === undefined
    ? {}
    : { tokens: { input: used.inputTokens, output: used.outputTokens } };
}
