/** What makes two folders one project: the address of the remote and the first commit. Computed once per workspace. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const GIT_MS = 1500;
const MOST_ROOTS = 16;

export interface RepositoryFacts {
  /** The URL of the remote, as git has it. */
  url: string;
  /** The same, normalised. */
  address: string;
  /** The first commits, sorted. */
  roots: string[];
}

/** The id that every clone of a repository has. Null as for `repositoryFacts`. */
export async function projectIdentity(
  commonDir: string,
  env: Record<string, string | undefined>,
): Promise<string | null> {
  const facts = await repositoryFacts(commonDir, env);
  return facts === null ? null : identityOf(facts);
}

export function identityOf({ address, roots }: RepositoryFacts): string {
  const digest = createHash('sha256').update(`${address}\n${roots[0]}`).digest('hex');
  return `project-${digest.slice(0, 16)}`;
}

/** Null if git returns none: no remote, no commit, a shallow history, no git, or a timeout. */
export async function repositoryFacts(
  commonDir: string,
  env: Record<string, string | undefined>,
): Promise<RepositoryFacts | null> {
  // In a shallow clone, the first commit is only where it was cut.
  if (fs.existsSync(path.join(commonDir, 'shallow'))) return null;
  const config = path.join(commonDir, 'config');
  const [remotes, roots] = await Promise.all([
    git(['config', '--file', config, '--no-includes', '--get-regexp', '^remote\\..*\\.url$'], env),
    git([`--git-dir=${commonDir}`, 'rev-list', '--max-parents=0', 'HEAD'], env),
  ]);
  const url = remoteUrl(remotes ?? '');
  const first = (roots ?? '')
    .split('\n')
    .filter((line) => /^[0-9a-f]{40,64}$/.test(line))
    .toSorted()
    .slice(0, MOST_ROOTS);
  return url === null || first.length === 0
    ? null
    : { url, address: normaliseRemote(url), roots: first };
}

/** The normalised address of `origin`, or of the first remote by name. */
export function remoteAddress(lines: string): string | null {
  const url = remoteUrl(lines);
  return url === null ? null : normaliseRemote(url);
}

function remoteUrl(lines: string): string | null {
  const remotes = lines
    .split('\n')
    .map((line) => /^remote\.(.*)\.url (.+)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, name, url]) => ({ name: name!, url: url! }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const chosen = remotes.find(({ name }) => name === 'origin') ?? remotes[0];
  return chosen?.url ?? null;
}

/**
 * Host and path, without credentials, port, protocol and meaningless endings.
 *
 * @example normaliseRemote('https://me:token@GitHub.com/Acme/Shop.git/') === 'github.com/acme/shop'
 */
export function normaliseRemote(url: string): string {
  const text = url.trim();
  const scp = /^(?:[^@/\s]+@)?([^:/\s]{2,}):(?!\/\/)(.+)$/.exec(text);
  const parsed =
    scp === null ? /^[a-z+]+:\/\/(?:[^@/]*@)?([^:/]*)(?::\d+)?\/(.*)$/i.exec(text) : scp;
  if (parsed === null) return `file:/${trimmed(text)}`;
  const host = parsed[1]!.toLowerCase();
  const where = trimmed(parsed[2]!.replace(/[?#].*$/, ''));
  // The large hosts ignore case.
  const isFolded = /(^|\.)(github\.com|gitlab\.com|bitbucket\.org)$/.test(host);
  return host === '' ? `file:/${where}` : `${host}/${isFolded ? where.toLowerCase() : where}`;
}

function trimmed(where: string): string {
  return where
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .replace(/^\/+/, '');
}

/**
 * Runs git without a shell. The repository is untrusted, so no hook, monitor, pager, transport or variable of the
 * caller is used.
 */
function git(args: string[], env: Record<string, string | undefined>): Promise<string | null> {
  const clean = Object.fromEntries(Object.entries(env).filter(([name]) => !/^GIT_/i.test(name)));
  const fixed = [
    ['core.hooksPath', '/dev/null'],
    ['core.fsmonitor', ''],
    ['core.sshCommand', 'false'],
    ['core.alternateRefsCommand', 'false'],
    ['core.pager', 'cat'],
    ['protocol.allow', 'never'],
  ].flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return new Promise((resolve) => {
    const child = execFile(
      'git',
      ['--no-pager', '--no-optional-locks', ...fixed, ...args],
      {
        cwd: '/',
        timeout: GIT_MS,
        killSignal: 'SIGKILL',
        maxBuffer: 1024 * 1024,
        windowsHide: true,
        env: {
          ...clean,
          GIT_ALLOW_PROTOCOL: 'none',
          GIT_NO_LAZY_FETCH: '1',
          GIT_TERMINAL_PROMPT: '0',
          GIT_CONFIG_NOSYSTEM: '1',
          GIT_CONFIG_GLOBAL: '/dev/null',
          LC_ALL: 'C',
        },
      },
      (error, stdout) => resolve(error === null ? stdout : null),
    );
    child.stdin?.end();
  });
}
