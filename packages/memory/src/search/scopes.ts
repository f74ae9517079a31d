/** Converts session names to a scope, with the collection statistics that the scores need. */
import type { SearchRequest } from '../rows.ts';
import type { Database } from '../store/port.ts';
import type { Scope } from './scope.ts';
import { readSessions } from '../store/session-rows.ts';
import { actorsOf } from '../store/entity-rows.ts';

export type Scopes = ReturnType<typeof createScopes>;

const MAX_ACTORS = 2000;

export function createScopes(db: Database) {
  return {
    of({ sessions: wanted, asOfSeq }: Pick<SearchRequest, 'sessions' | 'asOfSeq'>): Scope {
      const scope: Scope = {
        sids: [],
        names: new Map(),
        heads: [],
        documents: 0,
        tokens: 0,
        asOfSeq: asOfSeq ?? Number.MAX_SAFE_INTEGER,
      };
      for (const { sid, name, seq, docs, tokens } of readSessions(db)) {
        // Statistics cover the complete store; rows do not.
        scope.heads.push({ sid, seq });
        scope.documents += docs;
        scope.tokens += tokens;
        if (wanted.includes(name)) {
          scope.sids.push(sid);
          scope.names.set(sid, name);
        }
      }
      return scope;
    },
    /** Names of the actors that a question may mean. */
    actors: (scope: Scope): string[] => [
      ...new Set(scope.sids.flatMap((sid) => actorsOf(db, sid, MAX_ACTORS))),
    ],
  };
}
