/** Turns requests of the app-server that need an answer into events. */
import { isJsonObject, type JsonObject } from '@hookloom/core';
import type { HookEvent, ToolSeen } from '@hookloom/core/hook';
import { eventOf } from './event-of.ts';
import type { Incoming } from './message.ts';
import { text, type ThreadMemory } from './thread-memory.ts';
import { editTool, mcpTool, shellTool, toolOfItem } from './tool-seen.ts';

/** Methods that ask for approval of a command, in the current and the older protocol. */
const COMMAND = new Set(['item/commandExecution/requestApproval', 'execCommandApproval']);
const FILE_CHANGE = new Set(['item/fileChange/requestApproval', 'applyPatchApproval']);
const ELICITATION = 'mcpServer/elicitation/request';
const PERMISSIONS = 'item/permissions/requestApproval';

export type RequestKind =
  | 'command'
  | 'file_change'
  | 'mcp_tool'
  | 'permissions'
  | 'elicitation'
  | 'other';

/** The kind of request; `other`: nothing that a hook can answer. */
export function requestKind({ method, params }: Incoming): RequestKind {
  if (COMMAND.has(method)) return 'command';
  if (FILE_CHANGE.has(method)) return 'file_change';
  if (method === PERMISSIONS) return 'permissions';
  if (method !== ELICITATION) return 'other';
  return metaOf(params)['codex_approval_kind'] === 'mcp_tool_call' ? 'mcp_tool' : 'elicitation';
}

export function approvalEvent(incoming: Incoming, memory: ThreadMemory, nowMs: number): HookEvent {
  const { params } = incoming;
  const kind = requestKind(incoming);
  const itemId = text(params['itemId']) ?? text(params['callId']);
  const item = memory.items.get(itemId ?? '') ?? null;
  const asked = {
    tool_use_id: itemId,
    message: text(params['reason']),
    metadata: metadataOf(params),
  };
  const gate = (tool: ToolSeen, more: Partial<HookEvent> = {}): HookEvent => ({
    ...eventOf('before_tool', incoming, memory, nowMs, { ...asked, tool, ...more }),
    also: ['permission_request'],
  });
  switch (kind) {
    case 'command': {
      const from = filledUp(params, item);
      return gate(shellTool(from), { cwd: text(from['cwd']) ?? memory.cwd });
    }
    case 'file_change':
      return gate(editTool(params['changes'] ?? params['fileChanges'] ?? item?.['changes']));
    case 'mcp_tool': {
      const tool = mcpToolAsked(params);
      const call = [...memory.items.values()].findLast((one) => isSameCall(one, tool));
      return gate(tool, { tool_use_id: text(call?.['id']), message: text(params['message']) });
    }
    case 'permissions': {
      const tool = {
        ...shellTool({}),
        name: 'request_permissions',
        native_name: 'request_permissions',
      };
      return eventOf('permission_request', incoming, memory, nowMs, {
        ...asked,
        cwd: text(params['cwd']) ?? memory.cwd,
        tool: { ...tool, input: params['permissions'] ?? {} },
      });
    }
    case 'elicitation':
      return eventOf('elicitation', incoming, memory, nowMs, {
        ...asked,
        message: text(params['message']),
        subject: text(params['serverName']),
      });
    case 'other':
      return eventOf('unknown', incoming, memory, nowMs, asked);
  }
}

function mcpToolAsked(params: JsonObject): ToolSeen {
  const meta = metaOf(params);
  const input = isJsonObject(meta['tool_params']) ? meta['tool_params'] : {};
  return mcpTool(text(params['serverName']) ?? '', text(meta['tool_name']) ?? '', input);
}

/** An elicitation does not name its item: it belongs to the call that has started and not ended. */
function isSameCall(item: JsonObject, tool: ToolSeen): boolean {
  return item['type'] === 'mcpToolCall' && toolOfItem(item).native_name === tool.native_name;
}

/** Fields that the request omits are in its item. */
function filledUp(params: JsonObject, item: JsonObject | null): JsonObject {
  const filled = { ...params };
  for (const key of ['command', 'cwd']) {
    const known = item?.[key];
    if (text(filled[key]) === null && !Array.isArray(filled[key]) && known !== undefined)
      filled[key] = known;
  }
  return filled;
}

/** The `risk` of older requests, or the kind of the action if it is not simply the command. */
function metadataOf(params: JsonObject): JsonObject {
  const metadata: JsonObject = {};
  for (const key of ['risk', 'kind']) {
    const value = text(params[key]);
    if (value !== null && value !== 'command') metadata[key] = value;
  }
  return metadata;
}

function metaOf(params: JsonObject): JsonObject {
  return isJsonObject(params['_meta']) ? params['_meta'] : {};
}
