/** Reads Codex's app-server messages inside the wrapper, each separately. Part of the hook path. */
import type { HookEvent } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject } from '@hookloom/core';
import { editTool, endedTool, isToolItem, shellTool } from '../codex/app-server/tool-seen.ts';
import { idAt, objectAt, textAt, timeOf, valueAt } from '../../payload/fields.ts';

export function readCodex(event: HookEvent, params: JsonObject): void {
  const thread = objectAt(params, 'thread');
  const turn = objectAt(params, 'turn');
  const item = objectAt(params, 'item');
  event.session_id = idAt(params, 'threadId') ?? idAt(thread, 'id') ?? event.session_id;
  event.turn_id = idAt(params, 'turnId') ?? idAt(turn, 'id');
  event.tool_use_id = idAt(params, 'itemId') ?? idAt(item, 'id');
  event.cwd ??= textAt(thread, 'cwd');
  const { native_event: method } = event;
  if (method === 'thread/started') {
    event.subject = textAt(thread, 'forkedFromId') === null ? 'startup' : 'fork';
    event.prompt = textAt(thread, 'preview');
    const created = valueAt(thread, 'createdAt');
    if (created !== undefined) event.timestamp = timeOf(created, Date.parse(event.timestamp));
  } else if (event.event_type === 'session_end') event.subject = 'other';
  else if (method === 'turn/completed') readTurn(event, turn);
  else if (method.endsWith('/requestApproval')) {
    event.message = textAt(params, 'reason');
    const risk = textAt(params, 'risk');
    if (risk !== null) event.metadata['risk'] = risk;
    event.tool = method.includes('fileChange') ? editTool(params['changes']) : shellTool(params);
  } else if (method === 'item/completed') readItem(event, item);
}

function readTurn(event: HookEvent, turn: JsonObject): void {
  const error = valueAt(turn, 'error');
  event.message = isJsonObject(error) ? textAt(error, 'message') : textAt(turn, 'error');
  const status = textAt(turn, 'status');
  event.subject = status;
  if (status === 'failed') event.event_type = 'stop_failure';
  else if (status === 'interrupted') event.event_type = 'interrupt';
}

/** Items other than tools (a message, a thought) are shown, not run. */
function readItem(event: HookEvent, item: JsonObject): void {
  event.metadata['item_type'] = textAt(item, 'type') ?? 'unknown';
  if (!isToolItem(item)) {
    event.event_type = 'message_display';
    event.last_assistant_message = textAt(item, 'text');
    return;
  }
  const status = textAt(item, 'status');
  const failed = status === 'failed' || status === 'declined';
  event.tool = endedTool(item, failed);
  if (!failed) return;
  event.event_type = 'tool_failure';
  event.message = event.tool.error;
  event.metadata['is_failure'] = true;
}
