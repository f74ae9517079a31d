/** The workspace to inspect, and where its clients store files. */
import os from 'node:os';
import path from 'node:path';
import { homeOf } from '@hookloom/core/settings';
import { workspaceIn, type CommandContext } from './context.ts';
import { text } from './options.ts';
import { rootOf } from './root-of.ts';

export const workspaceRootOption = {
  workspaceRoot: text(
    '--workspace-root <dir>',
    'folder the clients work in (default: this project)',
  ),
};

interface WatchedOptions {
  workspaceRoot?: string | undefined;
  eventloomPath?: string | undefined;
  sessionId?: string | undefined;
  domain?: string | undefined;
  json?: boolean | undefined;
}

/** Without `--eventloom-path`, uses the log of the root. */
export function watchedPlace(context: CommandContext, options: WatchedOptions) {
  const root = rootOf(context, options.workspaceRoot, options);
  const given = options.eventloomPath;
  const workspace = workspaceIn(context, root, {
    ...options,
    // A path on the command line is relative to the current folder.
    eventloomPath: given === undefined ? undefined : path.resolve(context.cwd, given),
  });
  const { env } = context;
  const home = homeOf(env) ?? os.homedir();
  return { workspace, place: { root, home, env, platform: process.platform } };
}
