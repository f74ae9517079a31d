/** Tool calls: the request and the result. Argument names; of some tools more: see `details/`. */
import { argumentKeys, putName, putText, type Draft } from '@hookloom/core/hook/draft';
import { LINE_CHARS } from '@hookloom/core/hook/excerpt';
import type { HookEvent, ToolSeen } from '@hookloom/core/hook/hook-event';
import {
  channelOfTool,
  commandCompleted,
  fileEditApplied,
  putCommand,
  toolCallCompleted,
} from '@hookloom/core/hook/observations';
import type { ObservedEvent } from '@hookloom/core/hook/observed-event';
import { isJsonObject } from '@hookloom/core/json';
import { addDetails } from './details/add-details.ts';
import { tells } from './details/tells.ts';
import { textIn } from './details/text-in.ts';
import { pathInside } from './event-text.ts';
import {
  deliveryOf,
  HOOK,
  lifecycleDraft,
  named,
  observed,
  turnCauses,
  withIds,
  type Observer,
} from './observer.ts';

const SHELL_TOOLS = new Set(['Bash', 'PowerShell']);
const EDIT_TOOLS = new Set(['Edit', 'Write', 'NotebookEdit']);
/** Tools whose results are file contents: only the fact that they came is recorded. */
const SOURCE_TOOLS = new Set(['Read', 'Grep', 'Glob', ...EDIT_TOOLS]);
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

export const beforeTool: Observer = (event, context) => {
  const tool = event.tool ?? NO_TOOL;
  const draft = lifecycleDraft(event, 'pre-tool-use');
  delete draft.payload['transcript_path'];
  putTool(draft, tool);
  draft.payload['argument_keys'] = argumentKeys(tool.input);
  if (SHELL_TOOLS.has(tool.name)) putCommand(draft, commandOf(tool));
  if (tool.files[0] !== undefined)
    putText(draft, 'path', pathInside(tool.files[0], context.root), LINE_CHARS);
  return {
    events: [
      observed({
        type: 'hook.pre_tool_use',
        draft,
        channel: 'model',
        actorId: HOOK,
        tool: tool.native_name,
        links: named('tool', event.tool_use_id),
        causes: turnCauses(event),
        ...deliveryOf(event, context, event.tool_use_id),
      }),
    ],
  };
};

export const afterTool: Observer = (event, context) => {
  const tool = event.tool ?? NO_TOOL;
  const failed =
    event.event_type === 'tool_failure' || tool.is_error === true || (tool.exit_code ?? 0) !== 0;
  // Codex reports that a shell command ended, but not how (docs/reference/client-behaviour.md#codex-tool-results): no
  // success.
  const told = !SHELL_TOOLS.has(tool.name) || tool.is_error !== null || tool.exit_code !== null;
  const ended = failed ? 'error' : told ? 'ok' : 'unknown';
  const status = event.metadata['is_interrupt'] === true ? 'interrupted' : ended;
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
  putTool(draft, tool);
  if (isOwn) draft.payload['self'] = true;
  const events: ObservedEvent[] = [
    observed({ type: 'tool.call.completed', draft: withIds(draft, event), ...common }),
  ];
  if (SHELL_TOOLS.has(tool.name)) {
    const command = commandOfRun(event, tool, status);
    events.push(
      observed({
        ...common,
        type: 'command.completed',
        draft: command,
        key: `${delivery.key}:command`,
      }),
    );
  }
  // A patch that was put through the shell is an edit as well (docs/reference/client-behaviour.md#codex-tool-names).
  const applied = status === 'ok' || status === 'unknown';
  const isEdit = EDIT_TOOLS.has(tool.name);
  const edits = applied && (isEdit || event.metadata['patch'] === true);
  for (const [at, file] of (edits ? tool.files : []).slice(0, 32).entries()) {
    const edit = fileEditApplied({
      path: pathInside(file, context.root),
      operation: operationOn(file, tool),
    });
    events.push(
      observed({
        ...common,
        type: 'file.edit.applied',
        draft: withIds(edit, event),
        key: `${delivery.key}:edit:${at}`,
      }),
    );
  }
  const subject = SHELL_TOOLS.has(tool.name)
    ? commandOf(tool)
    : isEdit
      ? tool.files.join('\n')
      : null;
  if (failed || tells(subject))
    addDetails(events, {
      ...tool,
      response: tool.response ?? null,
      text: textIn(tool.response) ?? '',
      root: context.root,
    });
  const isLong = SHELL_TOOLS.has(tool.name) && (tool.duration_ms ?? 0) >= LONG_RUN_MS;
  return isLong ? { events, reminder: { trigger: 'long-tool-run' } } : { events };
};

function putTool(draft: Draft, { name, native_name, mcp }: ToolSeen): void {
  putName(draft, 'tool_name', native_name);
  if (name !== native_name && mcp === null) putName(draft, 'tool', name);
  if (mcp !== null) draft.payload['mcp'] = { server: mcp.server, tool: mcp.tool };
}

function commandOfRun(event: HookEvent, tool: ToolSeen, status: string): Draft {
  const text = textIn(tool.response);
  // A command's output comes without an exit code here: unknown, unless the client reports a failure.
  const known = tool.exit_code !== null;
  const draft = commandCompleted({
    command: commandOf(tool),
    exitCode: tool.exit_code,
    ...(known || status === 'ok' || status === 'unknown'
      ? {}
      : { outcome: status === 'error' ? 'failed' : status }),
    durationMs: tool.duration_ms,
    stdout: text,
    stderr: tool.error,
  });
  putText(draft, 'cwd', event.cwd, LINE_CHARS);
  return withIds(draft, event);
}

function commandOf({ input }: ToolSeen): string {
  const command = isJsonObject(input) ? input['command'] : input;
  return typeof command === 'string' ? command : '';
}

/** What a patch says about the file; `modified` if it says nothing. */
function operationOn(file: string, { name, input }: ToolSeen): string {
  const patch = isJsonObject(input) ? input['command'] : undefined;
  if (typeof patch === 'string') {
    if (patch.includes(`*** Add File: ${file}\n`)) return 'created';
    if (patch.includes(`*** Delete File: ${file}\n`)) return 'deleted';
  }
  return name === 'Write' ? 'written' : 'modified';
}
