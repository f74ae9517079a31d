/**
 * Where the losses of a log are counted: in the user's state folder, which is often on another disk. Part of the hook
 * path.
 */
import { contentDigest } from '@hookloom/core/hook';
import type { LogTarget } from '../engine/detach.ts';
import { stateDirPath } from '@hookloom/core/settings';

export function lossFolder(env: Record<string, string | undefined>): string {
  return `${stateDirPath(env)}/lost`;
}

/** The session comes last, so that its losses can be found even if its log was never created. */
export function lossName({ dir, session }: LogTarget): string {
  return `${contentDigest(dir)}.${session}`;
}

export function lossFile(target: LogTarget, env = process.env): string {
  return `${lossFolder(env)}/${lossName(target)}`;
}
