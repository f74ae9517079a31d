/**
 * Makes notes by rules: what each item of work says, which items form one note, and what an earlier note already
 * covers. Pure: the same work and earlier notes give the same notes.
 */
import type { EditWork, NoteDraft, ToolWork } from '@hookloom/core/events';
import type { EarlierWork } from '@hookloom/memory';
import type { Described } from './described.ts';
import { describe, describeEdits } from './describe-work.ts';
import { fixedNote, explorationNote } from './joined-notes.ts';
import { unique } from './in-words.ts';

/** The subject of a note, stored with it to compare later work. */
export interface WorkMark {
  kind: string;
  subject: string;
  outcome: string;
  said: string;
}

export type NoteAction =
  | {
      do: 'record';
      draft: NoteDraft;
      mark: WorkMark;
      work: ToolWork[];
      /** The replaced note and the events that it covers. */
      supersedes: { note: string; covers: string[] } | null;
    }
  | { do: 'merge'; note: string; work: ToolWork[]; filesRead: string[]; filesModified: string[] };

type Recorded = Extract<NoteAction, { do: 'record' }>;

/** A note that later work may join: an existing one, or one of this call. */
interface OpenNote extends WorkMark {
  at: number;
  promptNumber: number | null;
  /** Whether it is in the session of the work. */
  isHere: boolean;
  files: string[];
  covers: number;
  earlier: EarlierWork | null;
  action: Recorded | null;
}

const MINUTE = 60_000;
/** How long work of the same turn belongs together. */
const TOGETHER_MS = 15 * MINUTE;
/** How long a failure waits for its fix, in its session and in a later one. */
const CURE_MS = 120 * MINUTE;
const CURE_ELSEWHERE_MS = 7 * 24 * 60 * MINUTE;
/** A check that passes in every session is one note with a count. */
const REPEATED = new Set(['test', 'build', 'check', 'install']);
const MAX_LOOKED_AT = 12;
const MAX_COVERS = 300;

