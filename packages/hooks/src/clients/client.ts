/** One agent client: what it sends, what it can be told, where its settings are. A folder a client, a line in `index.ts`. */
import type { ClientCapabilities, Rendered } from '@hookloom/core/hook/capability';
import type { ClientName } from '@hookloom/core/hook/event-types';
import type { HookEvent, ParseHookEvent } from '@hookloom/core/hook/hook-event';
import type { HookResponse } from '@hookloom/core/hook/hook-response';
import type { DialectName } from '../engine/handler.ts';

export interface RenderOptions {
  /** What becomes of an `ask` that the client cannot ask. Default `deny` (hooks.md §G.2). */
  askFallback?: 'deny' | 'none';
}

export interface HookClient {
  name: ClientName;
  capabilities: ClientCapabilities;
  /** Languages whose files this client reads and runs by itself: the engine leaves them alone under it (trap 34). */
  runsItself: readonly DialectName[];
  parse: ParseHookEvent;
  /**
   * The answer in the client's words, from its allow-list of fields for this event. `decision: 'none'` with nothing else
   * is silence: empty outputs and exit 0. Pure; never throws.
   */
  render(response: HookResponse, event: HookEvent, options?: RenderOptions): Rendered;
  /**
   * What the real client would take from that answer, strictly as it was observed (clients.md, hooks.md [live]): the
   * model of its behaviour that tests, `hooks run` and explanations use. Independent of `render`.
   */
  honour(rendered: Pick<Rendered, 'stdout' | 'stderr' | 'exit'>, event: HookEvent): HookResponse;
}
