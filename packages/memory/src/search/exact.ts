/** The exact lane: entities whose full name is in the question (paths, ids, quoted phrases, identifiers). */
import type { Database } from '../store/port.ts';
import type { Scope } from './scope.ts';
import { entitiesNamed } from '../store/entity-rows.ts';

const MAX_NAMES = 12;
const MAX_ENTITIES = 20;

/**
 * Possible names in a question: quoted phrases, and words with characters that prose does not use.
 *
 * @example namesIn('why does `parse config` fail in src/app.ts for evt_12?') // ['parse config', 'src/app.ts', 'evt_12']
 */
export function namesIn(query: string): string[] {
  const names = new Set<string>();
  for (const match of query.matchAll(/"([^"\n]{2,200})"|`([^`\n]{2,200})`|“([^”\n]{2,200})”/g)) {
    names.add((match[1] ?? match[2] ?? match[3])!.trim());
  }
  for (const word of query.match(/[^\s"`“”()[\]{}<>,;]{2,200}/g) ?? []) {
    const bare = word.replace(/^['‘]+|['’?!.:]+$/g, '');
    if (/[/._#@:-]|\d|[a-z][A-Z]/.test(bare)) names.add(bare);
  }
  return [...names].slice(0, MAX_NAMES);
}

/** Ids of the scope's entities with one of these names, in any case. */
export function exactLane(db: Database, names: readonly string[], { sids }: Scope): number[] {
  const found = names.flatMap((name) => entitiesNamed(db, name, sids, MAX_ENTITIES));
  return [...new Set(found)].slice(0, MAX_ENTITIES);
}
