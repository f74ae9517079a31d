/** `hookloom uninstall`: takes out what init, hooks and ide-config put in. The log stays. */
import { forgetSessions } from '@hookloom/hooks/engine/protect/session-files';
import { forgetWatched } from '@hookloom/hooks/engine/protect/watched-files';
import { PROGRAMS, type Place } from '@hookloom/hooks/found/places';
import { stateDirForLook } from '@hookloom/hooks/state/state-dir';
import { workspaceIn } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import {
  choices,
  flag,
  jsonOption,
  optionalArgument,
  workspaceOptions,
} from '../command/options.ts';
import { assertMaySwitchOff, personOptions } from '../command/person-gate.ts';
import { placeOf } from '../command/place.ts';
import { rootOf } from '../command/root-of.ts';
import { removeInstalled } from '../install/apply.ts';
import { shortPath } from '../install/connect/show-connection.ts';
import { endProcesses, type Ended } from '../install/end-processes.ts';
import { findLeftovers, removeLeftovers, type Leftover } from '../install/leftovers.ts';
import { neighbours } from '../install/neighbours.ts';
import type { RemovalOutcome, RemovalRequest } from '../install/planned-removal.ts';
import { planRemoval } from '../install/removal.ts';
import { shownDiff } from '../install/veil.ts';
import type { Output } from '../output/output.ts';

export const command = defineCommand({
  name: 'uninstall',
  summary:
    'Remove our entries from the client settings; unchanged files become byte-equal to before.',
  description:
    'Later changes of yours stay; files that were made for you go, with the folders made for them. With the last client the watcher of the workspace is stopped, and with the last connected workspace the worker. What another workspace needs in a file of your home folder stays until that one leaves. The log stays. Where a critical hook was reviewed, only a person at a terminal can uninstall.',
  arguments: { workspacePath: optionalArgument('PATH', 'the workspace (default: this project)') },
  options: {
    ...workspaceOptions,
    client: choices('--client <name...>', 'only these clients', [...PROGRAMS, 'generic']),
    dryRun: flag('--dry-run', 'show the edits as diffs and write nothing'),
    ...personOptions,
    ...jsonOption,
  },
  examples: [
    { command: 'hookloom uninstall', does: 'disconnect every client; the log stays' },
    { command: 'hookloom uninstall --client codex', does: 'leave the others connected' },
    { command: 'hookloom uninstall --dry-run', does: 'show what would change' },
  ],
  async run({ args, options, context }) {
    const { out } = context;
    const root = rootOf(context, args.workspacePath, options);
    const workspace = workspaceIn(context, root, options);
    const { eventloomDir } = workspace;
    const place = placeOf(context, root);
    const request: RemovalRequest = {
      root,
      neighbours: await neighbours(context.env, eventloomDir),
      ...(options.client === undefined ? {} : { clients: options.client }),
    };
    const leftovers = findLeftovers(eventloomDir, place, options.client, {
      isAlone: (request.neighbours ?? []).length === 0 && options.client === undefined,
    });
    if (options.dryRun) {
      const diffs = diffsOf(eventloomDir, request, { leftovers, place });
      if (options.json) out.json({ dry_run: true, files: diffs });
      else {
        for (const { diff } of diffs) out.block(diff);
        out.line('Nothing was written.');
      }
      return;
    }
    await assertMaySwitchOff({ context, workspace, command: 'uninstall', ...options });
    // A running client asks whether to apply these changes, and a person has just decided it.
    forgetWatched(stateDirForLook(context.env), root);
    forgetSessions(stateDirForLook(context.env), root);
    const outcomes = removeInstalled(eventloomDir, request);
    removeLeftovers(leftovers);
    const ended = await endProcesses(context, eventloomDir);
    const files = [...outcomes, ...leftovers.map(withdrawn)];
    if (options.json) out.json({ dry_run: false, files, stopped: { ...ended } });
    else report(out, files, { ended, place, eventloomDir });
  },
});

type Reported = RemovalOutcome | { path: string; client: string; outcome: 'withdrawn' };

function withdrawn({ path: file, client }: Leftover): Reported {
  return { path: file, client, outcome: 'withdrawn' };
}

function diffsOf(
  eventloomDir: string,
  request: RemovalRequest,
  { leftovers, place }: { leftovers: readonly Leftover[]; place: Place },
): (Reported & { diff: string })[] {
  const diff = (file: string, before: string | null, after: string | null): { diff: string } => ({
    diff: before === after ? '' : shownDiff({ name: shortPath(file, place), file }, before, after),
  });
  return [
    ...planRemoval(eventloomDir, request).map(({ outcome, before, after }) => ({
      ...outcome,
      ...diff(outcome.path, before, after),
    })),
    ...leftovers.map((left) => ({
      ...withdrawn(left),
      ...diff(left.path, left.before, left.after),
    })),
  ];
}

function report(
  out: Output,
  files: readonly Reported[],
  { ended, place, eventloomDir }: { ended: Ended; place: Place; eventloomDir: string },
): void {
  if (files.length === 0) out.line('Nothing was installed from this workspace.');
  for (const file of files) {
    out.line({ style: 'bold', text: shortPath(file.path, place) });
    out.line(`  ${describe(file)}`);
  }
  if (ended.watcher) out.line('The watcher of session files was stopped.');
  if (ended.worker) out.line('No workspace is connected any more: the worker was stopped.');
  out.line(`The log in ${shortPath(eventloomDir, place)} was not touched.`);
}

function describe(outcome: Reported): string {
  switch (outcome.outcome) {
    case 'restored':
      return outcome.byteEqual
        ? 'is byte for byte what it was'
        : 'no longer has our entries; your later changes stay';
    case 'reduced':
      return 'no longer has these entries; those of other clients stay';
    case 'handed_over':
      return 'stays as it is: another workspace uses it';
    case 'deleted':
      return 'was made by us and is gone';
    case 'absent':
      return 'was gone already';
    case 'withdrawn':
      return 'had entries of ours without a record of them; they are gone';
  }
}
