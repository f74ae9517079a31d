import { queryRequest } from '../../operations/query.ts';
import { verbatimRequest } from '../../operations/verbatim.ts';
import { defineTool } from './tool.ts';

export const queryTools = [
  defineTool({
    name: 'memory_query',
    title: 'Search memory',
    description:
      'Ranked, cited chunks, best first. also: 3 to 6 words that the answer may use. temporal_filter: valid at that ISO 8601 time; paged or cursor: page by page; session_ids: several sessions.',
    input: queryRequest,
    output: ['contexts'],
    profile: 'core',
    scope: 'read',
    run: (_, args, __, { runtime }) => runtime.query(args),
    summarize(result) {
      const rows = Array.isArray(result) ? result : result.contexts;
      return `${rows.length} rows`;
    },
  }),
];

export const verbatimTools = [
  defineTool({
    name: 'memory_verbatim',
    title: 'Recall verbatim',
    description:
      'Exact chunks of the log as they were recorded, ranked for a query, with citation, kind and metadata: transcript turns, document chunks, command output, identifiers, quoted phrases. Needs no facts. Reported text is fenced; withheld says why a text is omitted.',
    input: verbatimRequest,
    scope: 'read',
    run: (_, args, __, { runtime }) => runtime.verbatim(args),
    summarize: (result) => `${result.length} rows`,
  }),
];
