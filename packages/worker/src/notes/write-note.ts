/** What users write: a note, a correction, a pin. */
import { invalidRequest, type JsonObject } from '@hookloom/core';
import { redactText, stripPrivate } from '@hookloom/core/redact';
import { z } from 'zod';
import {
  parseRequest,
  recordOperation,
  type Caller,
  type OperationContext,
} from '../operations/context.ts';
import { assertNotForgotten } from '../operations/forgotten-gate.ts';

const text = z.string().min(1).max(20_000);
const line = z.string().min(1).max(300);

/** `POST /api/memory/save`. */
export const saveRequest = z.looseObject({
  text: z
    .string()
    .max(20_000)
    .refine((said) => said.trim() !== '', 'must contain more than white space'),
  title: line.optional(),
  project: z.string().trim().min(1).max(200).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

/** `PATCH /api/observation/:id`: omitted fields stay the same. */
export const changeRequest = z
  .strictObject({
    title: line.optional(),
    subtitle: z.string().max(1000).optional(),
    narrative: z.string().max(20_000).optional(),
    facts: z.array(text).max(50).optional(),
    type: z.string().min(1).max(60).optional(),
    concepts: z.array(z.string().min(1).max(60)).max(20).optional(),
    pinned: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'must change something');

const TITLE_CHARS = 80;

/** Stores a user's note and pins it, so that it comes first wherever notes are selected. */
export async function saveNote(
  context: OperationContext,
  request: unknown,
  caller: Caller,
  contentSession: (project: string | undefined) => string,
): Promise<{ seq: number; title: string; id: string }> {
  const given = parseRequest(saveRequest, request);
  const said = stripPrivate(given.text).text.trim();
  if (said === '')
    throw invalidRequest(
      'The whole text is private, so nothing was saved.',
      'Remove the private tags from the text to save.',
    );
  // Masks before truncating, because no rule recognises half of a secret.
  const shown = (text: string): string => redactText(stripPrivate(text).text).text.trim();
  const title = shown(given.title ?? '') || titleOf(shown(said));
  await assertNotForgotten(context, said, title);
  const payload: JsonObject = {
    session_id: contentSession(given.project),
    type: 'discovery',
    title,
    narrative: said,
    made_by: 'manual',
    pinned: true,
  };
  const event = { type: 'note.recorded', payload };
  const { seq, id } = await recordOperation(context, context.workspace.session, event, caller);
  return { seq, title, id };
}

/** Corrects or pins a note. Its first text stays in the log. */
export async function changeNote(
  context: OperationContext,
  note: string,
  request: unknown,
  caller: Caller,
): Promise<void> {
  const change = parseRequest(changeRequest, request);
  const strip = (value: unknown): unknown =>
    typeof value === 'string'
      ? stripPrivate(value).text
      : Array.isArray(value)
        ? value.map(strip)
        : value;
  const payload = Object.fromEntries(
    Object.entries({ note, ...change }).map(([key, value]) => [key, strip(value)]),
  ) as JsonObject;
  const texts = Object.values(payload).flat();
  await assertNotForgotten(context, ...texts.filter((one) => typeof one === 'string'));
  const event = { type: 'note.changed', payload };
  await recordOperation(context, context.workspace.session, event, caller);
}

function titleOf(said: string): string {
  const [first = ''] = said.split('\n');
  return first.length <= TITLE_CHARS ? first : `${first.slice(0, TITLE_CHARS - 1).toWellFormed()}…`;
}
