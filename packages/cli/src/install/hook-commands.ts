/** The hook commands for a client in one workspace. */
import path from 'node:path';
import type { ClientName } from '@hookloom/core/hook/event-types';
import type { HookCommands } from '@hookloom/hooks/clients/client';
import { renderShTransport } from '@hookloom/hooks/shim/sh-transport';
import { clientCommand, type CommandRequest } from './client-command.ts';

export interface HookCommandsRequest extends CommandRequest {
  /** `sh` puts observation-only events through a shell script. */
  transport: 'node' | 'sh';
}

/**
 * The shell transport is in the settings as text, not in a file below `.eventloom`: git ignores that folder, so a
 * branch that tracks a file there would silently replace what our hooks run.
 */
export function hookCommands(
  { workspace, files, transport }: HookCommandsRequest,
  client: ClientName,
): HookCommands {
  const node = clientCommand({ workspace, files }, client);
  if (transport !== 'sh') return { node };
  const inboxDir = path.join(workspace.eventloomDir, 'inbox');
  return { node, sh: renderShTransport({ inboxDir, session: workspace.session, client }) };
}
