/** Which native events of a client must be registered in its settings: the recorder's, and those that hook files use. Pure. */
import type { HookEventType } from '@hookloom/core/hook';
import type { HookClient } from '../clients/client.ts';
import type { Handler } from '../engine/handler.ts';
import { isOwnCommand } from '../found/own-command.ts';

/** The client does this work itself unless a hook is registered, so hooks that do not run must not be registered. */
const TAKEN_OVER = new Set(['WorktreeCreate']);

export interface NeededOptions {
  /** Whether a hook may run as it is. Default: every one may. */
  isTrusted?: (handler: Handler) => boolean;
}

/**
 * In the order of the recorder's list, then in that of the client's table. Hooks that still wait for a review count, so
 * that they fire as soon as they are reviewed; hooks that the client runs itself do not.
 *
 * @example neededEvents(CLIENTS['claude-code'], handlersFor('task_completed')).at(-1) // → 'TaskCompleted'
 */
export function neededEvents(
  client: HookClient,
  handlers: readonly Handler[],
  { isTrusted = () => true }: NeededOptions = {},
): string[] {
  if (client.install === null) return [];
  const { events: base, settingsChange: change } = client.install;
  const ours = handlers.filter((handler) => isRunHere(handler, client));
  const wanted = new Set<string>();
  for (const handler of ours)
    for (const native of nativeEvents(client, handler.type))
      if (!TAKEN_OVER.has(native) || isTrusted(handler)) wanted.add(native);
  if (change !== undefined && ours.some(({ critical }) => critical)) wanted.add(change);
  const further = Object.keys(client.capabilities.events).filter((name) => wanted.has(name));
  return [...new Set([...base, ...further])];
}

/** Whether our engine runs the handler under this client. */
export function isRunHere(handler: Handler, client: HookClient): boolean {
  return !isOwnCommand(handler) && !client.runsItself.includes(handler.dialect);
}

/**
 * The native events that carry a type: one of the recorder's if possible, else every one of that type, else one that
 * has it as a further type. Empty: this client cannot fire it.
 *
 * @example nativeEvents(CLIENTS.codex, 'tool_failure') // → ['PostToolUse']
 */
export function nativeEvents(client: HookClient, type: HookEventType): string[] {
  const events = Object.entries(client.capabilities.events).filter(
    ([name]) => client.install?.isRegistered?.(name) !== false,
  );
  const named = (test: (event: (typeof events)[number][1]) => boolean): string[] =>
    events.filter(([, event]) => test(event)).map(([name]) => name);
  const own = named((event) => event.type === type);
  const also = named((event) => event.also?.includes(type) === true);
  const becomes = named((event) => event.becomes?.includes(type) === true);
  const recorded = [...own, ...also, ...becomes].filter((name) =>
    client.install?.events.includes(name),
  );
  return [recorded, own, also, becomes].find((names) => names.length > 0) ?? [];
}
