/** Recording for who has the hook event already: the worker. */
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import { contentDigest } from '@hookloom/core/hook/delivery-key';
import { parseClaudeHook } from '../clients/claude-code/parse.ts';
import { told } from '../clients/gemini/observe.ts';
import { observe } from '../observe/observe.ts';
import { recordObserved, type Recorded, type Target } from './record.ts';

/** As `recordDelivery` does for the same payload: a delivery that came over both ways is recorded once. */
export function recordHook(
  target: Target,
  event: HookEvent,
  appendBy: () => number,
): Pick<Recorded, 'outcome' | 'firstId'> {
  const bytes = Buffer.from(event.raw);
  const context = {
    root: target.root,
    digest: () => contentDigest(bytes.toString('latin1').trimEnd()),
  };
  // A wrapper holds the documented fields, not the client's own.
  const isNative = event.metadata['flavour'] === undefined;
  const observed =
    isNative && event.source === 'claude-code'
      ? parseClaudeHook(event.data, context)
      : observe(isNative && event.source === 'gemini' ? told(event, target.root) : event, context);
  return recordObserved(target, observed, undefined, appendBy);
}
