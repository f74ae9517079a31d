/** Every other event, known or not yet: kept as `hook.<name>` with its fields bounded and masked. */
import { argumentKeys, entriesOf, newDraft, putName, putValue } from '@hookloom/core/hook/draft';
import { isJsonObject, type JsonValue } from '@hookloom/core/json';
import type { Channel } from '@hookloom/core/ports/event-store';
import { putTarget } from '../../observe/details/add-details.ts';
import { words } from '../../observe/event-text.ts';
import { HOOK, observed } from '../../observe/observer.ts';
import {
  deliveryOf,
  idOf,
  link,
  named,
  turnCauses,
  withIds,
  type EventParser,
  type Native,
} from './parse-native.ts';

/** Who speaks in the fields of an event, where it is not the client itself. Unknown events get the least trust. */
const SPEAKERS: [Channel, string][] = [
  [
    'system',
    'Setup InstructionsLoaded Notification StopFailure TeammateIdle ConfigChange CwdChanged DirectoryAdded FileChanged ' +
      'WorktreeCreate WorktreeRemove PreModelSwitch PostModelSwitch',
  ],
  ['user', 'UserPromptExpansion Interrupt'],
  ['model', 'MessageDisplay PermissionRequest PermissionDenied TaskCreated TaskCompleted'],
  ['tool', 'PostToolBatch'],
  ['mcp', 'Elicitation ElicitationResult'],
];

function speakerOf(name: string): Channel | undefined {
  return SPEAKERS.find(([, names]) => names.split(' ').includes(name))?.[0];
}

/** Fields that hold values a tool or a form was given, or what it answered: only their names are kept. */
const NAMES_ONLY: Record<string, string> = {
  tool_input: 'argument_keys',
  requested_schema: 'schema_keys',
  content: 'content_keys',
};
const LEFT_OUT = new Set([
  'hook_event_name',
  'session_id',
  'prompt_id',
  'tool_use_id',
  'agent_id',
  'agent_type',
  'transcript_path',
  'agent_transcript_path',
  'tool_response',
]);

export function otherClaudeEvent(native: Native): ReturnType<EventParser> {
  const { name, raw } = native;
  const speaker = speakerOf(name);
  const draft = withIds(newDraft({ trigger: words(name, '-') }), native);
  if (speaker === undefined) putName(draft, 'hook_event_name', raw['hook_event_name']);
  for (const [key, value] of entriesOf(raw)) {
    if (LEFT_OUT.has(key)) continue;
    // `source` and `trigger` say which client and which hook; the client's own word for why is the reason.
    const field =
      key === 'source' || key === 'trigger' ? 'reason' : key === 'cwd' ? 'workspace' : key;
    if (Object.hasOwn(NAMES_ONLY, key) && isJsonObject(value))
      draft.payload[NAMES_ONLY[key]!] = argumentKeys(value);
    else if (key === 'tool_calls') draft.payload[key] = callsOf(value);
    else putValue(draft, field, value);
  }
  const { tool_name: tool, tool_input: input } = raw;
  if (name.startsWith('Permission') && typeof tool === 'string')
    putTarget(draft, tool, input ?? null, native.context.root);
  const id = ownId(name, raw);
  return {
    events: [
      observed({
        type: `hook.${words(name, '_')}`,
        draft,
        channel: speaker ?? 'tool',
        actorId: HOOK,
        causes: toolCauses(raw['tool_calls']) ?? turnCauses(native, ...link.tool(native)),
        ...deliveryOf(native, id),
      }),
    ],
  };
}

/** `MessageDisplay` numbers its pieces, and a batch is named by its calls; other events are told apart by content. */
function ownId(name: string, raw: Parameters<typeof idOf>[0]): string | undefined {
  if (name === 'MessageDisplay') {
    const message = idOf(raw, 'message_id');
    const { index } = raw;
    return message !== undefined && typeof index === 'number' ? `${message}:${index}` : undefined;
  }
  if (name === 'PostToolBatch') return idsOf(raw['tool_calls'])[0];
  if (name === 'Interrupt') return idOf(raw, 'prompt_id');
  return name === 'PermissionDenied' ? idOf(raw, 'tool_use_id') : undefined;
}

function callsOf(calls: JsonValue): JsonValue[] {
  if (!Array.isArray(calls)) return [];
  return calls.slice(0, 32).map((call) => {
    const draft = newDraft();
    if (isJsonObject(call))
      for (const key of ['tool_name', 'tool_use_id']) putName(draft, key, call[key]);
    return draft.payload;
  });
}

function idsOf(calls: JsonValue | undefined): string[] {
  if (!Array.isArray(calls)) return [];
  return calls
    .slice(0, 32)
    .flatMap((call) => (isJsonObject(call) ? [idOf(call, 'tool_use_id') ?? ''] : []))
    .filter((id) => id !== '');
}

function toolCauses(calls: JsonValue | undefined): string[][] | undefined {
  const ids = idsOf(calls);
  return ids.length === 0 ? undefined : ids.map((id) => named('tool', id));
}
