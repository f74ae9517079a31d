/**
 * Every other event, known or not yet: that it arrived, with its few important fields or, for Claude Code, all its
 * fields.
 */
import {
  argumentKeys,
  entriesOf,
  LINE_CHARS,
  maskCommandLine,
  newDraft,
  putName,
  putText,
  putValue,
  type Draft,
  type HookContext,
  type HookEvent,
  type HookEventType,
} from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { Channel } from '@hookloom/core/events';
import { idAt, objectOf } from '../payload/fields.ts';
import { putTarget } from './details/add-details.ts';
import { pathInside, words } from './event-text.ts';
import {
  deliveryOf,
  HOOK,
  isRich,
  lifecycleDraft,
  named,
  seen,
  turnCauses,
  withIds,
  type Seen,
} from './observer.ts';

/** The speaker in the fields of an event. Unknown events get the least trust. */
const SPEAKERS: Partial<Record<HookEventType, Channel>> = {
  notification: 'system',
  setup: 'system',
  interrupt: 'user',
  stop_failure: 'system',
  before_model: 'system',
  after_model: 'model',
  before_tool_selection: 'system',
  pre_compact: 'system',
  permission_request: 'model',
  permission_denied: 'model',
  file_changed: 'tool',
  directory_added: 'system',
  prompt_expansion: 'user',
  message_display: 'model',
  elicitation: 'mcp',
};

/** The speaker in further events of Claude Code. */
const RICH_SPEAKERS: [Channel, string][] = [
  [
    'system',
    'instructions_loaded teammate_idle config_change cwd_changed file_changed worktree_create worktree_remove ' +
      'model_switch_before model_switch_after',
  ],
  ['model', 'task_created task_completed'],
  ['mcp', 'elicitation_result'],
];

/** Fields with values passed to a tool or a form, or with its answer: only their names are stored. */
const NAMES_ONLY: Record<string, string> = {
  tool_input: 'argument_keys',
  requested_schema: 'schema_keys',
  content: 'content_keys',
};
const LEFT_OUT = new Set(
  'hook_event_name session_id prompt_id tool_use_id agent_id agent_type transcript_path agent_transcript_path tool_response'.split(
    ' ',
  ),
);

export function otherEvent(event: HookEvent, context: HookContext): Seen {
  const { event_type: type, native_event: native } = event;
  const further = RICH_SPEAKERS.find(([, types]) => types.split(' ').includes(type))?.[0];
  const speaker = (isRich(event) ? further : undefined) ?? SPEAKERS[type] ?? 'tool';
  const trigger = words(native, '-');
  const draft = isRich(event)
    ? withIds(newDraft({ trigger }), event)
    : lifecycleDraft(event, trigger);
  if (type === 'unknown') putName(draft, 'hook_event_name', native);
  if (isRich(event)) putFields(draft, event.data);
  else putWords(draft, event);
  putPermission(draft, event, context.root);
  const calls = isRich(event)
    ? callsOf(event.data['tool_calls']).flatMap((call) => idAt(call, 'tool_use_id') ?? [])
    : [];
  return seen({
    type: `hook.${words(native, '_')}`,
    draft,
    channel: speaker,
    actorId: HOOK,
    causes:
      calls.length > 0
        ? calls.map((id) => named('tool', id))
        : turnCauses(event, ...named('tool', event.tool_use_id)),
    ...deliveryOf(event, context, ownId(event, calls)),
  });
}

/** The few informative words of an event. */
function putWords(draft: Draft, event: HookEvent): void {
  delete draft.payload['transcript_path'];
  putName(draft, 'reason', event.subject);
  // Codex's question is an argument of the call, and arguments are not recorded.
  if (!isArgument(event.message, event.tool))
    putText(draft, 'message', event.message, LINE_CHARS, { folded: true });
  if (event.tool !== null) {
    putName(draft, 'tool_name', event.tool.native_name);
    draft.payload['argument_keys'] = argumentKeys(event.tool.input);
  }
}

/** All fields of the payload, bounded and masked. */
function putFields(draft: Draft, data: JsonObject): void {
  for (const [key, value] of entriesOf(data)) {
    if (LEFT_OUT.has(key)) continue;
    // `source` and `trigger` say which client and which hook; the client's own word for why is the reason.
    const field =
      key === 'source' || key === 'trigger' ? 'reason' : key === 'cwd' ? 'workspace' : key;
    if (Object.hasOwn(NAMES_ONLY, key) && isJsonObject(value))
      draft.payload[NAMES_ONLY[key]!] = argumentKeys(value);
    else if (key === 'tool_calls') draft.payload[key] = callsOf(value).map(namesOf);
    else putValue(draft, field, value);
  }
}

/** `MessageDisplay` numbers its pieces, and a batch is identified by its calls; other events are distinguished by content. */
function ownId(event: HookEvent, calls: readonly string[]): string | null {
  const { event_type: type, data } = event;
  if (type === 'interrupt') return event.turn_id;
  if (!isRich(event)) return null;
  const { message_id: message, index } = data;
  if (type === 'message_display' && typeof message === 'string' && typeof index === 'number')
    return `${message}:${index}`;
  if (type === 'permission_denied') return event.tool_use_id;
  return type === 'tool_batch' ? (calls[0] ?? null) : null;
}

function callsOf(calls: JsonValue | undefined): JsonObject[] {
  return Array.isArray(calls) ? calls.slice(0, 32).map(objectOf) : [];
}

function namesOf(call: JsonObject): JsonObject {
  const draft = newDraft();
  for (const key of ['tool_name', 'tool_use_id']) putName(draft, key, call[key]);
  return draft.payload;
}

/**
 * The target of a permission request, in the documented fields. Paths are relative to the project, commands are without
 * secrets.
 */
function putPermission(
  draft: Draft,
  { metadata, tool, event_type: type }: HookEvent,
  root: string,
): void {
  const { resource, action, target } = metadata;
  if (typeof target !== 'string') {
    if (tool !== null && type.startsWith('perm')) putTarget(draft, tool.name, tool.input, root);
    return;
  }
  putName(draft, 'resource', resource);
  putName(draft, 'action', action);
  const isCommand = resource === 'command' || action === 'execute';
  putText(
    draft,
    'target',
    isCommand ? maskCommandLine(target) : pathInside(target, root),
    LINE_CHARS,
  );
}

function isArgument(message: string | null, tool: HookEvent['tool']): boolean {
  const input = tool?.input;
  return message !== null && isJsonObject(input) && Object.values(input).includes(message);
}
