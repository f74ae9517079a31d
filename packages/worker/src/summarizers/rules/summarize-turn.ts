/** The result of a turn, from its recorded work. What the events do not say stays empty. */
import type { EditWork, SummaryDraft, ToolWork, TurnWork } from '@hookloom/core/ports/summarizer';
import { extractStatements } from '@hookloom/memory/statements/extract-statements';
import type { Described } from './described.ts';
import { describe, linesOf } from './describe-work.ts';
import { inWords, line, unique } from './in-words.ts';
import { makeNotes } from './make-notes.ts';
import { nextSteps } from './next-steps.ts';

const REQUEST_CHARS = 600;
const OUTCOME_CHARS = 400;
const MAX_LINES = 12;

export function summarizeTurn(
  turn: TurnWork,
): SummaryDraft & { filesRead: string[]; filesEdited: string[] } {
  const described = turn.work.map((work) => ({ work, said: describe(work) }));
  const filesRead = unique(described.flatMap(({ said }) => said.note.filesRead));
  const edits = turn.work.flatMap((work) => work.edits);
  return {
    request: turn.request === null ? null : line(turn.request, REQUEST_CHARS),
    investigated: investigated(described, filesRead),
    learned: learned(turn.work),
    completed: completed(described, edits),
    nextSteps: turn.lastWords === null ? null : nextSteps(turn.lastWords),
    notes: turn.lastWords === null ? null : outcomeIn(turn.lastWords),
    filesRead: filesRead.slice(0, 100),
    filesEdited: unique(edits.map(({ path }) => path)).slice(0, 100),
  };
}

/** What the last words state. The turn itself is recorded. */
function outcomeIn(lastWords: string): string | null {
  const said = extractStatements({ role: 'assistant', text: lastWords }).map(({ text }) => text);
  return said.length === 0 ? null : line(unique(said).join(' '), OUTCOME_CHARS);
}

interface Seen {
  work: ToolWork;
  said: Described;
}

function investigated(described: Seen[], files: string[]): string | null {
  const searches = described.filter(
    ({ said }) => said.kind === 'look' && said.note.filesRead.length === 0,
  ).length;
  const web = described.filter(({ work }) => /^Web(Fetch|Search)$/.test(work.tool)).length;
  return sentences([
    files.length === 0 ? '' : `Read ${inWords(files, 'file', 8)}`,
    searches === 0
      ? ''
      : searches === 1
        ? 'Searched the files once'
        : `Searched the files ${searches} times`,
    web === 0 ? '' : web === 1 ? 'Looked at the web once' : `Looked at the web ${web} times`,
  ]);
}

/** Failures, and what ended them. */
function learned(work: ToolWork[]): string | null {
  const facts = makeNotes(work, []).flatMap((action) =>
    action.do === 'record' &&
    action.draft.concepts.some((c) => c === 'gotcha' || c === 'problem-solution')
      ? action.draft.facts
      : [],
  );
  return sentences(unique(facts).slice(0, MAX_LINES));
}

function completed(described: Seen[], edits: EditWork[]): string | null {
  const paths = unique(edits.map(({ path }) => path));
  const changed = paths.slice(0, MAX_LINES).map((path) => {
    const own = edits.filter((edit) => edit.path === path);
    const lines = linesOf(own);
    const last = own[own.length - 1]!.operation;
    const verb = own.some(({ operation }) => operation === 'created')
      ? 'Created'
      : last === 'deleted'
        ? 'Deleted'
        : 'Changed';
    return `${verb} ${path}${lines === null ? '' : ` (${lines})`}`;
  });
  const more = paths.length - changed.length;
  // Of a repeated command, only the last run counts.
  const last = new Map(
    described.filter(({ said }) => said.kind === 'command').map(({ said }) => [said.subject, said]),
  );
  const ran = [...last.values()]
    .filter(({ outcome }) => outcome === 'ok')
    .map(({ purpose, subject, note }) =>
      purpose === 'commit' || purpose === 'install' ? note.title : `\`${subject}\` succeeded`,
    );
  return sentences([
    ...changed,
    ...(more > 0 ? [`Changed ${more} more files`] : []),
    ...unique(ran).slice(0, MAX_LINES),
  ]);
}

function sentences(parts: string[]): string | null {
  const said = parts.filter((part) => part !== '');
  return said.length === 0 ? null : `${said.join('. ')}.`;
}
