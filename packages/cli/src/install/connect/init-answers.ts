/** The questions of `init`: where the entries go, and whether the client may read the memory without asking. */
import { invalidRequest } from '@hookloom/core';
import { isConfirmed } from '../../command/confirm.ts';
import type { CommandContext } from '../../command/context.ts';
import { isUserConnected } from '../manifest.ts';

interface Asked {
  user: boolean;
  project: boolean;
  allowMemoryTools: boolean | undefined;
  yes: boolean;
  dryRun: boolean;
  preset: string | undefined;
  hookClient: string | undefined;
  mcpClient: string | undefined;
  hookOutput: string | undefined;
  mcpOutput: string | undefined;
  eventloomPath: string | undefined;
}

/** Asks only if a user is present and named no client. Otherwise leaves the permissions as they are. */
export async function initAnswers(options: Asked, context: CommandContext) {
  const { preset, hookClient, mcpClient } = options;
  const isNamed = [preset, hookClient, mcpClient].some((name) => name !== undefined);
  const isAsked =
    !isNamed &&
    !options.yes &&
    !options.dryRun &&
    context.isInteractive &&
    context.stdin.isTTY === true;
  const user = await isForUser(options, context, { isNamed, isAsked });
  if (user) assertForUser(options);
  const allowTools =
    options.allowMemoryTools ??
    (isAsked &&
      (await isConfirmed(context, {
        asks: 'May your agents call the tools that only read the memory, without asking each time?',
        denies: 'nothing is allowed',
      })));
  return { user, allowTools };
}

async function isForUser(
  { user, project }: Asked,
  context: CommandContext,
  { isNamed, isAsked }: { isNamed: boolean; isAsked: boolean },
): Promise<boolean> {
  if (user || project) return user;
  // The user's own settings already serve this machine, so this project only has to be enabled.
  if (!isNamed && isUserConnected(context.env)) return true;
  if (!isAsked) return false;
  return isConfirmed(context, {
    asks: 'Use your own settings, so that the worktrees, clones and subfolders of each enabled project just work?',
    denies: 'nothing is written',
  });
}

function assertForUser({ user, project, hookOutput, mcpOutput, eventloomPath }: Asked): void {
  const beside = Object.entries({
    '--project': user && project ? '' : undefined,
    '--hook-output': hookOutput,
    '--mcp-output': mcpOutput,
    '--eventloom-path': eventloomPath,
  }).find(([, value]) => value !== undefined);
  if (beside === undefined) return;
  throw invalidRequest(
    `${beside[0]} is for one project, and --user is for all projects.`,
    'Leave one of the two out.',
  );
}
