/** Tool calls: the announcement and the end. Argument names; of some tools more: see `observe/details/`. */
import { putName, putText, argumentKeys, type Draft } from '@hookloom/core/hook/draft';
import { LINE_CHARS } from '@hookloom/core/hook/excerpt';
import {
  channelOfTool,
  commandCompleted,
  fileEditApplied,
  mcpName,
  putCommand,
  toolCallCompleted,
} from '@hookloom/core/hook/observations';
import type { ObservedEvent } from '@hookloom/core/hook/observed-event';
import { isJsonObject, type JsonObject } from '@hookloom/core/json';
import { addDetails } from '../../observe/details/add-details.ts';
import { tells } from '../../observe/details/tells.ts';
import { textIn } from '../../observe/details/text-in.ts';
import { pathInside } from '../../observe/event-text.ts';
import { editOf, EDIT_TOOLS } from './events-edits.ts';
import { observed, HOOK } from '../../observe/observer.ts';
import {
  deliveryOf,
  idOf,
  lifecycleDraft,
  link,
  textOf,
  turnCauses,
  withIds,
  type EventParser,
  type Native,
} from './parse-native.ts';

const SHELL_TOOLS = new Set(['Bash', 'PowerShell']);
/** Their results are content of files, which is not kept. */
const SOURCE_TOOLS = new Set(['Read', 'NotebookRead', 'Grep', 'Glob', 'LS', ...EDIT_TOOLS]);
/** Names of our own server: what it answers is no news. */
const OWN_SERVERS = new Set(['zaxy', 'hookloom']);
const LONG_RUN_MS = 30_000;

export const preToolUse: EventParser = (native) => {
  const { raw } = native;
  const toolName = textOf(raw, 'tool_name') ?? 'unknown';
  const input = objectOf(raw['tool_input']);
  const draft = lifecycleDraft(native, 'pre-tool-use');
  delete draft.payload['transcript_path'];
  putName(draft, 'tool_name', toolName);
  putServer(draft, toolName);
  draft.payload['argument_keys'] = argumentKeys(input);
  if (SHELL_TOOLS.has(toolName)) putCommand(draft, textOf(input, 'command') ?? '');
  const path = pathOf(input);
  if (path !== undefined) putText(draft, 'path', pathInside(path, native.context.root), LINE_CHARS);
  return {
    events: [
      observed({
        type: 'hook.pre_tool_use',
        draft,
        channel: 'model',
        actorId: HOOK,
        tool: toolName,
        links: link.tool(native),
        causes: turnCauses(native),
        ...deliveryOf(native, idOf(raw, 'tool_use_id')),
      }),
    ],
  };
};

/** `PostToolUse` and `PostToolUseFailure`. */
export const postToolUse: EventParser = (native) => {
  const { raw } = native;
  const toolName = textOf(raw, 'tool_name') ?? 'unknown';
  const input = objectOf(raw['tool_input']);
  const ended = howItEnded(native);
  const delivery = deliveryOf(native, idOf(raw, 'tool_use_id'));
  const common = {
    tool: toolName,
    channel: channelOfTool(toolName),
    causes: turnCauses(native, ...link.tool(native)),
    ...delivery,
  };
  const draft = toolCallCompleted({
    toolName,
    status: ended.status,
    callId: raw['tool_use_id'],
    argumentKeys: argumentKeys(input),
    resultSummary: isOwn(native, toolName) ? undefined : resultSummary(toolName, raw),
    durationMs: raw['duration_ms'],
  });
  putServer(draft, toolName);
  if (isOwn(native, toolName)) draft.payload['self'] = true;
  const events: ObservedEvent[] = [
    observed({ type: 'tool.call.completed', draft: withIds(draft, native), ...common }),
  ];
  const detail = SHELL_TOOLS.has(toolName)
    ? { type: 'command.completed', draft: commandOf(native, input, ended) }
    : EDIT_TOOLS.has(toolName) && ended.status === 'ok'
      ? {
          type: 'file.edit.applied',
          draft: fileEditApplied(editOf(toolName, raw, native.context.root)),
        }
      : null;
  if (detail !== null) {
    const { type, draft } = detail;
    events.push(
      observed({ ...common, type, draft: withIds(draft, native), key: `${delivery.key}:${type}` }),
    );
  }
  const isShell = SHELL_TOOLS.has(toolName);
  const subject = isShell
    ? textOf(input, 'command')
    : EDIT_TOOLS.has(toolName)
      ? pathOf(input)
      : null;
  const response = raw['tool_response'] ?? null;
  if (
    ended.error !== undefined ||
    objectOf(response)['userModified'] === true ||
    tells(subject ?? null)
  )
    addDetails(events, {
      name: toolName,
      input,
      response,
      text: textIn(response) ?? '',
      error: ended.error ?? null,
      root: native.context.root,
    });
  const duration = raw['duration_ms'];
  const isLong = isShell && typeof duration === 'number' && duration >= LONG_RUN_MS;
  return isLong ? { events, reminder: { trigger: 'long-tool-run' } } : { events };
};

