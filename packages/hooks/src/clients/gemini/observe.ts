/** What Gemini CLI sent, as events of the log: the client's part of the hook path. */
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { HookContext, ObservedHook } from '@hookloom/core/hook/observed-event';
import type { JsonObject } from '@hookloom/core/json';
import { deliveryContext } from '../../observe/delivery-context.ts';
import { observe } from '../../observe/observe.ts';
import { lastContinuation } from '../../state/continuation.ts';
import { sessionPath } from '../../state/session-path.ts';
import { stateDirPath } from '../../state/state-dir-path.ts';
import { parseGeminiEvent } from './parse-event.ts';
import { withoutFrame } from './shell-output.ts';

/** Never throws for any JSON object. */
export function observeGemini(payload: JsonObject, context: HookContext): ObservedHook {
  const event = parseGeminiEvent(payload, deliveryContext(context));
  return observe(told(event, context.root), context);
}

/** The event as the log is to have it. */
export function told(event: HookEvent, root: string): HookEvent {
  return withoutFrame(withPseudoMark(event, root));
}

/** A prompt that is the words of a stop hook is marked: no person typed it. */
function withPseudoMark(event: HookEvent, root: string): HookEvent {
  if (event.event_type !== 'before_agent' || event.prompt === null) return event;
  const dir = sessionPath(stateDirPath(process.env), 'gemini', root, event.session_id);
  if (lastContinuation(dir) !== event.prompt) return event;
  return { ...event, metadata: { ...event.metadata, pseudo: true } };
}
