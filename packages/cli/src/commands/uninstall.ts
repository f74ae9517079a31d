/** `hookloom uninstall`: removes what `init`, `hooks` and `ide-config` added. The log stays. */
import { forgetSessions, forgetWatched, readOnlyStateDir } from '@hookloom/hooks';
import { PROGRAMS, type Place } from '@hookloom/hooks/clients';
import { workspaceIn } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import {
  choices,
  flag,
  jsonOption,
  optionalArgument,
  workspaceOptions,
} from '../command/options.ts';
import { personOptions } from '../command/person-gate.ts';
import { assertMaySwitchOff } from '../review/may-switch-off.ts';
import { placeOf } from '../command/place.ts';
import { rootOf } from '../command/root-of.ts';
import { disableProject } from '../install/project-mark.ts';
import { userRecordDir } from '../install/manifest.ts';
import { removeInstalled } from '../install/apply.ts';
import { SHOW_EDITS, shortPath } from '../install/connect/show-connection.ts';
import { endProcesses, type Ended, neighbours } from '../install/end-processes.ts';
import {
  findOrphanedEntries,
  removeOrphanedEntries,
  type OrphanedEntries,
} from '../install/orphaned-entries.ts';
import type { RemovalOutcome, RemovalRequest } from '../install/planned-removal.ts';
import { planRemoval } from '../install/removal.ts';
import { shownDiff, sizeOfEdit } from '../install/mask-settings.ts';
import type { Output } from '../output/output.ts';

export const command = defineCommand({
  name: 'uninstall',
  summary: 'Disconnect the clients: remove everything that init added.',
  description:
    'Files that you did not change are restored byte for byte; your later changes are kept. Files and folders that init created are removed. The log stays. The watcher stops with the last client, and the worker with the last workspace. Entries in your home folder that another workspace needs stay. If you reviewed a critical hook, only a person at a terminal can uninstall.',
  arguments: { workspacePath: optionalArgument('PATH', 'the workspace (default: this project)') },
  options: {
    ...workspaceOptions,
    user: flag('--user', 'your own settings: what `init --user` added, for every project'),
    client: choices('--client <name...>', 'only these clients', [...PROGRAMS, 'generic']),
    dryRun: flag('--dry-run', 'list the files that would change and write nothing'),
    verbose: flag('--verbose', 'with --dry-run: show the edits as diffs'),
    ...personOptions,
    ...jsonOption,
  },
  examples: {
    'hookloom uninstall': 'disconnect every client; the log stays',
    'hookloom uninstall --client codex': 'leave the others connected',
    'hookloom uninstall --user': 'clear your own settings',
    'hookloom uninstall --dry-run': 'show what would change',
  },
  async run({ args, options, context, out }) {
    const root = rootOf(context, args.workspacePath, options);
    const workspace = workspaceIn(context, root, options);
    const eventloomDir = options.user ? userRecordDir(context.env) : workspace.eventloomDir;
    const place = placeOf(context, root);
    const request: RemovalRequest = {
      root,
      neighbours: await neighbours(context.env, eventloomDir),
      ...(options.client === undefined ? {} : { clients: options.client }),
    };
    const leftovers = options.user
      ? []
      : findOrphanedEntries(eventloomDir, place, options.client, {
          isAlone: (request.neighbours ?? []).length === 0 && options.client === undefined,
        });
    if (options.dryRun) {
      const diffs = diffsOf(eventloomDir, request, { leftovers, place });
      if (options.json) out.json({ dry_run: true, files: diffs });
      else {
        for (const { path, diff } of diffs)
          if (options.verbose) out.block(diff);
          else out.line(`${shortPath(path, place)} (${sizeOfEdit(diff)})`);
        out.line(`Nothing was written.${options.verbose ? '' : SHOW_EDITS}`);
      }
      return;
    }
    await assertMaySwitchOff({ context, workspace, command: 'uninstall', ...options });
    // A running client would ask whether to apply these changes, but a person has just decided that.
    forgetWatched(readOnlyStateDir(context.env), root);
    forgetSessions(readOnlyStateDir(context.env), root);
    const wasEnabled = !options.user && disableProject(eventloomDir, context.env, options.client);
    const outcomes = removeInstalled(eventloomDir, request);
    removeOrphanedEntries(leftovers);
    const ended = await endProcesses(context, eventloomDir);
    const files = [...outcomes, ...leftovers.map(withdrawn)];
    if (options.json) out.json({ dry_run: false, files, stopped: { ...ended } });
    else report(out, files, { ended, place, eventloomDir: workspace.eventloomDir, wasEnabled });
  },
});

type Reported = RemovalOutcome | { path: string; client: string; outcome: 'withdrawn' };

function withdrawn({ path: file, client }: OrphanedEntries): Reported {
  return { path: file, client, outcome: 'withdrawn' };
}

function diffsOf(
  eventloomDir: string,
  request: RemovalRequest,
  { leftovers, place }: { leftovers: readonly OrphanedEntries[]; place: Place },
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
  {
    ended,
    place,
    eventloomDir,
    wasEnabled,
  }: { ended: Ended; place: Place; eventloomDir: string; wasEnabled: boolean },
): void {
  if (wasEnabled)
    out.line(
      'This project is no longer enabled. To clear your own settings: hookloom uninstall --user',
    );
  else if (files.length === 0) out.line('Nothing was installed from this workspace.');
  for (const file of files) {
    out.bold(shortPath(file.path, place));
    out.line(`  ${describe(file)}`);
  }
  if (ended.watcher) out.line('The watcher of session files was stopped.');
  if (ended.worker) out.line('The worker was stopped because no workspace is connected.');
  out.line(`The log in ${shortPath(eventloomDir, place)} was not changed.`);
}

function describe(outcome: Reported): string {
  switch (outcome.outcome) {
    case 'restored':
      return outcome.byteEqual
        ? 'was restored byte for byte'
        : 'no longer has Hookloom entries; your later changes stay';
    case 'reduced':
      return 'no longer has these entries; those of other clients stay';
    case 'handed_over':
      return 'stays unchanged: another workspace uses it';
    case 'deleted':
      return 'was created by Hookloom and removed';
    case 'absent':
      return 'did not exist';
    case 'withdrawn':
      return 'had unrecorded Hookloom entries, which were removed';
  }
}
