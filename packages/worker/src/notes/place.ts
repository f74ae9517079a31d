/** One workspace as a source of notes: its log, its name, and the digits at the end of its ids. */
import type { Notes, NoteSource } from '@hookloom/memory';
import type { OperationContext } from '../operations/context.ts';
import { openedMemory } from '../memory-access.ts';
import type { OpenWorkspace, Workspaces } from '../workspaces/workspaces.ts';
import type { EventStore } from '@hookloom/core/events';
import { verifiedRows } from '../unavailable-events.ts';

export interface NotePlace {
  slot: number;
  /** The display name of the project. */
  project: string;
  /** The log's session. */
  log: string;
  /** Absolute path of the workspace. */
  root: string;
  context: OperationContext;
}

export function placeOf({ slot, project, workspace, runtime }: OpenWorkspace): NotePlace {
  const { session: log, root } = workspace;
  return { slot, project: project.alias, log, root, context: runtime.context };
}

/** The workspaces of a project, or all of them. Empty for an unknown name. */
export async function placesOf(
  workspaces: Workspaces,
  project: string | null | undefined,
): Promise<NotePlace[]> {
  const wanted = project ?? '';
  const open = wanted === '' ? await workspaces.all() : await workspaces.forProject(wanted);
  return open.map(placeOf);
}

/** The notes of a place whose events verify. Drains the inbox first. */
export async function notesOf({ context }: Pick<NotePlace, 'context'>): Promise<Notes> {
  await context.drain();
  return heldNotes((await openedMemory(context)).notes, context.store);
}

/** Notes, summaries and prompts whose events verify. The others are omitted and named at the start of the answer. */
function heldNotes(notes: Notes, store: Pick<EventStore, 'check'>): Notes {
  const held = <Row extends NoteSource>(rows: readonly Row[]): Promise<Row[]> =>
    verifiedRows(store, rows, ({ log, seq, hash }) => ({ session: log, seq, hash }));
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
