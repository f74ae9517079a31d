/** Converts session names to a scope, with the collection statistics that the scores need. */
import type { SearchRequest } from '../rows.ts';
import type { Database } from '../store/port.ts';
import type { Scope } from './scope.ts';

export interface Scopes {
  of(request: Pick<SearchRequest, 'sessions' | 'asOfSeq'>): Scope;
  /** Names of the actors that may be meant. */
  actors(scope: Scope): string[];
}

const MAX_ACTORS = 2000;

export function createScopes(db: Database): Scopes {
  const sessions = db.prepare('SELECT sid, name, seq, docs, tokens FROM sessions ORDER BY sid');
  const actors = db.prepare(
    `SELECT DISTINCT name FROM entities WHERE sid = ? AND type = 'actor' ORDER BY name LIMIT ${MAX_ACTORS}`,
  );
  return {
    of({ sessions: wanted, asOfSeq }) {
      const rows = sessions.all();
      const scope: Scope = {
        sids: [],
        names: new Map(),
        heads: [],
        documents: 0,
        tokens: 0,
        asOfSeq: asOfSeq ?? Number.MAX_SAFE_INTEGER,
      };
      for (const row of rows) {
        // Statistics cover the whole store; rows do not.
        scope.heads.push({ sid: Number(row['sid']), seq: Number(row['seq']) });
        scope.documents += Number(row['docs']);
        scope.tokens += Number(row['tokens']);
        const name = String(row['name']);
        if (wanted.includes(name)) {
          scope.sids.push(Number(row['sid']));
          scope.names.set(Number(row['sid']), name);
        }
      }
      return scope;
    },
    actors: (scope) => [
      ...new Set(scope.sids.flatMap((sid) => actors.all(sid).map((row) => String(row['name'])))),
    ],
  };
}
