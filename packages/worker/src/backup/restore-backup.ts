/**
 * Restores logs from a backup. First unpacks and verifies everything in a separate folder, and removes what was
 * forgotten here. Only then moves each log into place in one step.
 */
import fs from 'node:fs';
import path from 'node:path';
import { conflict, HookloomError, isRunning, notFound, permissionDenied } from '@hookloom/core';
import { readProjectFile, replaceProjectFile, resolveWorkspace } from '@hookloom/core/settings';
import {
  addToGate,
  digestOf,
  entriesOfLogs,
  entryLine,
  examineLog,
  forgetAgain,
  installLog,
  keptElsewhere,
  openJsonlStore,
  openLog,
  parseEntry,
  readGate,
  type GateEntry,
  parseSegmentName,
  segmentPath,
  writeSegment,
} from '@hookloom/log';
import { changeSettings, needsPerson, settingsInFile } from '../settings/settings.ts';
import { checkBackup } from './check-backup.ts';
import { filesOf, type BackedUpLog, type BackedUpProject, type Manifest } from './manifest.ts';
import { damaged } from './tar.ts';
import { createRegister } from '../workspaces/register.ts';
import { projectOf, renameProject } from '../workspaces/projects.ts';
import { openRegistry } from '../workspaces/registry.ts';

export interface RestoreRequest {
  file: string;
  stateDir: string;
  /** The folder for the logs of a project; null to skip the project. */
  placeOf(
    project: BackedUpProject,
    manifest: Manifest,
  ): Promise<RestorePlace | null> | RestorePlace | null;
  /** Whether to restore the other projects if one is refused. */
  all: boolean;
  /** Whether to replace logs and settings that differ. */
  force: boolean;
  dryRun: boolean;
  /** Whether a person trusts the logs. Called once, when something is about to be written. */
  mayOwn(): Promise<boolean>;
  now: () => number;
  env: Record<string, string | undefined>;
}

export interface RestorePlace {
  /** The user's folder and its `.eventloom` directory. */
  root: string;
  dir: string;
}

export type LogChange = 'new' | 'same' | 'replaced';

export type RestoredProject = ReturnType<typeof reportOf>;

export interface RestoreReport {
  created: string;
  projects: RestoredProject[];
  /** Projects that would replace something or exist elsewhere, if all were requested. */
  left: { name: string; why: string; remedy: string }[];
  /** Names of the restored settings. */
  settings: string[];
}

interface Staged extends RestorePlace {
  project: BackedUpProject;
  stage: string;
  changes: Map<string, LogChange>;
  missing: GateEntry[];
  forgotten: number;
}

