/**
 * `.eventloom/project.json`: which project a directory of logs belongs to, and its default session. It is written once,
 * so the memory of a project does not depend on the name of its folder.
 */
import {
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { quietly, attempt } from '../attempt.ts';
import { isSessionId, weakRandomHex } from '../ids.ts';
import { slug } from '../session-names.ts';

export interface ProjectFile {
  /** `project-` and 16 hexadecimal digits. */
  id: string;
  /** The name of the folder when the file was written. */
  name: string;
  /** The session for callers that name none. */
  default_session: string;
  /** ISO 8601. */
  created: string;
}

const FILE = 'project.json';
const MAX_BYTES = 4096;
const LOG = '.jsonl';

/** Null if there is no usable one. Its content may come from a repository, so every field is checked. */
export function readProjectFile(dir: string): ProjectFile | null {
  return attempt(() => {
    const stats = lstatSync(`${dir}/${FILE}`);
    if (!stats.isFile() || stats.size > MAX_BYTES) return null;
    const found = JSON.parse(readFileSync(`${dir}/${FILE}`, 'utf8')) as Partial<
      Record<keyof ProjectFile, unknown>
    >;
    const { id, name, default_session: session, created } = found;
    const isWhole =
      typeof id === 'string' &&
      /^project-[0-9a-f]{16}$/.test(id) &&
      typeof name === 'string' &&
      typeof created === 'string' &&
      typeof session === 'string' &&
      isSessionId(session);
    return isWhole ? { id, name, default_session: session, created } : null;
  });
}

/**
 * The default session that a directory already has: the one in its file, else that of its only log. Null for a new
 * directory, and for one with several logs and no named default.
 *
 * @example defaultSessionOf('/home/dev/billing/.eventloom') // 'invoices-default', from before the folder was renamed
 */
export function defaultSessionOf(dir: string): string | null {
  const project = readProjectFile(dir);
  if (project !== null) return project.default_session;
  const logs = sessionsIn(dir);
  const defaults = logs.filter((session) => session.endsWith('-default'));
  return defaults.length === 1 ? defaults[0]! : logs.length === 1 ? logs[0]! : null;
}

/**
 * The logs of a directory without a known default. Empty if the default is known.
 *
 * @param fallback The session that is used in the meantime: not undecided if it is one of the logs.
 */
export function undecidedLogs(dir: string, fallback: string): string[] {
  if (defaultSessionOf(dir) !== null) return [];
  const logs = sessionsIn(dir);
  return logs.includes(fallback) ? [] : logs;
}

/** The sessions of a directory that have events. */
export function sessionsIn(dir: string): string[] {
  return attempt(
    () =>
      readdirSync(dir)
        .filter((name) => name.endsWith(LOG) && !name.startsWith('__'))
        .map((name) => name.slice(0, -LOG.length))
        .filter((session) => isSessionId(session) && sizeOf(`${dir}/${session}${LOG}`) > 0)
        .toSorted(),
    [],
  );
}

function sizeOf(file: string): number {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true ? stats.size : 0;
}

/** @param now ISO 8601. */
export function newProjectFile(
  session: string,
  { name, now }: { name: string; now: string },
): ProjectFile {
  return { id: `project-${weakRandomHex()}`, name, default_session: session, created: now };
}

/**
 * Writes the file if there is none, before the first event of a log. A directory with logs keeps its session. If
 * another process writes it at the same time, the first file stays.
 *
 * @param session The session of the log that is about to be created.
 */
export function adoptDirectory(dir: string, session: string): void {
  const [, name] = /([^/\\]+)[/\\]\.eventloom$/.exec(dir) ?? [];
  if (name === undefined || readProjectFile(dir) !== null) return;
  const derived = session.endsWith('-default') ? session : `${slug(name)}-default`;
  const now = new Date().toISOString();
  const project = newProjectFile(defaultSessionOf(dir) ?? derived, { name, now });
  // The file exists, or it cannot be written. Neither is a reason to refuse an event.
  quietly(() => write(dir, project, linkSync));
}

/** Throws the file system's own error. */
export function replaceProjectFile(dir: string, project: ProjectFile): void {
  write(dir, project, renameSync);
}

function write(dir: string, project: ProjectFile, put: (from: string, to: string) => void): void {
  const temporary = `${dir}/.${project.id}`;
  // A process that died may have left the file.
  rmSync(temporary, { force: true });
  try {
    writeFileSync(temporary, `${JSON.stringify(project, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
    put(temporary, `${dir}/${FILE}`);
  } finally {
    rmSync(temporary, { force: true });
  }
}
