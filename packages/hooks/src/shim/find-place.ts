/** Finds the project of a client's hook whose command does not name a project's log in full. */
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import {
  enabledMark,
  findProject,
  resolveWorkspace,
  type Workspace,
  stateDirPath,
} from '@hookloom/core/settings';
import type { ClientName } from '@hookloom/core/hook';
import { CLIENTS } from '../clients/index.ts';
import type { LogTarget } from '../engine/detach.ts';

export interface HookPlace {
  /** Absolute: the project's folder, or where the client was started. */
  root: string;
  /** Null outside every project: nothing is recorded there, and only the user's own hooks run. */
  target: LogTarget | null;
}

type Environment = Record<string, string | undefined>;

/** Never from a payload: its folder follows the agent's `cd`. */
export function findPlace(
  client: ClientName,
  flags: Record<string, string>,
  env: Environment,
): HookPlace {
  const start = startFolder(client, env);
  if (flags['fallback'] !== undefined) return fallbackPlace(client, { start, flags, env });
  const { 'eventloom-path': installed = '', ...others } = flags;
  if (isGone(installed)) {
    const moved = findPlace(client, others, env);
    if (moved.target !== null) return moved;
  }
  const named = installed || env['EVENTLOOM_PATH'] || '';
  const given =
    named === '' ? '' : resolved({ cwd: start, env, eventloomPath: named }).eventloomDir;
  // `<root>/.eventloom` says which project is meant, wherever the client was started.
  const root = /[/\\]\.eventloom$/.test(given)
    ? given.slice(0, -11) || '/'
    : (findProject(start, env['HOME'] ?? env['USERPROFILE']) ?? guardedAround(client, start, env));
  if (named === '' && root === null) return { root: start, target: null };
  const { eventloomDir: dir, session } = resolved({
    cwd: root ?? start,
    env,
    eventloomPath: given,
    domain: flags['domain'],
    sessionId: flags['session-id'],
  });
  return { root: root ?? start, target: { dir, session } };
}

/** The project was renamed or moved since its settings were written. */
function isGone(dir: string): boolean {
  const [, root] = /^(.+)[/\\]\.eventloom$/.exec(dir) ?? [];
  return root !== undefined && !existsSync(root);
}

/** The folder that the client was started in, also after it changed its directory. */
function startFolder(client: ClientName, env: Environment): string {
  // Other clients inherit the variable from a Claude Code that started them.
  const told = env['CLAUDE_PROJECT_DIR'] ?? '';
  const folder = told !== '' && CLIENTS[client].setsProjectDir === true ? told : '';
  return /^([A-Za-z]:)?[/\\]/.test(folder) ? folder : process.cwd();
}

function resolved(request: Parameters<typeof resolveWorkspace>[0]): Workspace {
  try {
    return resolveWorkspace(request);
  } catch {
    // The session id is invalid. Recording in the default session is better than losing the event.
    return resolveWorkspace({
      ...request,
      sessionId: '',
      env: { ...request.env, EVENTLOOM_THREAD: '' },
    });
  }
}

/**
 * Called from the user's own settings, for a session that began below a project or in a worktree: the project counts if
 * it is connected, with the options of its own settings.
 */
function fallbackPlace(
  client: ClientName,
  { start, flags, env }: { start: string; flags: Record<string, string>; env: Environment },
): HookPlace {
  let root = findProject(start, env['HOME'] ?? env['USERPROFILE']);
  let entry = root === null ? null : ownEntry(client, root, env);
  if (entry === null) {
    root = guardedAround(client, start, env);
    entry = root === null ? null : (ownEntry(client, root, env) ?? '');
  }
  if (root === null || entry === null) return { root: start, target: null };
  // If the project gets no context from the memory, its subfolders get none either.
  if (!entry.includes(` --inject=${flags['inject']}`)) {
    delete flags['inject'];
    process.argv = process.argv.filter((word) => !word.startsWith('--inject='));
  }
  const sessionId = / --session-id ([A-Za-z0-9_.-]+)/.exec(entry)?.[1] ?? '';
  const { eventloomDir: dir, session } = resolved({ cwd: root, env, sessionId });
  return { root, target: { dir, session } };
}

/**
 * The project around a folder that a reviewed guard covers, from the marks that the engine left for the launcher. An
 * agent could create a repository or a project in a subfolder to escape the guard.
 */
function guardedAround(client: ClientName, start: string, env: Environment): string | null {
  const dir = `${stateDirPath(env)}/guarded/${client}`;
  let found = '';
  try {
    for (const name of readdirSync(dir)) {
      const project = readFileSync(`${dir}/${name}`, 'utf8').split('\n', 1)[0]!;
      const isAround = project.length > found.length && start.startsWith(`${project}/`);
      if (isAround && existsSync(`${project}/.eventloom`)) found = project;
    }
  } catch {
    // No guard was reviewed on this machine.
  }
  return found || null;
}

/**
 * Our commands in the project's settings or in the mark of an enabled project, in order; null if the client is not
 * connected there.
 */
function ownEntry(client: ClientName, root: string, env: Environment): string | null {
  const call = `(?:hookloom-hook|hook\\.cjs|hookloom(?:\\.cjs)?|zaxy)['\\\\"]* hook ${client}`;
  const { paths, install } = CLIENTS[client];
  const place = { root, home: '', env: {}, platform: process.platform };
  const files = install?.hasFallback === true ? (paths?.hookFiles(place) ?? []) : [];
  const own = files.filter((name) => name.startsWith(root));
  for (const file of [...own, enabledMark(`${root}/.eventloom`, env)]) {
    try {
      const text = readFileSync(file, 'utf8');
      const calls = text.match(new RegExp(`${call}(?:[^"\\\\]|\\\\.)*`, 'g'));
      if (calls !== null) return calls.join('\n');
    } catch {
      // Try the next file.
    }
  }
  return null;
}

/** Outside every project, there is still nothing to do, so the launcher need not start this program again. */
export function confirmOutside(stateDir: string, client: ClientName): void {
  try {
    const now = Date.now() / 1000;
    utimesSync(`${stateDir}/outside/${client}`, now, now);
  } catch {
    // The engine has not written the mark yet.
  }
}
