/**
 * The answer to a client if the engine itself cannot run a critical hook. Rendered in advance for each guarded event.
 */
import type { HookEventType } from '@hookloom/core/hook';
import type { HookClient } from '../clients/client.ts';
import { newEvent } from '../payload/fields.ts';
import { DENIABLE } from './failed-run.ts';
import { WHY, type RenderedRefusal } from './refusal-for.ts';

/**
 * The answer for one native event. Only informs the user if nothing can be refused. Null if exit 2 refuses.
 *
 * @param types The guarded types of the event
 */
export function renderRefusal(
  client: HookClient,
  native: string,
  types: readonly HookEventType[],
): RenderedRefusal | null {
  const deniable = types.find((type) => DENIABLE.has(type));
  if (deniable !== undefined && client.needsWords?.includes(native) !== true) return null;
  const reason = `${deniable === undefined ? 'A' : 'Refused: a'} critical hook could not do its work. ${WHY} Run \`hookloom hooks doctor\`.`;
  const head = { source: client.name, type: deniable ?? types[0]!, native };
  const event = newEvent(head, {}, { nowMs: 0, raw: '' });
  const { stdout, stderr, exit } = client.render(
    deniable === undefined
      ? { decision: 'none', system_message: reason }
      : { decision: 'deny', reason, system_message: reason },
    event,
  );
  return [stdout, stderr, exit, deniable !== undefined];
}
