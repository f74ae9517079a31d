/** Recording needs neither the payload's bytes nor a time of its own: the log stamps what it seals. */
import type { DeliveryContext } from '@hookloom/core/hook/hook-event';
import type { HookContext } from '@hookloom/core/hook/observed-event';

export function deliveryContext({ nativeEvent }: HookContext): DeliveryContext {
  return { nowMs: 0, raw: '', ...(nativeEvent === undefined ? {} : { nativeEvent }) };
}
