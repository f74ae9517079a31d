/** The identity of a handler: its definition, not its place. */
import { canonicalize, sha256Hex } from '@hookloom/core';
import type { Handler } from '../engine/handler.ts';

export type IdentityParts = Pick<
  Handler,
  'dialect' | 'event' | 'matcherText' | 'action' | 'condition'
>;

/**
 * `sha256:` and 64 hex over the canonical form of the definition.
 *
 * @example handlerIdentity({ dialect: 'toml', event: 'stop', matcherText: null, condition: null,
 *   action: { kind: 'shell', command: 'true' } }) // → 'sha256:…'
 */
export function handlerIdentity(parts: IdentityParts): string {
  const { dialect, event, matcherText, action, condition } = parts;
  const form = canonicalize(wellFormed({ dialect, event, matcherText, action, condition }));
  return `sha256:${sha256Hex(form)}`;
}

/** A file may contain lone surrogates, which have no canonical form. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [key.toWellFormed(), wellFormed(item)]),
  );
}
