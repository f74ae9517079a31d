/** Which hooks need a review, and what identifies a reviewed hook. Pure. */
import path from 'node:path';
import type { ConfigFile, Handler } from '../handler.ts';
import { isInside } from './find-program.ts';

/** Whether a file belongs to the user or the administrator, and not to the project. */
export function isOwned({ layer, path: file }: ConfigFile, projectDir: string): boolean {
  if (layer === 'project') return false;
  // The user's environment may name files elsewhere. A file in a project always belongs to the project.
  return layer !== 'local' || !isInside(file, projectDir);
}

/**
 * `project`: runs only after a review. `user`: a critical hook of the user, which is recorded when it is first seen.
 * Null: runs without a record.
 */
export function scopeOf(handler: Handler, projectDir: string): 'project' | 'user' | null {
  const { file } = handler.source;
  if (!isOwned(file, projectDir)) return 'project';
  return handler.critical && file.layer !== 'managed' ? 'user' : null;
}

/** Equal for equal definitions, wherever they are. Executed files are compared separately. */
export function definitionOf(handler: Handler): string {
  const { identity, type, env, timeoutMs, critical, async, once, sequential } = handler;
  const variables = Object.entries(env).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([identity, type, variables, timeoutMs, critical, async, once, sequential]);
}

/** Distinguishes a changed hook from a new one: file, event, group and position. */
export function placeKey({ source, event, type }: Handler): string {
  const { file, group, index } = source;
  return [file.path, file.dialect, event, type, group, index].join('\n');
}

/** Such as `.codex/config.toml` or `~/.claude/settings.json`. */
export function shownPath(
  file: string,
  { projectDir, home }: { projectDir: string; home: string | null },
): string {
  if (isInside(file, projectDir)) return path.relative(projectDir, file);
  return home !== null && isInside(file, home) ? `~/${path.relative(home, file)}` : file;
}
