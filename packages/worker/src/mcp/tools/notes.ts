import {
  getObservations,
  noteSearchRequest,
  noteTimeline,
  noteTimelineRequest,
  observationsRequest,
  searchNotes,
  type NoteIndex,
  type ObservationsAnswer,
} from '../../notes/read-notes.ts';
import { defineTool, READS } from './tool.ts';

export const noteTools = [
  defineTool({
    name: 'search',
    title: 'Search work notes',
    description:
      'An index of notes, session summaries and prompts: id, time, title, estimated tokens. Without query it lists by the filters, newest first. First of three steps: search, then timeline around an id, then get_observations for the few ids that matter.',
    input: noteSearchRequest,
    annotations: READS,
    profile: 'full',
    scope: 'read',
    handler: (args, { runtime }) => searchNotes(runtime.context, args),
    summarize: (result) => `${(result as NoteIndex).results.length} rows`,
  }),
  defineTool({
    name: 'timeline',
    title: 'What happened around a note',
    description:
      'Notes, summaries and prompts before and after an anchor (a note id, S and a summary id, P and a prompt id, or an ISO 8601 time) or the best hit of a query; oldest first.',
    input: noteTimelineRequest,
    annotations: READS,
    profile: 'full',
    scope: 'read',
    handler: (args, { runtime }) => noteTimeline(runtime.context, args),
    summarize: (result) => `${(result as NoteIndex).results.length} rows`,
  }),
  defineTool({
    name: 'get_observations',
    title: 'Read notes by id',
    description:
      'Whole notes for ids of search, timeline or the session start: narrative, facts, concepts, files. What has no room is named in left_out.',
    input: observationsRequest,
    annotations: READS,
    profile: 'full',
    scope: 'read',
    handler: (args, { runtime }) => getObservations(runtime.context, args),
    summarize: (result) => `${(result as ObservationsAnswer).observations.length} notes`,
  }),
];
