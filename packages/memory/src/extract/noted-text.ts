/** The texts that a row of the notes shows. Texts made by rules exist only there. */
import { stringsAt, type JsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { textOf } from './extracted.ts';

/** Fields of a note that a later event may add to or change. */
export const NOTE_FIELDS = ['title', 'subtitle', 'narrative', 'facts'];

export const SUMMARY_FIELDS = 'request investigated learned completed next_steps notes'.split(' ');

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'note.recorded': [...NOTE_FIELDS, 'files_modified', 'files_read'],
  'session.summarized': SUMMARY_FIELDS,
  'note.merged': NOTE_FIELDS,
  'note.changed': NOTE_FIELDS,
};

/** The texts of a note or a summary itself; empty for every other event. */
export function notedTexts(event: StoredEvent): string[] {
  return event.type === 'note.merged' || event.type === 'note.changed' ? [] : textsOfNote(event);
}

/** Includes what a later event adds to a note. */
export function notedText(event: StoredEvent): string {
  return textsOfNote(event).join('\n');
}

function textsOfNote({ type, payload }: StoredEvent): string[] {
  const keys = FIELDS[type];
  return keys === undefined ? [] : textsUnder(payload, keys);
}

export function textsUnder(payload: JsonObject, keys: readonly string[]): string[] {
  return keys
    .flatMap((key) => [textOf(payload, key), ...stringsAt(payload, key)])
    .filter((text) => text !== '');
}
