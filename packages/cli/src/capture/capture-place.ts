/** The workspace that a capture command works for. */
import path from 'node:path';
import type { Workspace } from '@hookloom/core/config/workspace';
import { workspaceOf, type CommandContext } from '../command/context.ts';

export interface CapturePlace {
  workspace: Workspace;
  /** The log session. */
  session: string;
  /** Absolute paths of the workspace, the real one last. */
  roots: string[];
}

export async function capturePlace(
  context: CommandContext,
  given: {
    workspace: string | undefined;
    eventloomPath: string | undefined;
    domain: string | undefined;
    sessionId: string | undefined;
  },
): Promise<CapturePlace> {
  const { captureSession, rootsOf } = await import('@hookloom/worker/capture/setup');
  const roots = rootsOf(path.resolve(context.cwd, given.workspace ?? '.'));
  const workspace = workspaceOf({ ...context, cwd: roots[0]! }, given);
  return { workspace, roots, session: captureSession(workspace, given.sessionId) };
}
