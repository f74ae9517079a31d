/** Notes, summaries and prompts whose events verify. The others are left out and named at the start of the answer. */
import type { EventStore } from '@hookloom/core';
import type { Notes } from '@hookloom/memory/notes/notes';
import type { NoteSource } from '@hookloom/memory/notes/rows';
import { heldRows } from '../unavailable-events.ts';

export function heldNotes(notes: Notes, store: Pick<EventStore, 'check'>): Notes {
  const held = <Row extends NoteSource>(rows: readonly Row[]): Promise<Row[]> =>
    heldRows(store, rows, ({ log, seq, hash }) => ({ session: log, seq, hash }));
  return {
    ...notes,
    observations: async (request) => held(await notes.observations(request)),
    summaries: async (request) => held(await notes.summaries(request)),
    prompts: async (request) => held(await notes.prompts(request)),
    sessions: async (request) => held(await notes.sessions(request)),
    async byIds(log, seqs) {
      const { observations, summaries, prompts, sessions } = await notes.byIds(log, seqs);
      return {
        observations: await held(observations),
        summaries: await held(summaries),
        prompts: await held(prompts),
        sessions: await held(sessions),
      };
    },
    async around(request) {
      const { observations, summaries, prompts } = await notes.around(request);
      return {
        observations: await held(observations),
        summaries: await held(summaries),
        prompts: await held(prompts),
      };
    },
    async session(log, contentSessionId) {
      const row = await notes.session(log, contentSessionId);
      return row === null ? null : ((await held([row]))[0] ?? null);
    },
    async search(request) {
      const { observations, sessions, prompts } = await notes.search(request);
      return {
        observations: await held(observations),
        sessions: await held(sessions),
        prompts: await held(prompts),
      };
    },
  };
}
