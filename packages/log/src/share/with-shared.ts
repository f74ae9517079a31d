/** The log of a workspace together with what others share: each session is read where it is. */
import { existsSync } from 'node:fs';
import { isSharedSession, permissionDenied } from '@hookloom/core';
import type { EventStore } from '@hookloom/core/events';

type Reads = Pick<EventStore, 'head' | 'read' | 'readBatches' | 'at' | 'check'>;

export interface SharedStore extends Reads {
  shared(): string[];
}

/** What others share, if it is opened only when it is needed. Nothing is shared while none of the places exists. */
export function sharedIn(places: () => string[], open: () => SharedStore): SharedStore {
  let opened: SharedStore | undefined;
  const others = () => (opened ??= open());
  return {
    ...readsBySession(others),
    shared: () => (places().some(existsSync) ? others().shared() : []),
  };
}

function readsBySession(of: (session: string) => Reads): Reads {
  return {
    head: (session, since) => of(session).head(session, since),
    read: (session, options) => of(session).read(session, options),
    readBatches: (session, options) => of(session).readBatches(session, options),
    at: (session, seq) => of(session).at(session, seq),
    check: (session, seqs) => of(session).check(session, seqs),
  };
}

/** Combines files of the repository and logs from the team's store. */
export function joinShared(files: SharedStore, parts: SharedStore): SharedStore {
  return {
    ...readsBySession((session) => (session.startsWith('team-') ? parts : files)),
    shared: () => [...files.shared(), ...parts.shared()],
  };
}

/** Combines the log with a team's files. An append to one of these throws `permission_denied`. */
export function withShared<S extends EventStore>(store: S, shared: SharedStore): S {
  return {
    ...store,
    ...readsBySession((session) => (isSharedSession(session) ? shared : store)),
    shared: () => shared.shared(),
    append(session, events, options) {
      if (!isSharedSession(session)) return store.append(session, events, options);
      throw permissionDenied(
        'The files of other writers are read-only.',
        'Share something of your own with `hookloom share publish`.',
      );
    },
  };
}
