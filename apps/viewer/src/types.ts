/** The answers of the worker that several screens share. */
import type { JsonObject } from '@hookloom/core';
import type { PublicObservation, PublicPrompt, PublicRow, PublicSummary } from '@hookloom/worker';
import type { Answer } from './api.ts';
import type { StoredEvent } from '@hookloom/core/events';

export type { JsonObject, StoredEvent };

export type EventLine = Answer<'/api/viewer/live'>['workspaces'][number]['recent'][number] & {
  /** Only if several projects are in one list. */
  slot?: number;
  project?: string;
};
export type RowState = NonNullable<EventLine['row']>;
export type WorkspaceLine = Answer<'/api/viewer/workspaces'>['workspaces'][number];
export type HookFigures = Answer<'/api/viewer/hooks'>['figures'];
export type ClientSession = Answer<'/api/viewer/sessions'>['sessions'][number];
/** A row of the notes, as returned by `/api/observations` and similar routes. */
export type NoteRow = PublicRow &
  Partial<Omit<PublicObservation & PublicSummary & PublicPrompt, keyof PublicRow>>;
export type Fact = Answer<'/api/viewer/memory/facts'>['facts'][number];

/** One row of either list. */
export interface Remembered {
  citation: string;
  content: string;
  kind: string;
  authority: string;
  channel: string;
  from: string | null;
  to: string | null;
  isPinned: boolean;
  entity: { name: string; type: string } | null;
  reported: boolean;
  slot: number;
  project: string;
  /** Of a note, summary or prompt. */
  note: { id: number; kind: RowState['kind']; superseded: boolean } | null;
}
