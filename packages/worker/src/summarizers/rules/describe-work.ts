/** One item of recorded work as a note that says only what the events say. */
import type { Described } from './described.ts';
import type { EditWork, ToolWork } from '@hookloom/core/events';
import { describeCommand } from './describe-command.ts';
import { inWords, line, quoted, unique } from './in-words.ts';

const VERBS: Record<string, string> = {
  created: 'Created',
  written: 'Wrote',
  deleted: 'Deleted',
  modified: 'Changed',
};
const LOOKS: Record<string, string> = {
  Read: 'Read',
  NotebookRead: 'Read',
  Grep: 'Searched',
  Glob: 'Searched',
  LS: 'Looked into',
  list_directory: 'Looked into',
  list_dir: 'Looked into',
  codebase_search: 'Searched',
};

export function describe(work: ToolWork): Described {
  if (work.edits.length > 0) return describeEdits(work.edits);
  if (work.command !== null) return describeCommand(work.command);
  if (Object.hasOwn(LOOKS, work.tool)) return describeLook(work);
  return describeOther(work);
}

export function describeEdits(edits: EditWork[]): Described {
  const files = unique(edits.map(({ path }) => path));
  const operations = unique(edits.map(({ operation }) => operation));
  const verb = operations.length === 1 ? (VERBS[operations[0]!] ?? 'Changed') : 'Changed';
  const counted = linesOf(edits);
  return {
    kind: 'edit',
    subject: files.join('\n'),
    outcome: 'ok',
    said: '',
    note: {
      type: 'change',
      title: line(`${verb} ${inWords(files, 'file')}`, 100),
      subtitle: counted === null ? null : `${counted}.`,
      facts: files.slice(0, 20).map((path) => factOf(edits.filter((edit) => edit.path === path))),
      narrative: null,
      concepts: ['what-changed'],
      filesRead: [],
      filesModified: files,
    },
  };
}

/** The changes of one file. */
function factOf(edits: EditWork[]): string {
  const { path, operation } = edits[0]!;
  const lines = linesOf(edits);
  const times = edits.length === 1 ? `was ${operation}` : `was changed ${edits.length} times`;
  return `${path} ${times}${lines === null ? '' : `: ${lines}`}`;
}

/** @example linesOf([{ added: 2, removed: 1, … }]) === '2 lines added, 1 removed' */
export function linesOf(edits: EditWork[]): string | null {
  if (edits.every(({ added, removed }) => added === null && removed === null)) return null;
  const [added, removed] = [sum(edits, 'added'), sum(edits, 'removed')];
  // An editor that reports a save does not report lines.
  if (added === 0 && removed === 0) return null;
  return `${added} ${added === 1 ? 'line' : 'lines'} added${removed > 0 ? `, ${removed} removed` : ''}`;
}

function sum(edits: EditWork[], key: 'added' | 'removed'): number {
  return edits.reduce((total, edit) => total + (edit[key] ?? 0), 0);
}

function describeLook({ tool, path: named, target = null, status, result }: ToolWork): Described {
  const reads = tool === 'Read' || tool === 'NotebookRead';
  const path = named ?? (reads ? (target?.replace(/:\d+-\d+$/, '') ?? null) : null);
  const failed = status === 'error';
  const verb = LOOKS[tool]!;
  const searched = verb !== 'Searched' ? null : (target ?? (path === null ? null : `in ${path}`));
  const title =
    searched !== null
      ? `Searched: ${searched}`
      : path !== null
        ? `${verb} ${path}`
        : reads
          ? 'Read a file'
          : 'Searched the files';
  const why = failed ? quoted(result) : null;
  return {
    kind: failed ? 'other' : 'look',
    subject: path ?? tool,
    outcome: failed ? 'failed' : 'ok',
    said: why ?? '',
    ...(searched !== null && { searched: line(searched, 80) }),
    note: {
      type: 'discovery',
      title: line(failed ? `Could not read ${path ?? 'a file'}` : title, 100),
      subtitle: failed ? why : result === null ? null : `${line(result, 80)}.`,
      facts: failed && path !== null ? [`${path} could not be read`] : [],
      narrative: null,
      concepts: failed ? ['gotcha'] : ['how-it-works'],
      filesRead: reads && path !== null && !failed ? [path] : [],
      filesModified: [],
    },
  };
}

function describeOther({ tool, mcp, result, status, agentType }: ToolWork): Described {
  const failed = status === 'error';
  const name = mcp === null ? tool : `${mcp.tool} of ${mcp.server}`;
  const words: Record<string, string> = {
    WebFetch: 'Read a web page',
    WebSearch: 'Searched the web',
    Agent: `Had ${agentType === null ? 'another agent' : `the agent ${agentType}`} work on it`,
  };
  const title = Object.hasOwn(words, tool) ? words[tool]! : `Used ${name}`;
  const text = quoted(result);
  return {
    kind: 'other',
    subject: name,
    outcome: failed ? 'failed' : '',
    said: failed ? (text ?? '') : '',
    note: {
      type: 'discovery',
      title: line(failed ? `Failed: ${title}` : title, 100),
      subtitle: text,
      facts: failed ? [`${name} failed${text === null ? '' : `: ${text}`}`] : [],
      narrative: null,
      concepts: failed ? ['gotcha'] : [],
      filesRead: [],
      filesModified: [],
    },
  };
}
