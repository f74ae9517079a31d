/** How to read the payloads of one client and how to answer it. */
import type {
  ClientName,
  HookEvent,
  HookResponse,
  ParseHookEvent,
  Rendered,
} from '@hookloom/core/hook';

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
