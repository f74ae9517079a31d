import { durationText } from '@hookloom/core';
import { lossesInWords, type HookStatus } from '@hookloom/worker';
import { defineCommand } from '../command/definition.ts';
import { flag, placeOptions, text } from '../command/options.ts';
import { printWhereToRun } from '../command/root-of.ts';
import { watchedPlace, workspaceRootOption } from '../command/watched-place.ts';
import { mark } from '../output/mark.ts';
import { printNotices } from '../output/log-notices.ts';
import type { Output } from '../output/output.ts';
import { plural } from '../output/format.ts';

export const command = defineCommand({
  name: 'hook-status',
  summary: 'Show which clients are connected, what was recorded lately, and what is missing.',
  description:
    'Reads settings files and the newest part of each log. A count marked with + may be higher. Writes nothing. The exit status is 0, or 1 with --require-capture-running if the watcher of session files is not running.',
  options: {
    ...workspaceRootOption,
    sessionId: text('--session-id <id>', 'only this session (default: all of the workspace)'),
    requireCaptureRunning: flag(
      '--require-capture-running',
      'exit status 1 unless the watcher of session files runs',
    ),
    ...placeOptions,
  },
  examples: {
    'hookloom hook-status': 'clients, lanes, watcher, use of memory',
    'hookloom hook-status --require-capture-running --json': 'for a supervisor',
  },
  async run({ options, context, out }) {
    const { workspace, place } = watchedPlace(context, options);
    const { gatherStatus, hookStatus } = await import('@hookloom/worker');
    const session = options.sessionId === undefined ? null : workspace.session;
    const status = hookStatus(
      await gatherStatus({ workspace, place, session, now: context.now() }),
    );
    if (options.json) out.json(status);
    else if (print(out, status, context.now())) printWhereToRun(context, place.root);
    return options.requireCaptureRunning && status.watcher.status !== 'running' ? 1 : 0;
  },
});

/** @returns Whether it printed commands to run. */
function print(out: Output, status: HookStatus, now: number): boolean {
  // The first notice is the message.
  if (status.log_notices.length === 0)
    out.wrapped(status.message, ' '.repeat(9), mark(status.status, 9));
  out.dim(`         ${status.eventloom_path}`);
  printNotices(out, status.log_notices);
  out.line('');
  for (const [name, client] of Object.entries(status.clients)) {
    const latest = client.latest_event;
    const [off] = client.off;
    if (!client.installed && latest === null && (off === undefined || client.paths.length === 0))
      continue;
    const trust = client.trust === undefined ? '' : `, ${client.trust.state}`;
    const absent = client.paths.length > 0 ? 'switched off' : 'seen, not connected here';
    const state = client.installed ? `connected${trust}` : absent;
    const ms = latest === null ? 0 : now - Date.parse(latest.timestamp);
    const last = latest === null ? '' : `${latest.type}, ${age(ms / 1000)}`;
    out.line(name.padEnd(13), last === '' ? state : state.padEnd(27), last);
    if (client.trust?.reason != null)
      out.line({ style: 'yellow', text: `             ${client.trust.reason}` });
    for (const file of client.paths) out.dim(`             ${file}`);
    for (const { file, reason } of [...client.malformed, ...client.off])
      out.line({ style: 'yellow', text: `             ${file}: ${reason}` });
  }
  if (!Object.values(status.clients).some(({ installed }) => installed))
    out.line('No client is connected. Run `hookloom init`.');
  out.line('');
  for (const [lane, row] of Object.entries(status.observation_coverage)) {
    const more = row.count_is_lower_bound ? '+' : '';
    const word = row.latest === null ? 'missing' : 'active';
    const told =
      row.latest === null ? 'never seen' : `${row.count}${more}, ${age(row.age_seconds)}`;
    out.line(mark(word, 9), lane.padEnd(22), told);
  }
  const { watcher, observed } = status;
  if (watcher.status !== 'never' || status.clients.codex.runtime?.configured === true)
    out.line(
      mark(watcher.status === 'running' ? 'active' : 'stale', 9),
      'watcher'.padEnd(22),
      watcher.status,
    );
  if (watcher.supervision.wanted && watcher.status !== 'running')
    out.wrapped(watcher.supervision.reason ?? '', ' '.repeat(9));
  if (observed.waiting_in_inbox > 0)
    out.line(`${plural(observed.waiting_in_inbox, 'recorded item')} in the inbox.`);
  const { counted, sealed } = status.losses;
  if (counted !== null)
    out.line({
      style: 'yellow',
      text: `${lossesInWords(counted)} could not be recorded. The log does not say so yet.`,
    });
  if (sealed !== null) out.line(`${lossesInWords(sealed)} could not be recorded. The log says so.`);
  const steps = [
    ...status.capture_readiness.actions,
    ...status.memory_activation.remediations.map(
      ({ message, command: run }) => `${message} \`${run}\``,
    ),
  ];
  if (steps.length > 0) out.line('');
  for (const step of steps) out.wrapped(step, '  ', '- ');
  return steps.length > 0;
}

function age(seconds: number | null): string {
  return seconds === null ? 'at an unknown time' : `${durationText(seconds)} ago`;
}
