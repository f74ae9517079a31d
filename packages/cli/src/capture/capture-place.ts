/** The workspace that a capture command works for. */
import type { Workspace } from '@hookloom/core/settings';
import { workspaceIn, type CommandContext } from '../command/context.ts';
import { rootOf } from '../command/root-of.ts';

export interface CapturePlace {
  workspace: Workspace;
  /** The log session. */
  session: string;
  /** Absolute paths of the workspace. The last one has no links. */
  roots: string[];
}

export async function capturePlace(
  context: CommandContext,
  given: {
    workspace: string | undefined;
    eventloomPath: string | undefined;
    domain: string | undefined;
    sessionId: string | undefined;
    json?: boolean | undefined;
  },
): Promise<CapturePlace> {
  const { captureSession, rootsOf } = await import('@hookloom/worker');
  const roots = rootsOf(rootOf(context, given.workspace, given));
  const workspace = workspaceIn(context, roots[0]!, given);
  return { workspace, roots, session: captureSession(workspace, given.sessionId) };
}
