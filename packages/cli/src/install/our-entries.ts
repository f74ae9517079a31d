/** Recognises our commands and addresses in a client's settings, but not in comments or other strings. */

import { isOurCommand } from '@hookloom/hooks/clients';

/** Keys for the command of a hook in the clients' settings. */
const COMMAND_KEYS = new Set(['command', 'bash', 'powershell']);

/**
 * @param key The property's name
 * @param value Its value, of any type
 */
export function isOurEntry(key: string, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (COMMAND_KEYS.has(key)) return isOurCommand(value);
  return key === 'url' && /^http:\/\/127\.0\.0\.1:\d{1,5}\/hooks\/[a-z-]+$/.test(value);
}
