/** Our entries in the settings of a client. */
import {
  connectable,
  genericHookCommand,
  renderShTransport,
  type Connectable,
  type HookCommands,
} from '@hookloom/hooks/clients';
import { clientCommand, type CommandRequest } from './client-command.ts';
import type { HookSettings } from './plan-hooks.ts';
import type { NeededHere } from './registration/needed-here.ts';
import path from 'node:path';
import type { ClientName } from '@hookloom/core/hook';

interface HookCommandsRequest extends CommandRequest {
  /** `sh`: a shell script handles the events that are only observed. */
  transport: 'node' | 'sh';
}

export interface ConnectRequest extends CommandRequest {
  /** `sh`: a shell script handles the events of Claude Code that are only observed. */
  transport: 'node' | 'sh';
  needed: NeededHere;
}

/** The entries of a client, with our command in them. */
export function clientSettings(client: Connectable, request: ConnectRequest): HookSettings {
  const { events, answered } = request.needed;
  const commands = { ...hookCommands(request, client), answers: answered };
  return { client, ...connectable(client).install.settings(commands, events) };
}

/** The generic client has no settings file, so this prints the command lines to paste. */
export function genericCommands(request: CommandRequest): Record<string, string> {
  const command = clientCommand(request, 'generic');
  const events =
    'session-start user-prompt-submit pre-tool-use post-tool-use stop session-end'.split(' ');
  return Object.fromEntries(events.map((event) => [event, genericHookCommand(command, event)]));
}

/**
 * The settings contain the shell transport as text instead of naming a file below `.eventloom`. Git ignores that
 * folder, so a branch that tracks a file there would silently replace what our hooks run.
 */
export function hookCommands(
  { workspace, files, transport, ...others }: HookCommandsRequest,
  client: ClientName,
): HookCommands {
  const node = clientCommand({ workspace, files, ...others }, client);
  if (transport !== 'sh') return { node };
  const inboxDir = path.join(workspace.eventloomDir, 'inbox');
  return { node, sh: renderShTransport({ inboxDir, session: workspace.session, client }) };
}
