/** Every other event, known or not yet: that it came, with its few telling words. */
import { maskCommandLine } from '@hookloom/core/hook/command-line';
import { argumentKeys, putName, putText, type Draft } from '@hookloom/core/hook/draft';
import { LINE_CHARS } from '@hookloom/core/hook/excerpt';
import type { HookEventType } from '@hookloom/core/hook/event-types';
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { HookContext } from '@hookloom/core/hook/observed-event';
import { isJsonObject } from '@hookloom/core/json';
import type { Channel } from '@hookloom/core/ports/event-store';
import { putTarget } from './details/add-details.ts';
import { pathInside, words } from './event-text.ts';
import {
  deliveryOf,
  HOOK,
  lifecycleDraft,
  named,
  observed,
  turnCauses,
  type Observer,
} from './observer.ts';

/** Who speaks in the fields of an event. Unknown events get the least trust. */
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

export function otherEvent(event: HookEvent, context: HookContext): ReturnType<Observer> {
  const speaker = SPEAKERS[event.event_type];
  const draft = lifecycleDraft(event, words(event.native_event, '-'));
  delete draft.payload['transcript_path'];
  if (event.event_type === 'unknown') putName(draft, 'hook_event_name', event.native_event);
  putName(draft, 'reason', event.subject);
  // Codex's question is an argument of the call, and arguments are not recorded.
  if (!isArgument(event.message, event.tool))
    putText(draft, 'message', event.message, LINE_CHARS, { folded: true });
  putPermission(draft, event, context.root);
  if (event.tool !== null) {
    putName(draft, 'tool_name', event.tool.native_name);
    draft.payload['argument_keys'] = argumentKeys(event.tool.input);
  }
  return {
    events: [
      observed({
        type: `hook.${words(event.native_event, '_')}`,
        draft,
        channel: speaker ?? 'tool',
        actorId: HOOK,
        causes: turnCauses(event, ...named('tool', event.tool_use_id)),
        ...deliveryOf(event, context, event.event_type === 'interrupt' ? event.turn_id : null),
      }),
    ],
  };
}

/**
 * What a permission is asked for, in the documented fields. Paths are relative to the project, commands are without
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
