import fs from 'node:fs';
import path from 'node:path';
import { ERROR_CODES, invalidRequest } from '@hookloom/core';
import { privateStateDir } from '@hookloom/hooks';
import type { BackedUpProject, Manifest, RestorePlace, RestoreReport } from '@hookloom/worker';
import { workspaceOf, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { homeOf } from '@hookloom/core/settings';
import { argument, flag, jsonOption, text } from '../command/options.ts';
import { isAllowedPerson, personOptions } from '../command/person-gate.ts';
import { namedFile } from '../input/read-input.ts';
import { plural } from '../output/format.ts';

export const command = defineCommand({
  name: 'restore',
  summary: 'Restore what a project, or all projects, remember from a backup.',
  description:
    'Every checksum and every chain is verified before anything is changed. A log that exists and differs is only replaced with --force, and is then kept in .eventloom/replaced. Texts that you forgot here stay forgotten. The logs become your own if you run this in a terminal; otherwise they are shown as reported until you adopt them.',
  arguments: { file: argument('FILE', 'what `hookloom backup` wrote') },
  options: {
    project: text('--project <name>', 'a project of the backup, into this folder'),
    all: flag('--all', 'every project, each into its own folder below your home folder'),
    force: flag('--force', 'replace logs and settings that differ, or make a second copy'),
    dryRun: flag('--dry-run', 'check the backup and list what would be restored'),
    ...personOptions,
    ...jsonOption,
  },
  examples: {
    'hookloom restore shop.backup.tar.gz': 'into the project of this folder',
    'hookloom restore --all everything.backup.tar.gz': 'on a new machine',
    'hookloom restore --dry-run --all everything.backup.tar.gz': 'what is in it',
  },
  async run({ args, options, context }) {
    const file = namedFile(context, args.file);
    const stateDir = privateStateDir(context.env);
    const { restoreBackup } = await import('@hookloom/worker');
    const report = await restoreBackup({
      file,
      stateDir,
      placeOf: (project, manifest) =>
        options.all
          ? ownFolder(context, project)
          : thisFolder(context, project, manifest, options.project),
      all: options.all,
      force: options.force,
      dryRun: options.dryRun,
      mayOwn: () =>
        isAllowedPerson({
          context,
          workspace: workspaceOf(context, {}),
          command: 'restore',
          stateDir,
          hasReview: true,
          ...options,
        }),
      now: context.now,
      env: context.env,
    });
    if (options.json) context.out.json({ dry_run: options.dryRun, ...report });
    else print(context, report, options.dryRun);
    return report.left.length > 0 ? ERROR_CODES.conflict.exit : 0;
  },
});

function thisFolder(
  context: CommandContext,
  project: BackedUpProject,
  { projects }: Manifest,
  wanted: string | undefined,
): RestorePlace | null {
  if (wanted === undefined && projects.length > 1)
    throw invalidRequest(
      `The backup contains ${projects.length} projects, such as ${projects[0]!.name}.`,
      'Name one with --project, or pass --all.',
    );
  if (wanted !== undefined && project.name !== wanted && project.folder !== wanted) return null;
  const { root, eventloomDir: dir } = workspaceOf(context, {});
  return { root, dir };
}

/** Below the home folder of this machine, or at its old path if that folder exists. */
function ownFolder(
  { env, out }: CommandContext,
  { name, folder, in_home: inHome }: BackedUpProject,
): RestorePlace | null {
  const home = homeOf(env) ?? '/';
  const root = inHome ? path.resolve(home, folder) : path.resolve(folder);
  const isInside = root.startsWith(`${home}${path.sep}`);
  const stats = fs.statSync(root, { throwIfNoEntry: false });
  if (inHome ? !isInside : stats?.isDirectory() !== true) {
    out.note(
      `${name} was left out: there is no folder ${root}. Restore it with --project ${name}.`,
    );
    return null;
  }
  const real = stats === undefined ? root : fs.realpathSync(root);
  return { root: real, dir: path.join(real, '.eventloom') };
}

const WORDS = { new: 'restored', same: 'there already', replaced: 'restored over another' };

function print({ out }: CommandContext, report: RestoreReport, dryRun: boolean): void {
  out.line(`Backup of ${report.created}.${dryRun ? ' Nothing is changed.' : ''}`);
  for (const { name, dir, logs, forgotten } of report.projects) {
    out.line({ style: 'bold', text: name }, `  ${dir}`);
    for (const { session, events, change, state, lost } of logs) {
      const broken = state === 'broken' ? ' It was broken: hookloom log repair' : '';
      out.line(`  ${session}: ${plural(events, 'event')}, ${WORDS[change]}.${broken}`);
      if (lost)
        out.line(`  Newer events are missing. To accept it: hookloom log acknowledge ${session}`);
    }
    if (forgotten > 0)
      out.line(`  ${plural(forgotten, 'event')} that were forgotten here stay forgotten.`);
    if (!dryRun && logs.some(({ own }) => !own))
      out.line('  Shown as reported until you adopt it: hookloom log adopt');
  }
  for (const { name, why, remedy } of report.left) {
    out.line({ style: 'red', text: name }, '  not restored');
    out.wrapped(`${why} ${remedy}`, '  ');
  }
  if (report.settings.length > 0) out.line(`Settings: ${report.settings.join(', ')}.`);
}
