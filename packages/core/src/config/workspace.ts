/** The location of a workspace's log, and the names of its sessions. The environment is an argument. */
import { assertSessionId } from '../ids.ts';
import { slug } from '../session-names.ts';
import { defaultSessionOf } from './project-file.ts';

export interface WorkspaceRequest {
  /** Absolute path of the workspace root. */
  cwd: string;
  env: Record<string, string | undefined>;
  /** `--eventloom-path`, relative to `cwd` or absolute. */
  eventloomPath?: string | undefined;
  /** `--session-id`. */
  sessionId?: string | undefined;
  /** `--domain`. */
  domain?: string | undefined;
}

export interface Workspace {
  root: string;
  /** Absolute path of the `.eventloom` directory. */
  eventloomDir: string;
  domain: string;
  /** The session for callers that name none. */
  session: string;
}

const OWN = '.eventloom';

/**
 * Resolves flag, then environment (`EVENTLOOM_PATH`, `EVENTLOOM_THREAD`, `ZAXY_DOMAIN`), then what the project's own
 * `.eventloom` says, then `<cwd>/.eventloom` and `<domain>-default`.
 *
 * @example resolveWorkspace({ cwd: '/home/dev/My Project', env: {} }).session === 'my-project-default'
 */
export function resolveWorkspace(request: WorkspaceRequest): Workspace {
  const { cwd, env } = request;
  const dir = given(request.eventloomPath) ?? given(env['EVENTLOOM_PATH']) ?? OWN;
  const eventloomDir = join(cwd, dir);
  const named = given(request.sessionId) ?? given(env['EVENTLOOM_THREAD']);
  const asked = given(request.domain) ?? given(env['ZAXY_DOMAIN']);
  // Several projects can share another directory, in which each is named after its own folder.
  const isOwn = named === undefined && asked === undefined && eventloomDir === join(cwd, OWN);
  const known = isOwn ? defaultSessionOf(eventloomDir) : null;
  const domain = slug(asked ?? known?.replace(/-default$/, '') ?? baseName(cwd));
  const session = named ?? known ?? `${domain}-default`;
  return { root: cwd, eventloomDir, domain, session: assertSessionId(session) };
}

function given(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text;
}

function baseName(path: string): string {
  return (
    path
      .replace(/[/\\]+$/, '')
      .split(/[/\\]/)
      .pop() ?? ''
  );
}

/** The hook path would otherwise not need the built-in `node:path`. */
function join(root: string, path: string): string {
  const absolute = /^([A-Za-z]:)?[/\\]/.test(path);
  const joined = absolute ? path : `${root.replace(/[/\\]+$/, '')}/${path}`;
  const parts: string[] = [];
  for (const part of joined.split('/')) {
    if (part === '.' || (part === '' && parts.length > 0)) continue;
    if (part === '..' && parts.length > 1) parts.pop();
    else if (part !== '..') parts.push(part);
  }
  return parts.join('/') || '/';
}