/** Throws `corrupt` for an unusable backup and `conflict` instead of overwriting. Changes nothing in these cases. */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreReport> {
  const { file, stateDir, dryRun } = request;
  removeLeftovers(stateDir);
  const folder = fs.mkdtempSync(path.join(stateDir, `restore-${process.pid}-`));
  try {
    const unpacked = path.join(folder, 'files');
    fs.mkdirSync(unpacked, { mode: 0o700 });
    const manifest = await checkBackup(file, unpacked);
    const staged: Staged[] = [];
    for (const [at, project] of manifest.projects.entries()) {
      const place = await request.placeOf(project, manifest);
      const stage = path.join(folder, `${at}`, '.eventloom');
      if (place !== null)
        staged.push(stageProject(project, manifest, { ...place, unpacked, stage }));
    }
    const left = leaveOut(staged, request);
    const isChanged = staged.some(({ changes }) =>
      [...changes.values()].some((change) => change !== 'same'),
    );
    const own = !dryRun && isChanged && (await request.mayOwn());
    for (const one of staged) one.forgotten = await forgetIn(one, request);
    if (!dryRun)
      for (const one of staged) {
        install(one, own, request.now());
        await restoreArchive(one);
        await restoreEntry(one, request);
      }
    return {
      created: manifest.created,
      projects: staged.map((one) => reportOf(one, dryRun)),
      left,
      settings: await restoreSettings(manifest, request),
    };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes what a killed restore has left behind. */
function removeLeftovers(stateDir: string): void {
  for (const name of fs.readdirSync(stateDir)) {
    const [, pid] = /^restore-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      fs.rmSync(path.join(stateDir, name), { recursive: true, force: true });
  }
}

/** Prepares the logs in a temporary directory, without anything that was forgotten there or here. */
function stageProject(
  project: BackedUpProject,
  manifest: Manifest,
  { root, dir, unpacked, stage }: RestorePlace & { unpacked: string; stage: string },
): Staged {
  fs.mkdirSync(stage, { recursive: true, mode: 0o700 });
  const names = filesOf(manifest).map(({ name }) => name);
  const fileOf = (name: string): string => path.join(unpacked, `file-${names.indexOf(name)}`);
  const changes = new Map<string, LogChange>();
  for (const log of project.logs) {
    const { session, name } = log;
    if (changes.has(session)) throw damaged(`it contains two logs with the name ${session}`);
    fs.renameSync(fileOf(name), path.join(stage, `${session}.jsonl`));
    changes.set(session, changeOf(path.join(dir, `${session}.jsonl`), log));
  }
  const lines =
    project.forgotten === null
      ? []
      : fs.readFileSync(fileOf(project.forgotten.name), 'utf8').split('\n');
  const kept = lines.flatMap((line) => parseEntry(line) ?? []);
  // Never reads through a link.
  const isThere = fs.lstatSync(dir, { throwIfNoEntry: false })?.isDirectory() === true;
  const here = isThere ? readGate(dir) : [];
  const recorded = new Set(entriesOfLogs(stage).map(entryLine));
  const all = new Map([...kept, ...here].map((entry) => [entryLine(entry), entry]));
  const isSame = [...changes.values()].every((change) => change === 'same');
  const missing = [...all].flatMap(([line, entry]) =>
    isSame || recorded.has(line) ? [] : [entry],
  );
  return { project, root, dir, stage, changes, missing, forgotten: 0 };
}

function changeOf(there: string, log: BackedUpLog): LogChange {
  const stats = fs.lstatSync(there, { throwIfNoEntry: false });
  if (stats === undefined || (stats.isFile() && stats.size === 0)) return 'new';
  if (!stats.isFile()) return 'replaced';
  if (stats.size !== log.bytes) return 'replaced';
  const open = openLog(there)!;
  try {
    return digestOf(open, 0, log.bytes) === `sha256:${log.sha256}` ? 'same' : 'replaced';
  } finally {
    open.close();
  }
}

/** Removes the refused projects from the list. Throws if all are refused, or if only one was requested. */
function leaveOut(staged: Staged[], { all, force }: RestoreRequest): RestoreReport['left'] {
  if (staged.length === 0)
    throw notFound(
      'The backup contains no project with that name.',
      'Run `hookloom restore --dry-run --all` to list its projects.',
    );
  const refused = staged.flatMap((one) => {
    const refusal = refusalOf(one, force);
    return refusal === null ? [] : [{ one, refusal }];
  });
  const [first] = refused;
  if (first !== undefined && (!all || refused.length === staged.length)) {
    const { code, message, remediation } = first.refusal;
    throw new HookloomError(code, `${message} Nothing was changed.`, remediation);
  }
  for (const { one } of refused) staged.splice(staged.indexOf(one), 1);
  return refused.map(({ one, refusal }) => ({
    name: one.project.name,
    why: refusal.message,
    remedy: refusal.remediation,
  }));
}

/** Why a project cannot be restored in its place without `force`; null if it can. */
function refusalOf({ project, dir, changes, stage }: Staged, force: boolean): HookloomError | null {
  const there = fs.lstatSync(dir, { throwIfNoEntry: false });
  if (there !== undefined && !there.isDirectory())
    return permissionDenied(`${dir} is not a directory.`, 'Remove it and try again.');
  if (force) return null;
  for (const [session, change] of changes) {
    const { genesis } = examineLog(stage, session);
    const copy = genesis === null ? null : keptElsewhere(genesis, { dir, session });
    if (change === 'new' && copy !== null)
      return conflict(
        `You already have ${session} in ${copy}.`,
        'Restore it there. With --force you get a second copy, which no longer agrees with the first after you record in either.',
      );
  }
  const other = readProjectFile(dir);
  const isOther = other !== null && project.project !== null && other.id !== project.project.id;
  const replaced = [...changes].flatMap(([name, change]) => (change === 'replaced' ? [name] : []));
  if (replaced.length === 0 && !isOther) return null;
  return conflict(
    replaced.length > 0
      ? `${replaced.slice(0, 3).join(', ')} in ${dir} would be replaced.`
      : `${dir} belongs to another project, ${other!.name}.`,
    'Pass --force to restore anyway. The existing logs are kept in .eventloom/replaced.',
  );
}

async function forgetIn({ project, stage, missing }: Staged, { now }: RestoreRequest) {
  const session = project.project?.default_session ?? project.logs[0]?.session;
  if (missing.length === 0 || session === undefined) return 0;
  const store = openJsonlStore({ dir: stage, clock: { now }, installation: 'any' });
  try {
    const order = {
      dir: stage,
      store,
      session,
      actorId: 'hookloom',
      origin: { channel: 'system' as const },
      reason: 'restored from a backup that was made before',
      nowMs: now(),
    };
    return await forgetAgain(order, missing);
  } finally {
    await store.close();
  }
}

function install({ project, dir, stage, changes, missing }: Staged, own: boolean, nowMs: number) {
  const aside = `replaced/${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`;
  for (const log of project.logs) {
    const { session, seal } = log;
    const from = path.join(stage, `${session}.jsonl`);
    const isUnchanged = changes.get(session) === 'same' && missing.length === 0;
    if (isUnchanged) continue;
    installLog({ dir, session, from, aside, own: own && log.own, seal });
  }
  if (project.project !== null && fs.existsSync(dir)) replaceProjectFile(dir, project.project);
  if (missing.length > 0) addToGate(dir, missing);
  // Projections were derived from the previous logs.
  fs.rmSync(path.join(dir, 'projections'), { recursive: true, force: true });
}

function reportOf({ project, dir, changes, forgotten }: Staged, dryRun: boolean) {
  const logs = project.logs.map(({ session, events, state }) => {
    const change = changes.get(session)!;
    const { ownership, findings } = examineLog(dir, session);
    // `own`: false if it counts as reported until a person adopts it.
    const own = ownership === 'own';
    // Newer events were replaced: `verify` reports them as lost until a person acknowledges it.
    const lost = !dryRun && findings.some(({ kind }) => kind !== 'broken');
    return { session, events, change, state, own, lost };
  });
  return {
    name: project.name,
    dir,
    logs,
    /** Number of events that were forgotten here after the backup. */
    forgotten,
  };
}

/** An existing value stays unless `force` replaces it. Only a person can restore some values. */
async function restoreSettings(
  { settings }: Manifest,
  { stateDir, force, dryRun, mayOwn }: RestoreRequest,
): Promise<string[]> {
  const here = settingsInFile(stateDir) ?? {};
  const differing = Object.entries(settings).filter(
    ([name, value]) => here[name] !== value && (force || (here[name] ?? '') === ''),
  );
  const byPerson = differing.some((setting) => needsPerson(...setting)) && (await mayOwn());
  const wanted = differing.filter((setting) => byPerson || !needsPerson(...setting));
  if (wanted.length > 0 && !dryRun)
    changeSettings(stateDir, Object.fromEntries(wanted), { byPerson });
  return wanted.map(([name]) => name);
}

/** Keeps existing files. Skips a part that is not in the log, which `hookloom verify` reports. */
async function restoreArchive({ dir, project }: Staged): Promise<void> {
  for (const { session, state, archived } of project.logs)
    for (const name of archived) {
      const segment = parseSegmentName(name);
      if (state !== 'whole' || segment?.session !== session) continue;
      if (fs.existsSync(segmentPath(dir, segment))) continue;
      await writeSegment(dir, segment).catch(() => {});
    }
}

/** If another project has the name, it keeps it. */
async function restoreEntry(
  { root, dir, project }: { root: string; dir: string; project: { name: string } },
  { stateDir, env }: { stateDir: string; env: Record<string, string | undefined> },
): Promise<void> {
  const registry = openRegistry(stateDir);
  const workspace = resolveWorkspace({ cwd: root, env: {}, eventloomPath: dir });
  const entry = await createRegister(registry, { stateDir, env }).add(workspace);
  registry.change((now) => {
    const isTaken = now.projects.some(({ alias }) => alias === project.name);
    if (!isTaken) renameProject(now, projectOf(now, entry).id, project.name);
  });
}