export function makeNotes(
  work: readonly ToolWork[],
  earlier: readonly EarlierWork[],
): NoteAction[] {
  const actions: NoteAction[] = [];
  const standing: OpenNote[] = earlier.map((note) => ({
    ...note,
    at: Date.parse(note.at),
    covers: note.covers.length,
    earlier: note,
    action: null,
  }));
  for (const item of work) {
    const described = describe(item);
    const near = standing.filter((note) => isNear(note, item));
    const elsewhere = standing.filter(({ isHere, covers }) => !isHere && covers < MAX_COVERS);
    if (described.kind === 'look') look(item, described, near, elsewhere);
    else if (!cures(item, described)) join(item, described, near, elsewhere);
  }
  return actions;

  function look(item: ToolWork, described: Described, near: OpenNote[], elsewhere: OpenNote[]) {
    const [file] = described.note.filesRead;
    // A search gets no note if there is a result, nor does reading that was done before in another session.
    const known =
      file === undefined
        ? near.findLast(isResult)
        : elsewhere.findLast(
            ({ kind, files }) =>
              kind === 'look' && described.note.filesRead.every((path) => files.includes(path)),
          );
    if (known !== undefined) return merge(known, item, described);
    const open = near.findLast(
      ({ kind, files }) =>
        kind === 'look' &&
        (files.length < MAX_LOOKED_AT || (file !== undefined && files.includes(file))),
    );
    const files = unique([...(open?.files ?? []), ...described.note.filesRead]);
    const searches = Number(open?.subject ?? 0) + (described.note.filesRead.length === 0 ? 1 : 0);
    if (open?.earlier != null && files.length === open.files.length)
      return merge(open, item, described);
    const searched = unique([...(open?.said.split('\n') ?? []), described.searched ?? '']);
    const note =
      open === undefined
        ? { ...described.note, facts: [] }
        : explorationNote(files, searches, searched.slice(0, MAX_LOOKED_AT));
    const said = searched.slice(0, MAX_LOOKED_AT).join('\n');
    const mark = { kind: 'look', subject: String(searches), outcome: 'ok', said };
    if (open?.action != null) {
      open.action.work.push(item);
      open.action.draft = { ...note, items: [...open.action.draft.items, item.id] };
      open.action.mark = mark;
      Object.assign(open, mark, { files, covers: open.covers + item.covers.length });
    } else record({ note, mark, work: [item], replaces: open, files });
  }

  /** Whether a command that failed now works, so that one note covers both. */
  function cures(item: ToolWork, described: Described): boolean {
    if (described.kind !== 'command' || described.outcome !== 'ok') return false;
    const at = standing.findLastIndex(
      ({ kind, subject }) => kind === 'command' && subject === described.subject,
    );
    const failed = standing[at];
    const within = failed?.isHere === false ? CURE_ELSEWHERE_MS : CURE_MS;
    if (failed?.outcome !== 'failed' || Date.parse(item.at) - failed.at > within) return false;
    const edits = standing.filter(({ kind, at: when }) => kind === 'edit' && when >= failed.at);
    const files = unique(edits.flatMap((edit) => edit.files));
    const mark = { kind: 'command', subject: described.subject, outcome: 'ok', said: '' };
    const note = fixedNote(described, failed.said, files);
    const before = failed.action;
    if (before !== null) drop(before);
    standing.splice(at, 1);
    record({
      note,
      mark,
      work: [...(before?.work ?? []), item],
      replaces: failed,
      files: [],
    });
    return true;
  }

  function join(item: ToolWork, described: Described, near: OpenNote[], elsewhere: OpenNote[]) {
    const { subject, outcome, purpose = '' } = described;
    const isRun = isOnlyRun(described);
    const kind = isRun ? 'run' : described.kind;
    const joined = isRun ? near.findLast(isResult) : undefined;
    const candidates = outcome === 'ok' && REPEATED.has(purpose) ? [...elsewhere, ...near] : near;
    const same =
      joined ??
      candidates.findLast(
        (note) =>
          note.kind === kind &&
          note.subject === subject &&
          note.outcome === outcome &&
          note.covers < MAX_COVERS,
      );
    if (same === undefined) {
      const { note, said } = described;
      const files = [...note.filesRead, ...note.filesModified];
      // A command that was only run, or a search, was not the purpose of the turn.
      const minor = near.filter(isMinor);
      const before = minor.flatMap(({ action }) => action ?? []);
      for (const action of before) drop(action);
      const last = minor.findLast(({ earlier: old }) => old !== null) ?? minor.at(-1);
      for (const each of minor)
        if (each.action !== null && each !== last) standing.splice(standing.indexOf(each), 1);
      record({
        note,
        mark: { kind, subject, outcome, said },
        work: [...before.flatMap((action) => action.work), item],
        replaces: last,
        files,
      });
    } else merge(same, item, described);
  }

  function merge(into: OpenNote, item: ToolWork, { note, kind }: Described): void {
    into.at = Date.parse(item.at);
    into.covers += item.covers.length;
    if (into.action !== null) {
      const { work: items, draft } = into.action;
      items.push(item);
      draft.items.push(item.id);
      if (kind !== 'edit') return;
      const edits = items.flatMap((each): EditWork[] => each.edits);
      into.action.draft = { ...describeEdits(edits).note, items: draft.items };
      return;
    }
    const { filesRead, filesModified } = note;
    const id = into.earlier!.note;
    const open = actions.find((action) => action.do === 'merge' && action.note === id);
    if (open?.do === 'merge') {
      open.work.push(item);
      open.filesRead = unique([...open.filesRead, ...filesRead]);
      open.filesModified = unique([...open.filesModified, ...filesModified]);
    } else actions.push({ do: 'merge', note: id, work: [item], filesRead, filesModified });
  }

  function record(made: {
    note: Described['note'];
    mark: WorkMark;
    work: ToolWork[];
    replaces: OpenNote | undefined;
    files: string[];
  }): void {
    const { note, mark, work: items, replaces, files } = made;
    const last = items[items.length - 1]!;
    const older = replaces?.earlier ?? null;
    const inherited = replaces?.action?.supersedes ?? null;
    const action: Recorded = {
      do: 'record',
      draft: { ...note, items: items.map(({ id }) => id) },
      mark,
      work: items,
      supersedes: older === null ? inherited : { note: older.note, covers: older.covers },
    };
    const [gone] = [replaces === undefined ? -1 : standing.indexOf(replaces)];
    if (gone >= 0) standing.splice(gone, 1);
    // Work that joined the older note in this call moves with it.
    if (older !== null) {
      const joined = actions.find((other) => other.do === 'merge' && other.note === older.note);
      if (joined !== undefined) {
        action.work = [...joined.work, ...action.work];
        action.draft.items = action.work.map(({ id }) => id);
        drop(joined);
      }
    }
    actions.push(action);
    standing.push({
      ...mark,
      at: Date.parse(last.at),
      promptNumber: last.promptNumber,
      isHere: true,
      files,
      covers: items.reduce((sum, { covers }) => sum + covers.length, older?.covers.length ?? 0),
      earlier: null,
      action,
    });
  }

  function drop(action: NoteAction): void {
    actions.splice(actions.indexOf(action), 1);
  }
}

/** It did not fail and states no result, so it gets a note only if its turn has no other. */
function isOnlyRun({ kind, purpose, outcome }: Described): boolean {
  if (kind !== 'command' || outcome === 'failed') return false;
  return outcome === '' || purpose === 'run' || purpose === 'git';
}

/** A note that such a run can join. */
function isResult({ kind, covers }: OpenNote): boolean {
  return (kind === 'edit' || kind === 'command') && covers < MAX_COVERS;
}

/** Not informative: a run, or a search that read no file. */
function isMinor({ kind, files }: OpenNote): boolean {
  return kind === 'run' || (kind === 'look' && files.length === 0);
}

function isNear(note: OpenNote, { at, promptNumber }: ToolWork): boolean {
  if (!note.isHere) return false;
  return note.promptNumber === promptNumber && Math.abs(Date.parse(at) - note.at) <= TOGETHER_MS;
}
