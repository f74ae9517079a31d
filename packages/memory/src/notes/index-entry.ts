/**
 * Rows as lines of an index for a model: bounded, on one line, without control characters, and withheld if the text
 * addresses the assistant.
 */
import type { Channel } from '@hookloom/core/events';
import { excerpt, foldText } from '../shown/clean-text.ts';
import { withhold, type QuarantineDecisions } from '../shown/withhold.ts';
import type { NoteSource, ObservationRow, PromptRow, SummaryRow } from './rows.ts';

export type EntryKind = 'observation' | 'session' | 'prompt';

export interface IndexEntry {
  kind: EntryKind;
  log: string;
  seq: number;
  /** Milliseconds. */
  epoch: number;
  /** Only for an observation, otherwise empty. */
  type: string;
  title: string;
  /** The first file that it changed, else the first that it read; empty if there is none. */
  file: string;
  /** Estimated tokens of the complete row. */
  readTokens: number;
  channel: Channel;
  hash: string;
  score?: number;
  /** All recorded text, to decide whether it may be shown. */
  recorded: string;
  /** The seq of the newest work that was added to it. */
  told?: number;
}

const TITLE_CHARS = 160;
const FILE_CHARS = 200;
const PROMPT_CHARS = 60;
const CHARS_PER_TOKEN = 4;

type Scored<T> = T & { score?: number };

export function observationEntry(row: Scored<ObservationRow>): IndexEntry {
  const { title, subtitle, narrative, facts, files_modified, files_read } = row;
  const said = [title, subtitle ?? '', narrative ?? '', ...facts];
  const size = said.slice(0, 3).join('').length + JSON.stringify(facts).length;
  return {
    ...common(row),
    kind: 'observation',
    type: excerpt(foldText(row.type), PROMPT_CHARS),
    title: excerpt(foldText(title), TITLE_CHARS),
    file: excerpt(foldText(files_modified[0] ?? files_read[0] ?? ''), FILE_CHARS),
    readTokens: Math.ceil(size / CHARS_PER_TOKEN),
    recorded: [...said, ...files_modified, ...files_read].join('\n'),
    ...(row.told_seq !== null && { told: row.told_seq }),
  };
}

export function summaryEntry(row: Scored<SummaryRow>): IndexEntry {
  const { request, investigated, learned, completed, next_steps, notes } = row;
  const recorded = [request, investigated, learned, completed, next_steps, notes]
    .filter((text) => text !== null)
    .join('\n');
  return {
    ...common(row),
    kind: 'session',
    type: '',
    title: excerpt(foldText(request ?? completed ?? ''), TITLE_CHARS),
    file: '',
    readTokens: Math.ceil(recorded.length / CHARS_PER_TOKEN),
    recorded,
  };
}

export function promptEntry(row: Scored<PromptRow>): IndexEntry {
  return {
    ...common(row),
    kind: 'prompt',
    type: '',
    title: excerpt(foldText(row.prompt_text), PROMPT_CHARS),
    file: '',
    readTokens: Math.ceil(row.prompt_text.length / CHARS_PER_TOKEN),
    recorded: row.prompt_text,
  };
}

function common(row: Scored<NoteSource>) {
  const { log, seq, hash, channel, created_at_epoch: epoch, score } = row;
  return { log, seq, hash, channel, epoch, ...(score !== undefined && { score }) };
}

/** Separates the entries that may be shown from those that are withheld. */
export function admitEntries(entries: readonly IndexEntry[], decisions: QuarantineDecisions) {
  return withhold(
    entries,
    ({ log: session, seq, hash, channel, recorded: text, told }) => ({
      session,
      seq,
      hash,
      channel,
      text,
      ...(told !== undefined && { told }),
    }),
    decisions,
  );
}
