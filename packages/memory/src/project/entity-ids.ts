/**
 * The ids of entities. They are assigned here, because only one process writes at a time, and the names of a batch are
 * looked up together: a remote store answers slowly.
 */
import type { StoredEvent } from '@hookloom/core/events';
import type { EntityKey, Extracted } from '../extract/extracted.ts';
import type { openRows } from '../store/rows.ts';

const MAX_CACHED = 100_000;

export function openEntityIds(rows: ReturnType<typeof openRows>, onNew: (eid: number) => void) {
  const ids = new Map<string, number>();
  /** Names that the batch uses for the first time. */
  const absent = new Set<string>();
  let newest = 0;
  return {
    /** At the start of a batch, in its transaction. */
    lookUp(sid: number, batch: ReadonlyMap<StoredEvent, Partial<Extracted>>) {
      newest = rows.newestEntity();
      absent.clear();
      const named = new Map<string, Set<string>>();
      for (const [event, extracted] of batch)
        for (const { type, name } of namedIn(event, extracted)) {
          if (ids.has(keyOf(sid, type, name))) continue;
          const names = named.get(type) ?? new Set();
          named.set(type, names.add(name));
        }
      for (const [type, names] of named) {
        const found = rows.entities(sid, type, [...names]);
        for (const name of names) {
          const eid = found.get(name);
          if (eid === undefined) absent.add(keyOf(sid, type, name));
          else ids.set(keyOf(sid, type, name), eid);
        }
      }
    },
    /** Creates the entity if it is new. */
    of(sid: number, { type, name }: EntityKey) {
      const key = keyOf(sid, type, name);
      let eid = ids.get(key);
      if (eid !== undefined) return eid;
      if (!absent.delete(key)) eid = rows.entity(sid, type, name);
      if (eid === undefined) {
        eid = ++newest;
        rows.addEntity(eid, sid, type, name);
        onNew(eid);
      }
      if (ids.size >= MAX_CACHED) ids.clear();
      ids.set(key, eid);
      return eid;
    },
    drop() {
      ids.clear();
      absent.clear();
    },
  };
}

function keyOf(sid: number, type: string, name: string): string {
  return `${sid} ${type.length} ${type} ${name}`;
}

function namedIn(event: StoredEvent, extracted: Partial<Extracted>): EntityKey[] {
  const { facts = [], edges = [], retract = [], reinforce = [] } = extracted;
  return [
    ...(extracted.document === undefined ? [] : [{ type: 'actor', name: event.actorId }]),
    ...facts,
    ...[...edges, ...retract].flatMap(({ source, target }) => [source, target]),
    ...reinforce,
  ];
}
