import { invalidRequest } from '@hookloom/core';
import { texts } from './options.ts';

/** The arguments and options of a command as the fields of an operation's request. */

type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S;

/** Options that say where the memory is and how to print the answer. */
type Place = 'sessionId' | 'eventloomPath' | 'domain' | 'json';
const PLACE: ReadonlySet<string> = new Set<Place>(['sessionId', 'eventloomPath', 'domain', 'json']);

type Given<V> = Exclude<keyof V, Place> & string;

export type FieldsOf<V> = {
  [K in Given<V> as undefined extends V[K] ? never : Snake<K>]: V[K];
} & {
  [K in Given<V> as undefined extends V[K] ? Snake<K> : never]?: Exclude<V[K], undefined>;
};

/**
 * Keys become snake_case; what was not given is left out.
 *
 * @example fieldsOf({ missionId: 'login-bug', leaseMinutes: undefined, json: true }) // { mission_id: 'login-bug' }
 */
export function fieldsOf<V extends object>(values: V): FieldsOf<V> {
  const fields = Object.entries(values)
    .filter(([key, value]) => value !== undefined && !PLACE.has(key))
    .map(([key, value]) => [key.replaceAll(/[A-Z]/g, (big) => `_${big.toLowerCase()}`), value]);
  return Object.fromEntries(fields) as FieldsOf<V>;
}

export const sourceOption = {
  sourceEvent: texts(
    '--source-event <seq:hash...>',
    'event that supports it, such as 42:0464261d6ec0 (12 to 64 digits of its hash); may be repeated',
  ),
};

/** Throws `invalid_request`. */
export function sourceEventsOf(given: string[] | undefined): { seq: number; hash: string }[] {
  return (given ?? []).map((text) => {
    const [, seq, hash] = /^(\d{1,15})[:#]([0-9a-f]{12,64})$/.exec(text) ?? [];
    if (seq === undefined || hash === undefined)
      throw invalidRequest(
        'A --source-event must have the form SEQ:HASH.',
        'Copy both from a citation: eventloom://SESSION/events/SEQ#HASH.',
      );
    return { seq: Number(seq), hash };
  });
}
