/** The folder that a command uses: the named one, or the project of the current folder. */
import fs from 'node:fs';
import path from 'node:path';
import { findProject, homeOf, projectToMake } from '@hookloom/core/settings';
import { HookloomError, notFound, permissionDenied } from '@hookloom/core';
import type { Output } from '../output/output.ts';

/** The folder in which a command was started, and its output. */
export interface CommandPlace {
  /** Absolute. */
  cwd: string;
  env: Record<string, string | undefined>;
  out: Output;
}

export interface NamedLog {
  eventloomPath?: string | undefined;
  json?: boolean | undefined;
}

/** Outputs that have shown this already, because a command may resolve its folder more than once. */
const told = new WeakSet<object>();

/**
 * An absolute path. If the options name no folder and no log, it is the nearest folder above with a log, as for
 * servers. Tells the user if that is not the current folder. An empty name counts as absent (an unset shell variable).
 *
 * @param named The value of `--workspace-root`, `--workspace` or `PATH`
 * @throws `not_found`, `invalid_request`, `permission_denied` for a folder that cannot be used. Creates nothing
 */
export function rootOf(
  { cwd, env, out }: CommandPlace,
  named: string | undefined,
  options: NamedLog = {},
): string {
  if (named !== undefined && named !== '') return namedFolder(cwd, named);
  if ((options.eventloomPath ?? '') !== '' || (env['EVENTLOOM_PATH'] ?? '') !== '') return cwd;
  const root = findProject(cwd, homeOf(env) ?? undefined) ?? projectToMake(cwd);
  if (root !== cwd && options.json !== true && !told.has(out)) {
    told.add(out);
    const log = path.join(path.relative(cwd, root), '.eventloom');
    out.note({ style: 'dim', text: `Using the project above this folder: ${log}` });
  }
  return root;
}

/** Says in which folder to run the commands of a report. */
export function printWhereToRun({ cwd, out }: CommandPlace, root: string): void {
  if (root !== cwd) out.line(`Run these commands in ${path.relative(cwd, root)}.`);
}

/** An existing, readable folder. Throws otherwise, and creates nothing. */
export function namedFolder(
  cwd: string,
  named: string,
  next = 'Name the folder of your project.',
): string {
  const folder = path.resolve(cwd, named);
  const what = stateOf(folder);
  if (what === 'folder') return folder;
  if (what === 'unreadable')
    throw permissionDenied(`${folder} cannot be read.`, 'Check its owner and permissions.');
  throw notFound(
    what === 'none' ? `There is no folder ${folder}.` : `${folder} is not a folder.`,
    next,
  );
}

/** The folder of a client from an option such as `--codex-home`. */
export function namedHome(cwd: string, named: string): string {
  return namedFolder(cwd, named, 'Name the folder where the client keeps its files.');
}

/** The same for a command that may create the folder. */
export function homeToWrite(cwd: string, named: string): string {
  const folder = path.resolve(cwd, named);
  return stateOf(folder) === 'none' ? folder : namedHome(cwd, named);
}

/** Accepts a missing log. An existing one must be a readable folder. */
export function assertLogFolder(eventloomDir: string): void {
  const what = stateOf(eventloomDir);
  if (what === 'folder' || what === 'none') return;
  throw new HookloomError(
    what === 'other' ? 'invalid_request' : 'permission_denied',
    what === 'other'
      ? `${eventloomDir} is not a folder.`
      : `The log in ${eventloomDir} cannot be read.`,
    what === 'other'
      ? 'Name a folder with --eventloom-path or EVENTLOOM_PATH.'
      : 'Check its owner and permissions.',
  );
}

function stateOf(folder: string): 'folder' | 'none' | 'other' | 'unreadable' {
  try {
    if (!fs.statSync(folder).isDirectory()) return 'other';
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.X_OK);
    return 'folder';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'none';
    if (code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENAMETOOLONG') return 'other';
    return 'unreadable';
  }
}
