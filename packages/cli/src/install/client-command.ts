/** The command that a client calls for every event. */
import type { Workspace } from '@hookloom/core';
import type { ClientName } from '@hookloom/core/hook/event-types';
import { hookCommand, type OwnFiles } from './own-files.ts';

export interface CommandRequest {
  workspace: Workspace;
  files: OwnFiles;
}

/**
 * An argument names the client. The environment does not show it: clients set each other's variables
 * (docs/reference/client-behaviour.md#cursor-configuration).
 */
export function clientCommand({ workspace, files }: CommandRequest, client: ClientName): string {
  return hookCommand(files, [
    'hook',
    client,
    '--eventloom-path',
    workspace.eventloomDir,
    '--session-id',
    workspace.session,
  ]);
}
