/** Turns Codex's hook payloads into hook events. Part of the hook path. */
import {
  type DeliveryContext,
  type HookEvent,
  type HookEventType,
  mcpOf,
  normaliseToolName,
  type ToolSeen,
} from '@hookloom/core/hook';
import { type JsonObject, isJsonObject, type JsonValue } from '@hookloom/core';
import {
  idAt,
  newEvent,
  objectAt,
  permissionModeOf,
  textAt,
  valueAt,
  boundedText,
  cleanValue,
  toolSeen,
} from '../../payload/fields.ts';
import { CODEX_TYPES } from './events.ts';

/**
 * Never throws: values of the wrong type are dropped, an unknown event becomes `unknown`. Codex sends no time: the
 * event has the time of its arrival.
 *
 * @example parseCodexEvent({ hook_event_name: 'Stop', session_id: 's', last_assistant_message: 'Done.' }, context)
 * // → { event_type: 'stop', also: ['after_agent'], session_id: 's', last_assistant_message: 'Done.', … }
 */
export function parseCodexEvent(payload: JsonObject, context: DeliveryContext): HookEvent {
  const native = textAt(payload, 'hook_event_name') ?? context.nativeEvent ?? 'Unknown';
  const type = Object.hasOwn(CODEX_TYPES, native) ? CODEX_TYPES[native]! : 'unknown';
  const event = newEvent({ source: 'codex', type, native }, payload, context);
  event.session_id = idAt(payload, 'session_id') ?? 'unknown';
  event.cwd = textAt(payload, 'cwd');
  event.transcript_path = textAt(payload, 'transcript_path');
  event.permission_mode = permissionModeOf(idAt(payload, 'permission_mode'));
  event.agent_id = idAt(payload, 'agent_id');
  event.agent_type = idAt(payload, 'agent_type');
  event.turn_id = idAt(payload, 'turn_id');
  event.tool_use_id = idAt(payload, 'tool_use_id');
  event.model = idAt(payload, 'model');
  putTool(event, payload['tool_name'], payload['tool_input'], payload['tool_response']);
  READERS[type]?.(event, payload);
  return event;
}

type Reader = (event: HookEvent, payload: JsonObject) => void;

const subjectFrom =
  (...keys: string[]): Reader =>
  (event, payload) => {
    event.subject = idAt(payload, ...keys);
  };

const READERS: Partial<Record<HookEventType, Reader>> = {
  session_start: subjectFrom('source'),
  session_end: subjectFrom('reason'),
  pre_compact: subjectFrom('trigger'),
  post_compact: subjectFrom('trigger'),
  subagent_start: subjectFrom('agent_type'),
  before_agent(event, payload) {
    event.prompt = textAt(payload, 'prompt');
    // Only this tells the parent's task for a subagent from a prompt of the user
    // (docs/reference/client-behaviour.md#codex-prompts-and-subagents).
    if (event.agent_id !== null) event.metadata['from_agent'] = true;
  },
  permission_request(event, payload) {
    event.message = textAt(objectAt(payload, 'tool_input'), 'description');
  },
  after_model(event, payload) {
    const status = idAt(payload, 'status');
    if (status !== null) event.metadata['status'] = status;
    event.message = textAt(payload, 'error') ?? textAt(objectAt(payload, 'error'), 'message');
  },
  stop(event, payload) {
    event.also = ['after_agent'];
    stopped(event, payload);
  },
  subagent_stop(event, payload) {
    event.subject = event.agent_type;
    stopped(event, payload);
  },
};

function stopped(event: HookEvent, payload: JsonObject): void {
  event.stop_hook_active = valueAt(payload, 'stop_hook_active') === true;
  event.last_assistant_message = textAt(payload, 'last_assistant_message');
}

/**
 * Adds the call to the event, if a tool is named. Names such as `multi_agent_v1wait_agent` stay as they are. `patch`: the
 * call applies one, by its own name or through the shell.
 */
export function putTool(
  event: HookEvent,
  name: JsonValue | undefined,
  given: JsonValue | undefined,
  response: JsonValue | undefined,
): void {
  if (typeof name !== 'string' || name === '') return;
  const native_name = boundedText(name);
  const input = cleanValue(given ?? null);
  const mcp = mcpOf(native_name);
  const tool = toolSeen({ native_name, name: normaliseToolName(native_name), input, mcp });
  event.tool = tool;
  if (response !== undefined && response !== null) {
    tool.response = cleanValue(response);
    tool.is_error = isError(tool);
  }
  const command = commandOf(input);
  if (native_name !== 'apply_patch' && (tool.name !== 'Bash' || !isPatchCommand(command))) return;
  tool.files = patchFiles(command);
  event.metadata['patch'] = true;
}

function commandOf(input: JsonValue): string {
  if (typeof input === 'string') return input;
  const command = isJsonObject(input) ? input['command'] : undefined;
  return typeof command === 'string' ? command : '';
}

/**
 * A shell result is plain text that does not show a failure (docs/reference/client-behaviour.md#codex-tool-results). A
 * failed MCP call sends no event, so a result that arrives is a success unless it says otherwise.
 */
function isError({ mcp, response }: ToolSeen): boolean | null {
  if (mcp === null) return null;
  return isJsonObject(response) && response['isError'] === true;
}

/** Further files of one call are not listed; the patch itself stays complete. */
const MAX_FILES = 1_000;
/** Codex accepts leading blanks on these lines, so a context line that looks like one is listed as well. */
const NAMED = /^[ \t]*\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.{1,4096})$/gm;
const BEGIN = '*** Begin Patch';
const PROGRAM = /(?:^|[^\w.-])apply_?patch(?![\w-])/;

/**
 * In the order of the patch, each file once, targets of moves included.
 *
 * @example patchFiles('*** Begin Patch\n*** Delete File: a.ts\n*** End Patch\n') // → ['a.ts']
 */
export function patchFiles(patch: string): string[] {
  const files = new Set<string>();
  for (const [, named] of patch.matchAll(NAMED)) {
    const file = named!.trim();
    if (file !== '') files.add(file.toWellFormed());
    if (files.size >= MAX_FILES) break;
  }
  return [...files];
}

/**
 * Whether a shell command passes a patch to `apply_patch`: Codex then calls it Bash, and no rule for edits matches it.
 */
export function isPatchCommand(command: string): boolean {
  return command.includes(BEGIN) && PROGRAM.test(command);
}
