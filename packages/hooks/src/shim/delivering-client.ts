/** Which client really sent a delivery, if one client runs another's hooks file. Part of the hook path. */
import type { ClientName } from '@hookloom/core/hook';
import { parsePayload } from '../record/record-delivery.ts';

/**
 * Copilot also runs the hooks of Claude Code's project settings. Its variable alone proves nothing, because a Claude Code
 * that was started from Copilot's shell inherits it; Copilot's payloads have a time, and Claude Code's have none.
 *
 * @param client The client in the installed command.
 */
export function deliveringClient(
  client: ClientName,
  bytes: Buffer,
  env: Record<string, string | undefined>,
): ClientName {
  if (client !== 'claude-code' || env['COPILOT_CLI'] !== '1') return client;
  const timestamp = parsePayload(bytes)?.['timestamp'];
  return typeof timestamp === 'string' || typeof timestamp === 'number' ? 'copilot' : client;
}
