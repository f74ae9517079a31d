/**
 * How to start each client with a prepared context. Taken from the `--help` of the real clients and verified by what
 * the model received. Pure.
 */

import {
  CLIENTS,
  CONNECTABLE,
  connectable,
  type Connectable,
  type StartRequest,
} from '@hookloom/hooks/clients';

export type { StartRequest } from '@hookloom/hooks/clients';

export const ACTIVATE_CLIENTS = CONNECTABLE.filter((name) => CLIENTS[name].start !== null);
export type ActivateClient = Connectable;

/**
 * The command that starts a client with a prepared context.
 *
 * @example startCommand('claude-code', { packet: '# Memory Bootstrap', rest: [], ownInstructions: false }).args
 * // → ['--append-system-prompt', '# Memory Bootstrap']
 */
export function startCommand(client: ActivateClient, request: StartRequest) {
  const { paths, start } = connectable(client);
  return { executable: paths.executable!, ...start!.args(request) };
}
