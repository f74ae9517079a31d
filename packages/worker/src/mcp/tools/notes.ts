import { getObservations, noteTimeline, searchNotes } from '../../notes/read-notes.ts';
import { defineTool } from './tool.ts';

export const noteTools = [
  defineTool({
    name: 'search',
    title: 'Search work notes',
    description:
      'An index of notes, session summaries and prompts: id, time, title, estimated tokens. Without query it lists by the filters, newest first. First of three steps: search, then timeline around an id, then get_observations for the few ids that matter.',
    scope: 'read',
    run: searchNotes,
    summarize: (result) => `${result.results.length} rows`,
  }),
  defineTool({
    name: 'timeline',
    title: 'What happened around a note',
    description:
      'Notes, summaries and prompts before and after an anchor (a note id, S and a summary id, P and a prompt id, or an ISO 8601 time) or the best hit of a query; oldest first.',
    scope: 'read',
    run: noteTimeline,
    summarize: (result) => `${result.results.length} rows`,
  }),
  defineTool({
    name: 'get_observations',
    title: 'Read notes by id',
    description:
      'Whole notes for ids of search, timeline or the session start: narrative, facts, concepts, files. What has no room is named in left_out.',
    scope: 'read',
    run: getObservations,
    summarize: (result) => `${result.observations.length} notes`,
  }),
];
