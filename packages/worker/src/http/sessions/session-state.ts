/** What is already known about a session that an extension reports. */
import type { ClientName } from '@hookloom/core/hook';
import { isPrivateTurn } from '@hookloom/hooks';
import type { SessionRow } from '@hookloom/memory';
import { openedMemory } from '../../memory-access.ts';
import type { OpenWorkspace } from '../../workspaces/workspaces.ts';
import type { SessionBody } from './body.ts';
import { clientOf } from './deliver.ts';

export function turnOf(
  { workspace, runtime }: OpenWorkspace,
  client: ClientName,
): Parameters<typeof isPrivateTurn>[0] {
  const { stateDir } = runtime.context;
  return { dir: workspace.eventloomDir, client, ...(stateDir !== undefined && { stateDir }) };
}

export async function rowOf(open: OpenWorkspace, session: string): Promise<SessionRow | null> {
  const { notes } = await openedMemory(open.runtime.context);
  return notes.session(open.workspace.session, session);
}

/** Why a prompt was not counted: it is private or a duplicate. */
export function reasonOf(open: OpenWorkspace, body: SessionBody, session: string): string {
  const client = clientOf(body.platformSource);
  return isPrivateTurn(turnOf(open, client), session) ? 'private' : 'duplicate';
}
