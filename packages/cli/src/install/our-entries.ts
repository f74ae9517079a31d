/** Recognises our commands and addresses in a client's settings, never comments or other strings. */

import { isOurCommand } from '@hookloom/hooks/clients';

/** Keys under which clients store the command of a hook. */
const COMMAND_KEYS = new Set(['command', 'bash', 'powershell']);

/** @param key The property's name; @param value its value, whatever it is. */
export function isOurEntry(key: string, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (COMMAND_KEYS.has(key)) return isOurCommand(value);
  return key === 'url' && /^http:\/\/127\.0\.0\.1:\d{1,5}\/hooks\/[a-z-]+$/.test(value);
}
