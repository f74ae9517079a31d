/** The notes interface of the memory. Updates the projection before it reads. */
import type { Notes } from './notes.ts';
import type { NoteReader } from '../store/notes/read-notes.ts';
import { searchNotes } from './search-notes.ts';

/** Updates the projection of one log, then reads with its id. */
type Follow = <T>(log: string, read: (reader: NoteReader, sid: number) => T) => Promise<T>;

export function createNotes(follow: Follow): Notes {
  return {
    observations: (request) =>
      follow(request.log, (reader, sid) => reader.list('observations', sid, request)),
    summaries: (request) =>
      follow(request.log, (reader, sid) => reader.list('summaries', sid, request)),
    prompts: (request) =>
      follow(request.log, (reader, sid) => reader.list('prompts', sid, request)),
    sessions: (request) =>
      follow(request.log, (reader, sid) => reader.list('sessions', sid, request)),
    keys: (kind, request) => follow(request.log, (reader, sid) => reader.keys(kind, sid, request)),
    byIds: (log, seqs) =>
      follow(log, (reader, sid) => ({
        observations: reader.byIds('observations', sid, log, seqs),
        summaries: reader.byIds('summaries', sid, log, seqs),
        prompts: reader.byIds('prompts', sid, log, seqs),
        sessions: reader.byIds('sessions', sid, log, seqs),
      })),
    around: (request) => follow(request.log, (reader, sid) => reader.around(sid, request)),
    session: (log, name) => follow(log, (reader, sid) => reader.session(sid, log, name)),
    search: (request) => follow(request.log, (reader, sid) => searchNotes(reader, sid, request)),
    counts: (log) => follow(log, (reader, sid) => reader.counts(sid)),
    retention: (log, rule) => follow(log, (reader, sid) => reader.retention(sid, rule)),
    platforms: (log) => follow(log, (reader, sid) => reader.platforms(sid)),
  };
}
