/** The entry by which a client starts our MCP server. No secret ever stands in it. */
import path from 'node:path';
import type { Workspace } from '@hookloom/core';
import type { JsonObject } from '@hookloom/core/json';
import type { OwnFiles } from './own-files.ts';

export interface ServerCommand {
  /** Absolute: clients started from a desktop have another PATH. */
  command: string;
  args: string[];
}

/** @param executable `--zaxy-executable`: what is started instead of this installation's own file. */
export function serverCommand(files: OwnFiles, executable: string | null): ServerCommand {
  return executable === null
    ? { command: files.node, args: [files.bin, 'serve'] }
    : { command: executable, args: ['serve'] };
}

/** For files of one project: the log and the session are named, so that no two projects share one by accident (seeds/002). */
export function projectEnv({ root, eventloomDir, domain, session }: Workspace): JsonObject {
  const isUsual = eventloomDir === path.join(root, '.eventloom');
  return {
    ZAXY_DOMAIN: domain,
    EVENTLOOM_THREAD: session,
    ...(isUsual ? {} : { EVENTLOOM_PATH: eventloomDir }),
  };
}
