/** Removes what is forgotten here from teammates' logs on this machine. */
import fs from 'node:fs';
import { openGate } from '@hookloom/log';
import type { OperationContext } from '../operations/context.ts';
import { logsFolder, teamFolder } from './team-state.ts';

/** Returns the files that contained it. */
export async function forgetInTeam({ workspace, stateDir }: OperationContext): Promise<string[]> {
  if (stateDir === undefined) return [];
  const folder = logsFolder(teamFolder(workspace, stateDir));
  if (!fs.existsSync(folder)) return [];
  const { forgetInParts } = await import('@hookloom/log');
  return forgetInParts(folder, openGate(workspace.eventloomDir));
}
