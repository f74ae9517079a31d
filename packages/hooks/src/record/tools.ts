/** Tool calls: the request and the result. Records argument names and, for some tools, more: see `details/`. */
import {
  argumentKeys,
  channelOfTool,
  commandCompleted,
  type Draft,
  fileEditApplied,
  type FileEditSeen,
  type HookContext,
  type HookEvent,
  LINE_CHARS,
  mcpOf,
  type ObservedEvent,
  putCommand,
  putName,
  putText,
  toolCallCompleted,
  type ToolSeen,
} from '@hookloom/core/hook';
import { isJsonObject } from '@hookloom/core';
import { objectOf, textAt } from '../payload/fields.ts';
import { countedEdit } from './counted-edit.ts';
import { addDetails } from './details/add-details.ts';
import { hasDetails } from './details/has-details.ts';
import { textIn } from './details/text-in.ts';
import { pathInside } from './event-text.ts';
import {
  deliveryOf,
  HOOK,
  isRich,
  lifecycleDraft,
  named,
  observed,
  seen,
  turnCauses,
  withIds,
  type Seen,
} from './observer.ts';

const SHELL_TOOLS = new Set(['Bash', 'PowerShell']);
const EDIT_TOOLS = new Set(['Edit', 'Write', 'NotebookEdit']);
/** Tools whose results are file contents: only the fact that they arrived is recorded. */
const SOURCE_TOOLS = new Set(['Read', 'NotebookRead', 'Grep', 'Glob', 'LS', ...EDIT_TOOLS]);
/** Names of our own server: its answers are not recorded again. */
const OWN_SERVERS = new Set(['zaxy', 'hookloom']);
const LONG_RUN_MS = 30_000;
const NO_TOOL: ToolSeen = {
  name: 'unknown',
  native_name: 'unknown',
  mcp: null,
  input: {},
  error: null,
  is_error: null,
  exit_code: null,
  duration_ms: null,
  files: [],
};

export function beforeTool(event: HookEvent, context: HookContext): Seen {
  const tool = event.tool ?? NO_TOOL;
  const draft = lifecycleDraft(event, 'pre-tool-use');
  delete draft.payload['transcript_path'];
  putTool(draft, event, tool);
  draft.payload['argument_keys'] = argumentKeys(tool.input);
  if (SHELL_TOOLS.has(tool.name)) putCommand(draft, commandOf(tool));
  const path = tool.files[0] ?? (isRich(event) ? textAt(objectOf(tool.input), 'path') : null);
  if (path !== null) putText(draft, 'path', pathInside(path, context.root), LINE_CHARS);
  return seen({
    type: 'hook.pre_tool_use',
    draft,
    channel: 'model',
    actorId: HOOK,
    tool: tool.native_name,
    links: named('tool', event.tool_use_id),
    causes: turnCauses(event),
    ...deliveryOf(event, context, event.tool_use_id),
  });
}

