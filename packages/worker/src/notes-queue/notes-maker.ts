/** Makes the notes of a batch: by a model if one is configured and the day's budget allows it, otherwise by rules. */
import type {
  Clock,
  NoteDraft,
  SummarizerUsage,
  TurnWork,
  UnsealedEvent,
} from '@hookloom/core/events';
import { noteSettings } from '@hookloom/core/settings';
import { inParts } from '../summarizers/build-prompt.ts';
import { makeNotes, type NoteAction, type WorkMark } from '../summarizers/rules/make-notes.ts';
import { summarizeTurn } from '../summarizers/rules/summarize-turn.ts';
import { unique } from '../summarizers/rules/in-words.ts';
import type { OpenWorkspace, Workspaces } from '../workspaces/workspaces.ts';
import { createModels, type ModelAnswer, type ModelStatus } from './ask-models.ts';
import { noteEvent, summaryEvent, type MadeBy } from './note-events.ts';
import { BY_RULES, rulesNotes } from './rules-notes.ts';
import type { NoteBatch } from './process-queue.ts';

export interface NotesMaker {
  make(batch: NoteBatch): Promise<UnsealedEvent[]>;
  /** How many milliseconds this workspace's work may still be collected; 0 to process it now. */
  wait(open: OpenWorkspace): Promise<number>;
  status(): Promise<ModelStatus>;
  /** Aborts a running call. */
  stop(): void;
}

/** How long work is collected for a call, unless there is enough or a turn has ended. */
const GATHER_MS = 60_000;
const ENOUGH = 15;
/** The same for rules, so that consecutive work becomes one note instead of a growing one. */
const GATHER_FOR_RULES_MS = 1_000;
/** Older work was recorded before a model could be used, so its notes are made by rules. */
const FRESH_MS = 24 * 3_600_000;

type Recorded = Extract<NoteAction, { do: 'record' }>;

export function createNotesMaker(options: {
  env: Record<string, string | undefined>;
  clock: Clock;
  workspaces: Workspaces;
  monotonic(): number;
}): NotesMaker {
  const { clock, monotonic } = options;
  const models = createModels({ ...options, settings: noteSettings(options.env) });
  const since = new Map<number, number>();

  async function make(batch: NoteBatch): Promise<UnsealedEvent[]> {
    since.delete(batch.open.slot);
    if (!models.isAskable() || !isFresh(batch)) return rulesNotes(batch);
    const actions = makeNotes(batch.work, batch.earlier);
    const records = actions.filter((action) => action.do === 'record');
    const events = actions
      .filter((action) => action.do === 'merge')
      .map((action) => noteEvent(action, BY_RULES));
    const parts = inParts(records.map(({ draft, work }) => ({ id: draft.items[0]!, work })));
    if (parts.length === 0) parts.push([]);
    for (const [at, groups] of parts.entries()) {
      const turn = at === parts.length - 1 ? batch.turn : null;
      if (groups.length === 0 && turn === null) continue;
      const answer = await models.ask(batch.open, batch.log, { groups, turn });
      const own = records.filter(({ draft }) => groups.some(({ id }) => id === draft.items[0]));
      events.push(...notesOf(own, answer), ...(turn === null ? [] : [summaryOf(turn, answer)]));
    }
    return events;
  }

  function isFresh({ work, turn }: NoteBatch): boolean {
    const newest = turn?.at ?? work[work.length - 1]?.at;
    return newest !== undefined && clock.now() - Date.parse(newest) < FRESH_MS;
  }

  return {
    make,
    async wait({ slot, runtime }) {
      const gatherMs = models.isAskable() ? GATHER_MS : GATHER_FOR_RULES_MS;
      const opened = await runtime.memory.open();
      const counts = opened.ok ? await opened.memory.noteQueue.counts() : null;
      if (counts === null || counts.pending === 0 || counts.turns > 0 || counts.pending >= ENOUGH) {
        since.delete(slot);
        return 0;
      }
      const first = since.get(slot) ?? monotonic();
      since.set(slot, first);
      return Math.max(0, first + gatherMs - monotonic());
    },
    status: models.status,
    stop: models.stop,
  };
}

function notesOf(records: Recorded[], asked: ModelAnswer | null): UnsealedEvent[] {
  const left = new Map(records.map((record) => [record.draft.items[0]!, record]));
  const notes = asked?.answer.notes ?? [];
  const made: MadeBy = asked === null ? BY_RULES : { madeBy: asked.madeBy, tokens: share(asked) };
  const events: UnsealedEvent[] = [];
  for (const note of notes) {
    const own = note.items.flatMap((id) => left.get(id) ?? []);
    const joined = joinable(own);
    if (joined.length === 0) continue;
    for (const record of joined) left.delete(record.draft.items[0]!);
    events.push(noteEvent(joinedAction(note, joined), made));
  }
  // Work that the model's notes do not cover is not lost.
  return [...events, ...[...left.values()].map((record) => noteEvent(record, BY_RULES))];
}

/** One note replaces at most one other note. */
function joinable(records: Recorded[]): Recorded[] {
  const replacing = records.find(({ supersedes }) => supersedes !== null);
  return records.filter((record) => record.supersedes === null || record === replacing);
}

/** The model's words with the files that were really changed. */
function joinedAction(note: NoteDraft, records: Recorded[]): Recorded {
  return {
    do: 'record',
    draft: {
      ...note,
      items: records.flatMap(({ draft }) => draft.items),
      filesRead: unique(records.flatMap(({ draft }) => draft.filesRead)),
      filesModified: unique(records.flatMap(({ draft }) => draft.filesModified)),
    },
    mark: markOf(records),
    work: records.flatMap(({ work }) => work),
    supersedes: records.find(({ supersedes }) => supersedes !== null)?.supersedes ?? null,
  };
}

/** What later work is compared with. An unresolved failure comes first. */
function markOf(records: Recorded[]): WorkMark {
  const marks = records.map(({ mark }) => mark);
  return marks.find(({ outcome }) => outcome === 'failed') ?? marks[0]!;
}

function share({ answer: { usage, notes } }: ModelAnswer): SummarizerUsage {
  const parts = Math.max(1, notes.length);
  return {
    inputTokens: Math.round(usage.inputTokens / parts),
    outputTokens: Math.round(usage.outputTokens / parts),
  };
}

function summaryOf(turn: TurnWork, asked: ModelAnswer | null): UnsealedEvent {
  const byRules = summarizeTurn(turn);
  const summary = asked?.answer.summary ?? null;
  if (asked === null || summary === null) return summaryEvent(turn, byRules, BY_RULES);
  return summaryEvent(
    turn,
    { ...byRules, ...summary },
    { madeBy: asked.madeBy, tokens: share(asked) },
  );
}
