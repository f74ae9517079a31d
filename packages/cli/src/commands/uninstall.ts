/** `hookloom uninstall`: takes out what init, hooks and ide-config put in. The log stays. */
import path from 'node:path';
import { PROGRAMS } from '@hookloom/hooks/found/places';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import {
  choices,
  flag,
  jsonOption,
  optionalArgument,
  workspaceOptions,
} from '../command/options.ts';
import { placeOf } from '../command/place.ts';
import { planRemoval, removeInstalled, type RemovalOutcome } from '../install/apply.ts';
import { shortPath } from '../install/connect/show-connection.ts';
import { unifiedDiff } from '../install/diff.ts';

export const command = defineCommand({
  name: 'uninstall',
  summary:
    'Take our entries out of the client settings; files nobody changed are byte-equal to before.',
  description:
    'Later changes of yours stay; files that were made for you go, with the folders made for them. The watcher of the workspace is stopped, and with the last connected workspace the worker. The log stays.',
  arguments: { workspacePath: optionalArgument('PATH', 'the workspace (default: this folder)') },
  options: {
    ...workspaceOptions,
    client: choices('--client <name...>', 'only these clients', [...PROGRAMS, 'generic']),
    dryRun: flag('--dry-run', 'show the edits as diffs and write nothing'),
    ...jsonOption,
  },
  examples: [
    { command: 'hookloom uninstall', does: 'disconnect every client; the log stays' },
    { command: 'hookloom uninstall --client codex', does: 'leave the others connected' },
  ],
  async run({ args, options, context }) {
    const { out } = context;
    const root = path.resolve(context.cwd, args.workspacePath ?? '.');
    const workspace = workspaceOf({ ...context, cwd: root }, options);
    const place = placeOf(context, root);
    const which = options.client === undefined ? {} : { clients: options.client };
    if (options.dryRun) {
      const planned = planRemoval(workspace.eventloomDir, which);
      const diffs = planned.map(({ outcome, before, after }) => ({
        ...outcome,
        diff: unifiedDiff(shortPath(outcome.path, place), before, after),
      }));
      if (options.json) out.json({ dry_run: true, files: diffs });
      else for (const { diff } of diffs) out.block(diff);
      if (!options.json) out.line('Nothing was written.');
      return;
    }
    const outcomes = removeInstalled(workspace.eventloomDir, which);
    if (options.json) {
      out.json({ dry_run: false, files: outcomes });
      return;
    }
    if (outcomes.length === 0) out.line('Nothing was installed from this workspace.');
    for (const outcome of outcomes)
      out.line({ style: 'bold', text: shortPath(outcome.path, place) }, ` ${describe(outcome)}`);
    out.line(`The log in ${shortPath(workspace.eventloomDir, place)} was not touched.`);
  },
});

function describe(outcome: RemovalOutcome): string {
  switch (outcome.outcome) {
    case 'restored':
      return outcome.byteEqual
        ? 'is byte for byte what it was'
        : 'no longer has our entries; your later changes stay';
    case 'reduced':
      return 'no longer has these entries; those of other clients stay';
    case 'deleted':
      return 'was made by us and is gone';
    case 'absent':
      return 'was gone already';
  }
}