export function afterTool(event: HookEvent, context: HookContext): Seen {
  const tool = event.tool ?? NO_TOOL;
  const failed =
    event.event_type === 'tool_failure' || tool.is_error === true || (tool.exit_code ?? 0) !== 0;
  const isShell = SHELL_TOOLS.has(tool.name);
  const response = objectOf(tool.response);
  const isInterrupted = isRich(event)
    ? (failed ? event.data['is_interrupt'] : response['interrupted']) === true
    : event.metadata['is_interrupt'] === true;
  // Codex reports that a shell command ended, but not how (docs/reference/client-behaviour.md#codex-tool-results): no
  // success.
  const told = !isShell || tool.is_error !== null || tool.exit_code !== null;
  const status = isInterrupted ? 'interrupted' : failed ? 'error' : told ? 'ok' : 'unknown';
  const delivery = deliveryOf(event, context, event.tool_use_id);
  const common = {
    tool: tool.native_name,
    channel: tool.mcp !== null ? ('mcp' as const) : channelOfTool(tool.name),
    causes: turnCauses(event, ...named('tool', event.tool_use_id)),
    ...delivery,
  };
  const isOwn = tool.mcp !== null && OWN_SERVERS.has(tool.mcp.server);
  const hasSource = SOURCE_TOOLS.has(tool.name) && tool.error === null;
  const draft = toolCallCompleted({
    toolName: tool.native_name,
    status,
    callId: event.tool_use_id,
    argumentKeys: argumentKeys(tool.input),
    resultSummary: isOwn || hasSource ? undefined : (tool.error ?? textIn(tool.response)),
    durationMs: tool.duration_ms,
  });
  putTool(draft, event, tool);
  if (isOwn) draft.payload['self'] = true;
  const events: ObservedEvent[] = [
    observed({ type: 'tool.call.completed', draft: withIds(draft, event), ...common }),
  ];
  if (isShell) {
    const type = 'command.completed';
    const key = `${delivery.key}:${isRich(event) ? type : 'command'}`;
    events.push(observed({ ...common, type, draft: commandOfRun(event, tool, status), key }));
  }
  // A patch that was put through the shell is an edit as well (docs/reference/client-behaviour.md#codex-tool-names).
  const applied = status === 'ok' || status === 'unknown';
  const isEdit = EDIT_TOOLS.has(tool.name);
  const edits = applied && (isEdit || event.metadata['patch'] === true);
  for (const [at, seen] of (edits ? editsOf(event, tool, context.root) : []).entries()) {
    const type = 'file.edit.applied';
    const key = `${delivery.key}:${isRich(event) ? type : `edit:${at}`}`;
    events.push(observed({ ...common, type, draft: withIds(fileEditApplied(seen), event), key }));
  }
  const subject = isShell ? commandOf(tool) : isEdit ? tool.files.join('\n') : null;
  if (failed || response['userModified'] === true || hasDetails(subject))
    addDetails(events, {
      ...tool,
      name: isRich(event) ? tool.native_name : tool.name,
      response: tool.response ?? null,
      text: textIn(tool.response) ?? '',
      root: context.root,
    });
  const isLong = isShell && (tool.duration_ms ?? 0) >= LONG_RUN_MS;
  return isLong ? { events, reminder: { trigger: 'long-tool-run' } } : { events };
}

function putTool(draft: Draft, event: HookEvent, tool: ToolSeen): void {
  const { name, native_name } = tool;
  const mcp = isRich(event) ? mcpOf(native_name) : tool.mcp;
  putName(draft, 'tool_name', native_name);
  if (name !== native_name && mcp === null && !isRich(event)) putName(draft, 'tool', name);
  if (mcp !== null) draft.payload['mcp'] = { server: mcp.server, tool: mcp.tool };
}

function commandOfRun(event: HookEvent, tool: ToolSeen, status: string): Draft {
  const response = objectOf(tool.response);
  const [isFull, task] = [isRich(event), textAt(response, 'backgroundTaskId')];
  // Claude Code reports a failure with its code, so any other end is 0, except for a background command and one that is
  // only reported as a success. For other clients it is unknown, unless they report it.
  const isPlain = task === null && textAt(response, 'returnCodeInterpretation') === null;
  const exitCode = tool.exit_code ?? (isFull && isPlain && status === 'ok' ? 0 : null);
  const draft = commandCompleted({
    command: commandOf(tool),
    exitCode,
    ...(exitCode !== null || status === 'ok' || status === 'unknown'
      ? {}
      : { outcome: status === 'error' ? 'failed' : status }),
    durationMs: tool.duration_ms,
    stdout: isFull ? (response['stdout'] ?? tool.response) : textIn(tool.response),
    stderr: isFull
      ? (tool.error?.replace(/^\s*Exit code \d{1,9}\s*/, '') ?? response['stderr'])
      : tool.error,
  });
  putText(draft, 'cwd', event.cwd, LINE_CHARS);
  if (isFull) {
    const { description } = objectOf(tool.input);
    putText(draft, 'description', description, LINE_CHARS, { folded: true });
    putName(draft, 'background_task_id', task);
  }
  return withIds(draft, event);
}

function commandOf({ input }: ToolSeen): string {
  const command = isJsonObject(input) ? input['command'] : input;
  return typeof command === 'string' ? command : '';
}

function editsOf(event: HookEvent, tool: ToolSeen, root: string): FileEditSeen[] {
  if (isRich(event)) return [countedEdit(tool, root)];
  return tool.files
    .slice(0, 32)
    .map((file) => ({ path: pathInside(file, root), operation: operationOn(file, tool) }));
}

/** The operation of a patch on the file; `modified` if it does not say. */
function operationOn(file: string, { name, input }: ToolSeen): string {
  const patch = isJsonObject(input) ? input['command'] : undefined;
  if (typeof patch === 'string') {
    if (patch.includes(`*** Add File: ${file}\n`)) return 'created';
    if (patch.includes(`*** Delete File: ${file}\n`)) return 'deleted';
  }
  return name === 'Write' ? 'written' : 'modified';
}
