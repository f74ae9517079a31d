/** How one client is read and answered. */
import type { Rendered } from '@hookloom/core/hook/capability';
import type { ClientName } from '@hookloom/core/hook/event-types';
import type { HookEvent, ParseHookEvent } from '@hookloom/core/hook/hook-event';
import type { HookResponse } from '@hookloom/core/hook/hook-response';

/** `hookloom`: the payload that the engine hands to hooks in `.hookloom/hooks.toml`. `generic`: the documented wrapper. */
export type DialectName = ClientName | 'hookloom';

export interface Dialect {
  parse: ParseHookEvent;
  render(
    response: HookResponse,
    event: HookEvent,
    options: { askFallback?: 'deny' | 'none' },
  ): Rendered;
}
