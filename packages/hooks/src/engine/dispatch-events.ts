/** The events that record what the hooks did with one event of a client. */
import { isJsonObject } from '@hookloom/core';
import type { UnsealedEvent } from '@hookloom/core/events';
import { LINE_CHARS, maskCommandLine, newDraft, putName, putText } from '@hookloom/core/hook';
import type { HookClient } from '../clients/client.ts';
import type { Dispatched } from './dispatched.ts';
import { guardReported } from './report.ts';
import { byEngine, runCompleted, shortPath, type TelemetryContext } from './telemetry.ts';

/** Events that a client sends before it runs a call. */
const CALLS = new Set(['before_tool', 'permission_request']);

/**
 * One `hook.run.completed` for each run, one `hook.guard.reported` for each report, and a `hook.permission_denied` if
 * the client does not run the call because of them. Empty if no hook ran and nothing is reported.
 *
 * @example dispatchEvents(result, client, context).map(({ type }) => type)
 * // → ['hook.run.completed', 'hook.permission_denied']
 */
export function dispatchEvents(
  { response, runs, losses, reports, rendered }: Dispatched,
  client: HookClient,
  context: TelemetryContext,
): UnsealedEvent[] {
  const done = [
    ...runs.map((run, at) => runCompleted(run, losses[at] ?? [], context)),
    ...reports.map((report) => guardReported(report, context)),
  ];
  // A second delivery of the same call only repeats the answer.
  if (done.length === 0 || response.decision === 'none' || response.decision === 'allow')
    return done;
  const isLost = rendered.losses.some(
    ({ field, survival }) => field === 'deny' && survival === 'lost',
  );
  const isDenied =
    response.decision === 'deny'
      ? !isLost
      : client.enforce(rendered, context.event).decision === 'deny';
  return isDenied ? [...done, ...callDenied(response.reason, context)] : done;
}

/** The denial of a tool call. Nothing for a prompt or the end of a turn, which are not calls. */
function callDenied(reason: string | undefined, context: TelemetryContext): UnsealedEvent[] {
  const { event } = context;
  const { tool, source } = event;
  if (tool === null || !CALLS.has(event.event_type)) return [];
  const draft = newDraft({ trigger: 'permission-denied', source });
  for (const id of ['session_id', 'turn_id', 'tool_use_id'] as const) putName(draft, id, event[id]);
  putName(draft, 'tool_name', tool.native_name);
  const command = isJsonObject(tool.input) ? tool.input['command'] : tool.input;
  const [file] = tool.files;
  if (file !== undefined) putText(draft, 'target', shortPath(file, context), LINE_CHARS);
  else if (typeof command === 'string')
    putText(draft, 'target', maskCommandLine(command), LINE_CHARS, { folded: true });
  putText(draft, 'reason', reason, LINE_CHARS, { folded: true });
  return [byEngine('hook.permission_denied', draft, context, 'model')];
}
