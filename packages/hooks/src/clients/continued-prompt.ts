/**
 * Gemini CLI and Copilot CLI send the text of a stop hook again as a prompt of the user. No person typed them, so the
 * event is marked.
 */
import type { HookEvent } from '@hookloom/core/hook';
import { lastContinuation, sessionPath } from '../state/state-dir.ts';
import { stateDirPath } from '@hookloom/core/settings';

export function markContinued(event: HookEvent, root: string): HookEvent {
  if (event.event_type !== 'before_agent' || event.prompt === null) return event;
  const dir = sessionPath(stateDirPath(process.env), event.source, root, event.session_id);
  if (lastContinuation(dir) !== event.prompt) return event;
  return { ...event, metadata: { ...event.metadata, pseudo: true } };
}
