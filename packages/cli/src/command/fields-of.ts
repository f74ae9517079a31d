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
