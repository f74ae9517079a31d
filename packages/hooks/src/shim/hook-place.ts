/** Finds where a client's hook belongs: the project whose guards it runs, and the log that it writes to. */
import { existsSync } from 'node:fs';
import type { ClientName } from '@hookloom/core/hook';
import { isSessionId } from '@hookloom/core';
import { findPlace, type HookPlace } from './find-place.ts';

/**
 * The entries of `init` name the log and the session in full. The project is searched for only if its folder is missing:
 * it was renamed or moved.
 */
export function hookPlace(
  client: ClientName,
  flags: Record<string, string>,
  env: Record<string, string | undefined>,
): HookPlace {
  const { 'eventloom-path': dir = '', 'session-id': session = '' } = flags;
  const root = /^(\w:)?[/\\].*(?=[/\\]\.eventloom$)/.exec(dir)?.[0];
  return root && existsSync(root) && isSessionId(session)
    ? { root, target: { dir, session } }
    : findPlace(client, flags, env);
}
