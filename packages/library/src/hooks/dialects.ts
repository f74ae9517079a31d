/** The dialect of each client. A client's file is loaded on demand, because a hook starts for only one of them. */
import {
  CLIENT_NAMES,
  type ClientName,
  type HookEvent,
  type HookResponse,
  type ParseHookEvent,
  type Rendered,
} from '@hookloom/core/hook';
import { loadWords } from '@hookloom/hooks/clients';

export function isDialect(name: string): name is DialectName {
  return name === 'hookloom' || (CLIENT_NAMES as readonly string[]).includes(name);
}

export async function loadDialect(name: DialectName): Promise<Dialect> {
  return name === 'hookloom' ? (await import('./hookloom-dialect.ts')).words : loadWords(name);
}

// How to read the payloads of one client and how to answer it.

/**
 * `hookloom`: the payload that the engine sends to hooks in `.hookloom/hooks.toml`. `generic`: the documented wrapper.
 */
export type DialectName = ClientName | 'hookloom';

export interface Dialect {
  parse: ParseHookEvent;
  render(
    response: HookResponse,
    event: HookEvent,
    options: { askFallback?: 'deny' | 'none' },
  ): Rendered;
}
