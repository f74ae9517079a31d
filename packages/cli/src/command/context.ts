/** What a command gets from the process it runs in. Tests hand in their own. */
import { resolveWorkspace, type Workspace } from '@hookloom/core/config/workspace';
import type { Output } from '../output/output.ts';

export interface CommandContext {
  /** Absolute. */
  cwd: string;
  env: Record<string, string | undefined>;
  out: Output;
  /** Bytes of standard input; `isTerminal` says that nobody piped anything in. */
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  /** A terminal is connected to one of the three streams: a person is there. */
  isInteractive: boolean;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The workspace that the options, the environment and the current folder name, in this order. */
export function workspaceOf(
  context: CommandContext,
  options: {
    eventloomPath?: string | undefined;
    sessionId?: string | undefined;
    domain?: string | undefined;
  },
): Workspace {
  return resolveWorkspace({
    cwd: context.cwd,
    env: context.env,
    eventloomPath: options.eventloomPath,
    sessionId: options.sessionId,
    domain: options.domain,
  });
}
