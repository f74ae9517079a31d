/**
 * Codex's trust for the hooks that we installed (docs/reference/client-behaviour.md#codex-trust): Codex runs a hook
 * only if the hash of its definition is in its configuration. Pure.
 */
import { canonicalize, isJsonObject, sha256Hex, type JsonValue } from '@hookloom/core';
import { listOf } from './own-handlers.ts';
import { isOurCommand } from './own-command.ts';
import { snakeCase } from './codex-trust.ts';

/**
 * Keys and hashes of our own handlers as Codex 0.169 would list them, without asking it: it hashes the event and the
 * handler with its defaults, in canonical JSON. If another version hashes differently, the hook stays untrusted.
 *
 * @param file Absolute path of the file, as Codex names it.
 * @param isWritten Whether a command is one that this installation writes: the user decides about any other.
 * @example trustedHashes('/p/.codex/hooks.json', content)[0] // → ['/p/.codex/hooks.json:session_start:0:0', 'sha256:38b1…']
 */
export function trustedHashes(
  file: string,
  content: JsonValue,
  isWritten: (command: string) => boolean = () => true,
): [key: string, hash: string][] {
  return ourHandlers(file, content).flatMap(({ key, event, matcher, hook }) => {
    const { command, timeout, type } = hook;
    if (typeof command !== 'string' || !isWritten(command)) return [];
    // Our handlers have no other fields. If someone added fields, the user decides about trusting them.
    if (Object.keys(hook).length !== 3 || type !== 'command' || matcher !== undefined) return [];
    const hooks = [{ async: false, command, timeout: timeout!, type }];
    const identity = { event_name: event, hooks };
    return [[key, `sha256:${sha256Hex(canonicalize(identity))}`]];
  });
}

function ourHandlers(file: string, content: JsonValue) {
  const events = isJsonObject(content) ? content['hooks'] : undefined;
  if (!isJsonObject(events)) return [];
  return Object.entries(events).flatMap(([name, groups]) =>
    listOf(groups).flatMap((group, at) =>
      listOf(isJsonObject(group) ? group['hooks'] : undefined).flatMap((hook, index) => {
        const command = isJsonObject(hook) ? hook['command'] : undefined;
        if (!isJsonObject(hook) || typeof command !== 'string' || !isOurCommand(command)) return [];
        const event = snakeCase(name);
        const matcher = isJsonObject(group) ? group['matcher'] : undefined;
        return [{ key: `${file}:${event}:${at}:${index}`, event, matcher, hook }];
      }),
    ),
  );
}
