/** The options that make a command in the current folder use the same workspace and log. */
import { findProject, homeOf, resolveWorkspace, type Workspace } from '@hookloom/core/settings';
import type { CommandContext } from './context.ts';

type Standing = Pick<CommandContext, 'cwd' | 'env'>;

/**
 * For a command that takes `--eventloom-path` and `--session-id` and uses the current folder.
 *
 * @example wordsOfLog({ cwd: '/w', env: {} }, { eventloomDir: '/logs', session: 'w-default' })
 * // → ['--eventloom-path', '/logs']
 */
export function wordsOfLog(
  { cwd, env }: Standing,
  { eventloomDir, session }: Pick<Workspace, 'eventloomDir' | 'session'>,
): string[] {
  const isNamed = (env['EVENTLOOM_PATH'] ?? '') !== '';
  const found = resolveWorkspace({
    cwd: isNamed ? cwd : (findProject(cwd, homeOf(env) ?? undefined) ?? cwd),
    env,
  });
  return [
    ...(found.eventloomDir === eventloomDir ? [] : ['--eventloom-path', eventloomDir]),
    ...(found.session === session ? [] : ['--session-id', session]),
  ];
}

/**
 * For a command that also takes the workspace.
 *
 * @param spelled Whether it takes the workspace as an argument or with an option such as `--workspace`
 */
export function wordsOfWorkspace(
  { cwd, env }: Standing,
  { root, eventloomDir }: Pick<Workspace, 'root' | 'eventloomDir'>,
  spelled: 'argument' | '--workspace' | '--project-root',
): string[] {
  const named = root === cwd ? [] : spelled === 'argument' ? [root] : [spelled, root];
  const isFound = resolveWorkspace({ cwd: root, env }).eventloomDir === eventloomDir;
  return [...named, ...(isFound ? [] : ['--eventloom-path', eventloomDir])];
}