interface Ended {
  status: 'ok' | 'error' | 'interrupted';
  /** Null where the client does not tell. */
  exitCode: number | null;
  /** What a failed call said. */
  error: string | undefined;
}

/**
 * A failing shell command comes as `PostToolUseFailure` with `Exit code N`, so `PostToolUse` means 0, but for what
 * was put into the background, was interrupted, or ended otherwise and is only called a success.
 */
function howItEnded({ name, raw }: Native): Ended {
  const response = objectOf(raw['tool_response']);
  if (name === 'PostToolUseFailure') {
    const error = textOf(raw, 'error');
    const code = /^\s*Exit code (\d{1,9})\b/.exec((error ?? '').slice(0, 100))?.[1];
    const status = raw['is_interrupt'] === true ? 'interrupted' : 'error';
    return { status, exitCode: code === undefined ? null : Number(code), error };
  }
  if (response['interrupted'] === true)
    return { status: 'interrupted', exitCode: null, error: undefined };
  const untold = ['backgroundTaskId', 'returnCodeInterpretation'].some(
    (key) => textOf(response, key) !== undefined,
  );
  return { status: 'ok', exitCode: untold ? null : 0, error: undefined };
}

function commandOf(native: Native, input: JsonObject, { status, exitCode, error }: Ended): Draft {
  const response = objectOf(native.raw['tool_response']);
  const draft = commandCompleted({
    command: textOf(input, 'command') ?? '',
    exitCode,
    ...(status === 'ok' || exitCode !== null
      ? {}
      : { outcome: status === 'error' ? 'failed' : status }),
    durationMs: native.raw['duration_ms'],
    stdout: response['stdout'] ?? native.raw['tool_response'],
    stderr: error?.replace(/^\s*Exit code \d{1,9}\s*/, '') ?? response['stderr'],
  });
  putText(draft, 'cwd', native.raw['cwd'], LINE_CHARS);
  putText(draft, 'description', input['description'], LINE_CHARS, { folded: true });
  putName(draft, 'background_task_id', response['backgroundTaskId']);
  return draft;
}

function putServer(draft: Draft, toolName: string): void {
  const mcp = mcpName(toolName);
  if (mcp !== null) draft.payload['mcp'] = mcp;
}

function isOwn({ raw }: Native, toolName: string): boolean {
  const server = textOf(objectOf(raw['mcp_server']), 'name') ?? mcpName(toolName)?.server;
  return server !== undefined && OWN_SERVERS.has(server);
}

/** A sentence of what came back; nothing of files. */
function resultSummary(toolName: string, raw: JsonObject): string | undefined {
  const error = textOf(raw, 'error');
  if (error !== undefined) return error;
  return SOURCE_TOOLS.has(toolName) ? undefined : textIn(raw['tool_response']);
}

function pathOf(input: JsonObject): string | undefined {
  return textOf(input, 'file_path') ?? textOf(input, 'notebook_path') ?? textOf(input, 'path');
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
