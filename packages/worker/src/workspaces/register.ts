/** Registers folders: the workspace of each, and that workspace's project. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {
  findProject,
  readProjectFile,
  resolveWorkspace,
  type Workspace,
} from '@hookloom/core/settings';
import { attempt, slug, unavailable } from '@hookloom/core';
import { isOwnLog, repositoryOf, withParents, type Repository } from './locate.ts';
import { projectIdentity } from './project-identity.ts';
import { addProject, currentProject, newProjectId } from './projects.ts';
import type { Registry, RegistryEntry, RegistryFile } from './registry.ts';

const MOST_SLOTS = 999;

/** The fields of a new entry. */
interface Candidate extends Pick<RegistryEntry, 'root' | 'dir' | 'domain' | 'session'> {
  alias: string;
  repository: Repository | null;
}

export function createRegister(
  registry: RegistryFile,
  { stateDir, env }: { stateDir: string; env: Record<string, string | undefined> },
) {
  const projectsDir = path.join(stateDir, 'projects');

  const home = attempt(() => fs.realpathSync(env['HOME'] ?? env['USERPROFILE'] ?? ''));

  const projectOf = (folder: string): string | null => findProject(folder, home ?? undefined);

  /** The entry of a given workspace that has no log yet. */
  function givenFor(folder: string, repository: Repository | null): RegistryEntry | undefined {
    const { workspaces } = registry.read();
    for (const place of [...withParents(folder), ...withParents(repository?.main ?? folder)]) {
      if (place === home && place !== folder) continue;
      const entry = workspaces.find(({ root, dir }) => root === place && given.has(dir));
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  /** The entry of a folder, without creating one. */
  function find(folder: string): RegistryEntry | null {
    const { workspaces } = registry.read();
    const repository = repositoryOf(folder);
    const root = projectOf(folder);
    if (root !== null) {
      const dir = path.join(root, '.eventloom');
      const entry = workspaces.find(
        (one) => one.root === root && !isWithin(projectsDir, one.dir) && isThere(one),
      );
      if (entry !== undefined) return entry;
      if (isOwnLog(dir)) return workspaces.find((one) => one.dir === dir) ?? null;
    }
    const named = givenFor(folder, repository);
    if (named !== undefined) return named;
    const top = repository?.main ?? repository?.top ?? folder;
    return (
      workspaces.find(
        (one) =>
          isWithin(projectsDir, one.dir) &&
          (one.root === top || (repository !== null && one.commonDir === repository.commonDir)),
      ) ?? null
    );
  }

  /** Given workspaces count before they have a log. */
  const given = new Set<string>();
  const isThere = ({ dir }: RegistryEntry): boolean => given.has(dir) || isOwnLog(dir);

  function candidate(folder: string): Candidate {
    const repository = repositoryOf(folder);
    const project = projectOf(folder);
    const dir = path.join(project ?? folder, '.eventloom');
    if (project !== null && isOwnLog(dir)) {
      const { domain, session } = resolveWorkspace({ cwd: project, env: {} });
      return {
        root: project,
        dir,
        domain,
        session,
        alias: path.basename(project),
        repository: repositoryOf(project),
      };
    }
    const root = repository?.main ?? repository?.top ?? folder;
    return { ...ownPlace(path.basename(root), root), root, repository };
  }

  /** In the state folder. */
  function ownPlace(name: string, key: string): Omit<Candidate, 'root' | 'repository'> {
    const domain = slug(name);
    const digest = createHash('sha256').update(key).digest('hex').slice(0, 8);
    const dir = path.join(projectsDir, `${domain}-${digest}`, '.eventloom');
    return { dir, domain, session: `${domain}-default`, alias: name };
  }

  async function enter(from: Candidate): Promise<RegistryEntry> {
    const { root, dir, domain, session, alias, repository } = from;
    const isOwn = isWithin(projectsDir, dir);
    const identity = repository === null ? null : await projectIdentity(repository.commonDir, env);
    return registry.change((now) => {
      const inode = inodeOf(dir);
      const file = readProjectFile(dir)?.id ?? null;
      const there =
        now.workspaces.find((one) => one.dir === dir) ??
        now.workspaces.find((one) => inode !== null && inodeOf(one.dir) === inode) ??
        now.workspaces.find((one) => isMovedTo(one, { file, inode })) ??
        (isOwn && identity !== null
          ? now.workspaces.find(
              (one) =>
                isWithin(projectsDir, one.dir) &&
                currentProject(now, one.project) === currentProject(now, identity),
            )
          : undefined);
      if (there !== undefined) {
        if (there.dir !== dir && !isOwn && !isThere(there)) Object.assign(there, { root, dir });
        if (there.dir === dir) Object.assign(there, { inode, file });
        return there;
      }
      const commonDir = repository?.commonDir ?? null;
      const sibling = now.workspaces.find(
        (one) => one.root === root || (commonDir !== null && one.commonDir === commonDir),
      );
      const id = currentProject(now, identity ?? sibling?.project ?? ownId(now, dir));
      const name = repository?.main == null ? alias : path.basename(repository.main);
      addProject(now, id, name);
      return push(now, { root, dir, domain, session, project: id, commonDir, inode, file });
    });
  }

  /** Whether it is no longer at its old path and has its project's file, because an inode may be reused. */
  function isMovedTo(one: RegistryEntry, { file, inode }: Pick<RegistryEntry, 'file' | 'inode'>) {
    if (isThere(one)) return false;
    return one.file === null || file === null
      ? inode !== null && one.inode === inode
      : one.file === file;
  }

  function push(now: Registry, entry: Omit<RegistryEntry, 'slot'>): RegistryEntry {
    const made = { slot: freeSlot(now), ...entry };
    now.workspaces.push(made);
    if (isWithin(projectsDir, made.dir)) fs.mkdirSync(made.dir, { recursive: true, mode: 0o700 });
    return made;
  }

  return {
    find,
    /** Like `find`, but creates a missing entry. */
    async ensure(folder: string): Promise<RegistryEntry> {
      return find(folder) ?? (await enter(candidate(folder)));
    },
    async add(workspace: Workspace): Promise<RegistryEntry> {
      const root = fs.realpathSync.native(workspace.root);
      const { eventloomDir: dir, domain, session } = workspace;
      given.add(dir);
      const entry = await enter({
        root,
        dir,
        domain,
        session,
        alias: path.basename(root),
        repository: repositoryOf(root),
      });
      if (entry.session === session && entry.domain === domain && entry.root === root) return entry;
      return registry.change((now) => {
        const one = now.workspaces.find(({ slot }) => slot === entry.slot)!;
        return Object.assign(one, { root, domain, session });
      });
    },
    /** A workspace in the state folder for a project that has no folder. */
    addNamed(name: string): RegistryEntry {
      return registry.change((now) => {
        const project = addProject(now, newProjectId(), name);
        const { dir, domain, session } = ownPlace(project.alias, project.id);
        const root = path.dirname(dir);
        return push(now, {
          root,
          dir,
          domain,
          session,
          project: project.id,
          commonDir: null,
          inode: null,
          file: null,
        });
      });
    },
  };
}

/** Slots are part of ids that users keep. One is reused only if its workspace is gone and no other is free. */
function freeSlot({ workspaces }: Registry): number {
  const last = Math.max(0, ...workspaces.map(({ slot }) => slot));
  if (last < MOST_SLOTS) return last + 1;
  const gone = workspaces.findIndex(({ dir }) => !fs.existsSync(dir));
  if (gone !== -1) return workspaces.splice(gone, 1)[0]!.slot;
  throw unavailable(
    `This installation has ${MOST_SLOTS} workspaces.`,
    'Remove the .eventloom folder of one that is no longer used.',
  );
}

/** The id in the directory's own file, or a new one for a copy of a registered directory. */
function ownId(registry: Registry, dir: string): string {
  const id = readProjectFile(dir)?.id;
  return id === undefined || registry.projects.some((one) => one.id === id) ? newProjectId() : id;
}

function inodeOf(dir: string): string | null {
  const stats = fs.lstatSync(dir, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}

function isWithin(parent: string, dir: string): boolean {
  return dir.startsWith(parent + path.sep);
}
