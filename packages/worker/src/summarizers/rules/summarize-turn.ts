/** Summarises a turn from its recorded work. What the events do not say stays empty. */
import type { EditWork, ToolWork, TurnWork } from '@hookloom/core/events';
import { extractStatements, isClientText } from '@hookloom/memory';
import { UNNAMED_FILE, type Described } from './described.ts';
import { describe, linesOf } from './describe-work.ts';
import { line, unique } from './in-words.ts';
import { makeNotes } from './make-notes.ts';

const REQUEST_CHARS = 600;
const SAID_CHARS = 400;
const MAX_LINES = 12;
/** Commands whose success is a result. */
const RESULTS = new Set(['test', 'build', 'check', 'commit', 'install']);

export function summarizeTurn(turn: TurnWork) {
  const described = turn.work.map((work) => ({ work, said: describe(work) }));
  const filesRead = unique(described.flatMap(({ said }) => said.note.filesRead));
  const edits = turn.work.flatMap((work) => work.edits).filter(({ path }) => path !== UNNAMED_FILE);
  const last = turn.lastWords ?? '';
  const said = extractStatements({ role: 'assistant', text: last });
  const saidAs = (...kinds: string[]): string[] =>
    said.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => line(text, SAID_CHARS));
  return {
    request:
      turn.request === null || isClientText(turn.request)
        ? null
        : line(turn.request, REQUEST_CHARS),
    // The files that were read have their own list.
    investigated: null,
    learned: sentences([...saidAs('cause', 'fact'), ...failures(turn.work)]),
    completed: sentences([...saidAs('done'), ...changes(edits), ...results(described)]),
    nextSteps: unique([...nextSteps(last), ...saidAs('open')]).join('; ') || null,
    notes: null,
    filesRead: filesRead.slice(0, 100),
    filesEdited: unique(edits.map(({ path }) => path)).slice(0, 100),
  };
}

/** Failures and their fixes. */
function failures(work: ToolWork[]): string[] {
  const facts = makeNotes(work, []).flatMap((action) =>
    action.do === 'record' &&
    action.draft.concepts.some((c) => c === 'gotcha' || c === 'problem-solution')
      ? action.draft.facts
      : [],
  );
  return unique(facts).slice(0, MAX_LINES);
}

function changes(edits: EditWork[]): string[] {
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
  return more > 0 ? [...changed, `Changed ${more} more files`] : changed;
}

/** Tests, builds, checks, commits and installations that succeeded. Only the last run of a repeated one counts. */
function results(described: { work: ToolWork; said: Described }[]): string[] {
  const last = new Map(
    described
      .filter(({ said }) => RESULTS.has(said.purpose ?? ''))
      .map(({ said }) => [said.subject, said]),
  );
  const ran = [...last.values()]
    .filter(({ outcome }) => outcome === 'ok')
    .map(({ purpose, subject, note }) =>
      purpose === 'commit' || purpose === 'install' ? note.title : `\`${subject}\` succeeded`,
    );
  return unique(ran).slice(0, MAX_LINES);
}

/** @example sentences(['Created a.ts', 'It works.']) === 'Created a.ts. It works.' */
function sentences(parts: string[]): string | null {
  const said = parts.map((part) => (/[.!?。！？]$/.test(part) ? part : `${part}.`));
  return said.length === 0 ? null : said.join(' ');
}

const HEADING =
  /^\s*(#{1,6}\s*|\*\*)?\s*(next( steps?)?|to[ -]?do|remaining( work)?|follow[- ]?ups?|still (to do|open)|what('s| is) (left|next))\b.{0,40}$/i;
const TOLD =
  /^(next[,:]? |the next step|remaining:|still (missing|to do|open)|to[ -]?do:|not (yet )?done|you (should|will (need|have)|(may|might) want) )/i;
const BULLET = /^\s*([-*•]|\d{1,2}[.)])\s+/;
const MAX_STEPS = 5;
const STEP_CHARS = 200;

export function nextSteps(lastWords: string): string[] {
  const lines = lastWords.slice(0, 65_536).split('\n');
  const steps: string[] = [];
  let isUnderHeading = false;
  for (const text of lines) {
    const plain = text.replace(BULLET, '').replaceAll('**', '').trim();
    const isHeading = HEADING.test(text) && !BULLET.test(text) && !/[.!?]\s*$/.test(text);
    if (isHeading) isUnderHeading = true;
    else if (isUnderHeading && BULLET.test(text)) steps.push(plain);
    else if (plain !== '') {
      if (/^\s*#{1,6}\s/.test(text) || steps.length > 0) isUnderHeading = false;
      steps.push(...plain.split(/(?<=[.!?])\s+/).filter((sentence) => TOLD.test(sentence)));
    }
  }
  const found = unique(steps.map((step) => line(step, STEP_CHARS))).slice(0, MAX_STEPS);
  return found.map((step) => step.replace(/[;]+$/, ''));
}
