/**
 * Whether Codex would run our hooks (docs/reference/client-behaviour.md#codex-trust). The hash is computed here, so
 * that Codex need not be started. Pure.
 */
import {
  canonicalize,
  isJsonObject,
  sha256Hex,
  type JsonObject,
  type JsonValue,
} from '@hookloom/core';
import type { OwnHandler } from './own-handlers.ts';

export interface CodexTrust {
  /**
   * `trusted`: all of our hooks, as they are now. `changed`: there is a hash of another definition. `untrusted`: there
   * is no hash. `off`: hooks are switched off, or the project is not trusted.
   */
  state: 'trusted' | 'changed' | 'untrusted' | 'off';
  trusted: number;
  of: number;
  /** The setting that switched them off. */
  reason: string | null;
}

/** Seconds in the definition if the file names none; the end of a session has one. */
const DEFAULT_TIMEOUT = 600;
const DEFAULT_AT_END = 1;
/** Codex clamps these before it hashes. */
const LONGEST: Record<string, number> = { session_end: 3, interrupt: 3 };
/** Events whose matcher Codex ignores: it is not part of their definition. */
const WITHOUT_MATCHER = new Set(['stop', 'user_prompt_submit', 'interrupt']);

/** @param config `CODEX_HOME/config.toml` as values; @param file the hooks file, as Codex names it. */
export function codexTrust(
  config: JsonObject,
  file: string,
  handlers: readonly OwnHandler[],
): Omit<CodexTrust, 'reason'> & { reason: null } {
  const state = objectAt(config, ['hooks', 'state']);
  let trusted = 0;
  let known = 0;
  for (const handler of handlers) {
    const key = `${file}:${snakeCase(handler.event)}:${handler.group}:${handler.index}`;
    const entry = state[key];
    const hash = isJsonObject(entry) ? entry['trusted_hash'] : undefined;
    if (typeof hash === 'string') known += 1;
    if (hash === codexHookHash(handler) && !(isJsonObject(entry) && entry['enabled'] === false))
      trusted += 1;
  }
  const all = handlers.length;
  const word = trusted === all ? 'trusted' : known > 0 ? 'changed' : 'untrusted';
  return { state: word, trusted, of: all, reason: null };
}

/**
 * The hash of one hook's definition, as Codex 0.169 computes it: event, matcher and handler with its defaults, keys in
 * order, SHA-256.
 */
export function codexHookHash({ event, matcher, handler }: OwnHandler): string {
  const name = snakeCase(event);
  const given = handler['timeout'];
  const byDefault = name === 'session_end' ? DEFAULT_AT_END : DEFAULT_TIMEOUT;
  const seconds = typeof given === 'number' ? given : byDefault;
  const timeout = Math.max(1, Math.min(seconds, LONGEST[name] ?? seconds));
  const message = handler['statusMessage'];
  const definition = {
    type: 'command',
    command: handler['command'] as string,
    timeout,
    async: handler['async'] === true,
    ...(typeof message === 'string' ? { statusMessage: message } : {}),
  };
  const identity = {
    event_name: name,
    ...(matcher === null || WITHOUT_MATCHER.has(name) ? {} : { matcher }),
    hooks: [definition],
  };
  return `sha256:${sha256Hex(canonicalize(identity))}`;
}

/** Codex's own switch for hooks, in the user's or the project's config. */
export function codexSwitch(config: JsonObject): string | null {
  return objectAt(config, ['features'])['hooks'] === false ? 'features.hooks is false' : null;
}

/** Why Codex would not read the file at all: null if it does. */
export function codexHooksOff(config: JsonObject, file: string, root: string): string | null {
  const off = codexSwitch(config);
  if (off !== null) return off;
  if (!file.startsWith(root)) return null;
  const project = objectAt(config, ['projects'])[root];
  const isTrusted = isJsonObject(project) && project['trust_level'] === 'trusted';
  return isTrusted ? null : 'Codex does not trust this project';
}

function objectAt(value: JsonObject, keys: readonly string[]): JsonObject {
  let at: JsonValue | undefined = value;
  for (const key of keys) at = isJsonObject(at) ? at[key] : undefined;
  return isJsonObject(at) ? at : {};
}

export function snakeCase(event: string): string {
  return event.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
}
