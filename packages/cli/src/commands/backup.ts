import fs from 'node:fs';
import path from 'node:path';
import { homeOf, readProjectFile } from '@hookloom/core/settings';
import { bytesText, VERSION, conflict, notFound } from '@hookloom/core';
import { privateStateDir } from '@hookloom/hooks';
import type { Manifest, ProjectPlace } from '@hookloom/worker';
import { workspaceOf, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { argument, flag, jsonOption, text } from '../command/options.ts';
import { plural } from '../output/format.ts';

const BROKEN_EXIT = 6;

export const command = defineCommand({
  name: 'backup',
  summary: 'Write everything that a project, or all projects, remember into one file.',
  description:
    'The file contains the logs, the names of the projects, their default logs, the digests of forgotten texts and the settings. It contains no keys and no tokens. The chain of each log is verified first, and the file is read back before it gets its name. Agents can keep working. A broken log is copied unchanged and reported, and the exit status is 6.',
  arguments: { file: argument('FILE', 'the backup to write, such as shop.backup.tar.gz') },
  options: {
    project: text('--project <name>', 'a project by its name or folder (default: this folder)'),
    all: flag('--all', 'every project that this installation has recorded'),
    force: flag('--force', 'replace FILE if it exists'),
    dryRun: flag('--dry-run', 'list what would be in the backup, and write nothing'),
    ...jsonOption,
  },
  examples: {
    'hookloom backup shop.backup.tar.gz': 'the project of this folder',
    'hookloom backup --all everything.backup.tar.gz': 'all projects',
  },
  async run({ args, options, context }) {
    const file = path.resolve(context.cwd, args.file);
    if (fs.existsSync(file) && !options.force && !options.dryRun)
      throw conflict(`${args.file} already exists.`, 'Name another file, or pass --force.');
    const stateDir = privateStateDir(context.env);
    const places = await placesOf(context, stateDir, options);
    if (!options.dryRun) await drain(places);
    const { lostFolders, writeBackup } = await import('@hookloom/worker');
    const folder = options.dryRun ? fs.mkdtempSync(path.join(stateDir, 'backup-')) : null;
    let manifest: Manifest;
    let bytes: number;
    try {
      const request = {
        file: folder === null ? file : path.join(folder, 'backup'),
        places,
        stateDir,
        home: homeOf(context.env) ?? '/',
        version: VERSION,
        nowMs: context.now(),
      };
      manifest = await writeBackup(request);
      bytes = fs.statSync(request.file).size;
    } finally {
      if (folder !== null) fs.rmSync(folder, { recursive: true, force: true });
    }
    const broken = manifest.projects.flatMap(({ logs }) =>
      logs.filter(({ state }) => state === 'broken'),
    );
    if (options.json) context.out.json({ file, bytes, dry_run: options.dryRun, ...manifest });
    else {
      for (const [at, { name, logs }] of manifest.projects.entries()) {
        const events = logs.reduce((sum, log) => sum + log.events, 0);
        const held = `${plural(logs.length, 'log')}, ${plural(events, 'event')}`;
        context.out.line(`${name}: ${held}.${options.all ? `  ${places[at]!.root}` : ''}`);
      }
      const lost = options.all ? lostFolders(stateDir) : [];
      const more = lost.length > 3 ? ` and ${lost.length - 3} more` : '';
      if (lost.length > 0)
        context.out.note(
          `Not in this backup, because the folder is no longer there: ${lost.slice(0, 3).join(', ')}${more}. If you moved a folder, run \`hookloom memory status\` in it, then make the backup again.`,
        );
      for (const { session } of broken)
        context.out.note(`${session} is broken. It was copied as it is: hookloom log repair`);
      const did = options.dryRun ? 'Would write' : 'Wrote';
      context.out.line(`${did} ${args.file} (${bytesText(bytes)}).`);
    }
    return broken.length === 0 ? 0 : BROKEN_EXIT;
  },
});

async function placesOf(
  context: CommandContext,
  stateDir: string,
  { project, all }: { project: string | undefined; all: boolean },
): Promise<ProjectPlace[]> {
  if (project === undefined && !all) {
    const { root, eventloomDir: dir } = workspaceOf(context, {});
    const places = [{ root, dir, name: readProjectFile(dir)?.name ?? path.basename(root) }];
    if (fs.existsSync(dir)) return places;
    throw notFound(
      'Nothing is recorded in this folder.',
      'Go to the folder of a project, or pass --all.',
    );
  }
  const { knownPlaces } = await import('@hookloom/worker');
  const known = knownPlaces(stateDir);
  const folder = path.resolve(context.cwd, project ?? '');
  const wanted = all
    ? known
    : known.filter(({ name, root }) => name === project || root === folder);
  if (wanted.length > 0) return wanted;
  throw notFound(
    all ? 'Nothing is recorded yet.' : `There is no project ${project}.`,
    'Run `hookloom projects list`.',
  );
}

/**
 * Events in the inbox belong to the log, so they are appended first. Events that cannot be appended stay in the inbox.
 */
async function drain(places: readonly ProjectPlace[]): Promise<void> {
  const { openJsonlStore } = await import('@hookloom/log');
  for (const { dir } of places) {
    if (!fs.existsSync(`${dir}/inbox`)) continue;
    const store = openJsonlStore({ dir });
    await store.drain().catch(() => 0);
    await store.close();
  }
}
