/**
 * One agent client: what it sends, which answers it honours, and where its settings are. To add a client, add a folder
 * and a line in `index.ts`.
 */
import type { ClientCapabilities, Rendered } from '@hookloom/core/hook/capability';
import type { ClientName } from '@hookloom/core/hook/event-types';
import type { HookEvent, ParseHookEvent } from '@hookloom/core/hook/hook-event';
import type { HookResponse } from '@hookloom/core/hook/hook-response';
import type { DialectName } from '../engine/handler.ts';

export interface RenderOptions {
  /** What replaces an `ask` that the client cannot show. Default: `deny`. */
  askFallback?: 'deny' | 'none';
}

export interface HookClient {
  name: ClientName;
  capabilities: ClientCapabilities;
  /** Languages whose files this client runs by itself. The engine skips those files under it. */
  runsItself: readonly DialectName[];
  parse: ParseHookEvent;
  /**
   * The answer in the client's own format, with only the fields that this event allows. `decision: 'none'` and nothing
   * else renders as empty outputs and exit 0. Pure; never throws.
   */
  render(response: HookResponse, event: HookEvent, options?: RenderOptions): Rendered;
  /**
   * What the real client honours of that answer, as strictly as observed (docs/reference/client-behaviour.md). Tests,
   * `hooks run` and explanations use it as the model of the client. Independent of `render`.
   */
  honour(rendered: Pick<Rendered, 'stdout' | 'stderr' | 'exit'>, event: HookEvent): HookResponse;
}
