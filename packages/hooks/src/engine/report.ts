/** Reports to the user and the log which hooks did not run as they should. */
import { LINE_CHARS, newDraft, putName, putText } from '@hookloom/core/hook';
import type { UnsealedEvent } from '@hookloom/core/events';
import { byEngine, type TelemetryContext } from './telemetry.ts';

/** Becomes a `hook.guard.reported` event. */
export interface GuardReport {
  kind: ReportKind;
  /** Whether the call was refused because of it. */
  refused: boolean;
  critical?: boolean;
  /** Such as `.hookloom/hooks.toml:3`. */
  file?: string;
  /** The event as written in its file. */
  hook_event?: string;
  /** What was observed, without advice. */
  detail: string;
  /** The call, if it is not that of the event. */
  call?: { tool: string; id: string; sessionId: string };
}

export type ReportKind =
  | 'unreviewed'
  | 'changed'
  | 'removed'
  | 'switched_off'
  | 'not_run'
  | 'not_registered'
  | 'missed'
  | 'edited'
  | 'protected'
  | 'review_refused'
  | 'input_lost';

/**
 * One `hook.guard.reported`.
 *
 * @example guardReported({ kind: 'changed', refused: true, detail: 'check.sh differs …' }, context).payload
 * // → { kind: 'changed', refused: true, detail: 'check.sh differs …', source: 'codex', … }
 */
export function guardReported(
  report: GuardReport,
  context: Pick<TelemetryContext, 'event' | 'causedBy'>,
): UnsealedEvent {
  const { event } = context;
  const { kind, refused, critical, file, hook_event, detail, call } = report;
  const draft = newDraft({ kind, refused, source: event.source });
  if (critical !== undefined) draft.payload['critical'] = critical;
  putText(draft, 'file', file ?? '', LINE_CHARS);
  putName(draft, 'hook_event', hook_event);
  putName(draft, 'native_event', event.native_event);
  putName(draft, 'tool_name', call?.tool ?? event.tool?.native_name);
  putName(draft, 'tool_use_id', call?.id ?? event.tool_use_id);
  putName(draft, 'session_id', call?.sessionId ?? event.session_id);
  putText(draft, 'detail', detail, LINE_CHARS, { folded: true });
  return byEngine('hook.guard.reported', draft, context);
}
