/** What this memory offers to a model, and how complete the capture of events is. */
import type { JsonObject } from '@hookloom/core';
import type { Memory } from '../memory.ts';
import type { SessionStats } from '../rows.ts';
import { cleanText, excerpt, foldText } from '../shown/clean-text.ts';
import { normalizePurpose } from './purpose.ts';
import type { CheckoutDeps } from './request.ts';

export interface CapabilitiesRequest {
  session: string;
  currentTask?: string | undefined;
  /** The active tool profile, such as `core`. */
  profile: string;
  /** In listing order. */
  listedTools: readonly string[];
  unlistedTools: readonly string[];
}

export interface CapabilitiesResponse {
  session_id: string;
  current_task: string | null;
  purpose: JsonObject;
  recommended_next_call: {
    tool: string;
    arguments: { query: string; session_id: string };
    reason: string;
  };
  reminder_policy: JsonObject;
  ambient_loop: string[];
  tools: string[];
  status: JsonObject;
  prompt: string;
  profile: {
    active: string;
    listed_tools: string[];
    available_but_unlisted: string[];
    note: string;
  };
  vector_search: JsonObject;
}

/** The first question without a task. */
const DEFAULT_QUERY = 'current task, project direction, and recent decisions';
const TASK_CHARS = 500;

const AMBIENT_LOOP = [
  'Call memory_checkout before substantial work, after compaction or resume, and before decisions on architecture or direction.',
  'Answer from memory only when quality.answerability is answer_from_memory.',
  'Append decisions, diagnoses, verifications and handoffs with memory_append as they happen.',
  'Call memory_feedback for the cited facts that shaped the work.',
];

const HOOK_TYPES = ['hook.session_started', 'hook.resumed', 'hook.session_resumed', 'hook.stop'];
const OBSERVED_TYPES =
  'transcript.turn command.completed file.edit.applied tool.call.completed'.split(' ');

/** Reads the state of log and projection. Reports an unreadable projection and never throws for it. */
export async function capabilities(
  deps: Pick<CheckoutDeps, 'store'> & { memory: Memory },
  request: CapabilitiesRequest,
): Promise<CapabilitiesResponse> {
  const { session, profile, listedTools: listed, unlistedTools: unlisted } = request;
  const current_task = taskOf(request.currentTask);
  return {
    session_id: session,
    current_task,
    purpose: { ...normalizePurpose(undefined).profile },
    recommended_next_call: firstCheckout(session, current_task),
    reminder_policy: {
      event: 'memory.reminder.suggested',
      refresh_after_events: 8,
      refresh_on: ['session_start', 'resume', 'compaction', 'long_tool_run', 'status_question'],
      recommended_tool: 'memory_checkout',
    },
    ambient_loop: [...AMBIENT_LOOP],
    tools: [...listed, ...unlisted],
    status: await readStatus(deps, request),
    prompt: [
      '# Memory',
      `Session ${session} has a durable, cited memory: an append-only event log and a projection of it.`,
      ...AMBIENT_LOOP.map((line) => `- ${line}`),
    ].join('\n'),
    profile: {
      active: profile,
      listed_tools: [...listed],
      available_but_unlisted: [...unlisted],
      note:
        unlisted.length === 0
          ? 'Every tool is listed.'
          : 'A profile changes the listing only: unlisted tools can be called by name.',
    },
    vector_search: await vectorSearch(deps.memory),
  };
}

async function vectorSearch({ vectors }: Memory): Promise<JsonObject> {
  if (vectors === null)
    return { enabled: false, reason: 'No embedder is configured; lexical ranking is used.' };
  try {
    const { model, tags, embedded, waiting, failure } = await vectors.status();
    return {
      enabled: failure === null && embedded > 0,
      model: cleanText(model),
      tags: tags.map((tag) => cleanText(tag)),
      embedded,
      waiting,
      reason:
        failure !== null
          ? `${cleanText(failure)} Lexical ranking is used.`
          : waiting > 0
            ? 'Some events have no vector yet; words alone count for them.'
            : 'Words and vectors are ranked together; questions that look like code go by words alone.',
    };
  } catch (error) {
    return { enabled: false, reason: reasonOf(error) };
  }
}

/** The first checkout of a session. */
export function firstCheckout(
  session: string,
  currentTask: string | null,
): CapabilitiesResponse['recommended_next_call'] {
  return {
    tool: 'memory_checkout',
    arguments: { query: currentTask ?? DEFAULT_QUERY, session_id: session },
    reason: 'Condition the work on current, cited facts before it starts.',
  };
}

/** The task in a form that may be shown and searched, or null. */
export function taskOf(task: string | undefined): string | null {
  const shown = excerpt(foldText(task ?? ''), TASK_CHARS);
  return shown === '' ? null : shown;
}

async function readStatus(
  { memory, store }: Pick<CheckoutDeps, 'memory' | 'store'>,
  { session, listedTools: listed, unlistedTools: unlisted }: CapabilitiesRequest,
): Promise<JsonObject> {
  const head = await store.head(session).catch(() => undefined);
  const stats = await memory.stats(session).catch(reasonOf);
  const eventloom: JsonObject =
    head === undefined
      ? { status: 'unavailable', session_id: session }
      : { status: head === null ? 'empty' : 'ok', session_id: session, head_seq: head?.seq ?? 0 };
  return {
    eventloom,
    graph: graphStatus(stats, head?.seq ?? 0),
    hooks: hookStatus(stats),
    packet_memory: { status: 'disabled' },
    mcp_tools: { status: 'ok', listed_count: listed.length, unlisted_count: unlisted.length },
  };
}

function graphStatus(stats: SessionStats | string, head: number): JsonObject {
  if (typeof stats === 'string') return { status: 'unavailable', reason: stats };
  const projected = stats.cursor?.seq ?? 0;
  return {
    status: stats.cursor === null && head > 0 ? 'unavailable' : projected < head ? 'behind' : 'ok',
    projected_seq: projected,
    event_count: stats.eventCount,
    fact_count: stats.factCount,
  };
}

function hookStatus(stats: SessionStats | string): JsonObject {
  if (typeof stats === 'string') return { status: 'unknown' };
  const newest = (types: readonly string[]) => {
    const found = types.flatMap((type) => {
      const latest = stats.latest[type] ?? null;
      return latest === null ? [] : [{ type, ...latest }];
    });
    return found.sort((a, b) => b.seq - a.seq)[0] ?? null;
  };
  const seen = OBSERVED_TYPES.filter((type) => (stats.latest[type] ?? null) !== null);
  const missing = OBSERVED_TYPES.filter((type) => !seen.includes(type));
  return {
    status: seen.length === 0 ? 'silent' : missing.length === 0 ? 'ok' : 'partial',
    latest_hook_event: newest(HOOK_TYPES),
    latest_observation: newest(OBSERVED_TYPES),
    active_observation_types: seen,
    missing_observation_types: missing,
  };
}

function reasonOf(error: unknown): string {
  return cleanText(error instanceof Error ? error.message : 'the projection could not be read');
}
