/** The dialect of each client. A client's file is loaded on demand, because a hook starts for only one of them. */
import { CLIENT_NAMES } from '@hookloom/core/hook';
import { loadWords } from '@hookloom/hooks/clients';
import type { Dialect, DialectName } from './dialect.ts';

export function isDialect(name: string): name is DialectName {
  return name === 'hookloom' || (CLIENT_NAMES as readonly string[]).includes(name);
}

export async function loadDialect(name: DialectName): Promise<Dialect> {
  return name === 'hookloom' ? (await import('./hookloom-dialect.ts')).words : loadWords(name);
}
