/** The bodies of the session routes: both spellings of the client's session id, bounded, validated as documented. */
import { notFound, type HookloomError } from '@hookloom/core';
import type { Speaker } from '@hookloom/hooks';
import { z } from 'zod';
import type { OpenWorkspace } from '../../workspaces/workspaces.ts';
import { readJsonBody } from '../body.ts';
import { promptSource } from '../prompt-source.ts';
import type { Admitted, Reply } from '../route.ts';

const id = z.string().min(1).max(512);
const text = z.string();
const name = z.string().max(512);

/** All fields of all bodies. Each route checks the fields that it needs. */
export const sessionBody = z.looseObject({
  contentSessionId: id.optional(),
  claudeSessionId: id.optional(),
  sessionId: id.optional(),
  project: name.optional(),
  cwd: z.string().max(4096).optional(),
  platformSource: name.optional(),
  prompt: text.optional(),
  userPrompt: text.optional(),
  promptNumber: z.number().optional(),
  customTitle: name.optional(),
  tool_name: z.string().min(1).max(512).optional(),
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
  tool_use_id: id.optional(),
  toolUseId: id.optional(),
  agentId: name.optional(),
  agentType: name.optional(),
  last_user_message: text.optional(),
  last_assistant_message: text.optional(),
  transcript_path: z.string().max(4096).optional(),
  reason: name.optional(),
  isProcessing: z.boolean().optional(),
});

export type SessionBody = z.output<typeof sessionBody> & {
  session: string | null;
  /** Who wrote its prompt. */
  speaker(open: OpenWorkspace): Speaker;
};

/** An invalid request: the documented answer, which names fields and never their values. */
export class InvalidBody extends Error {
  readonly reply: Reply;

  constructor(issues: { path: string; message: string; code: string }[]) {
    super('ValidationError');
    this.reply = { status: 400, json: { error: 'ValidationError', issues } };
  }
}

export async function readSessionBody(call: Admitted): Promise<SessionBody> {
  const { value } = await readJsonBody(call.request);
  const parsed = sessionBody.safeParse(value);
  if (!parsed.success)
    throw new InvalidBody(
      parsed.error.issues.slice(0, 5).map(({ path, message, code }) => ({
        path: path.map(String).join('.').slice(0, 100),
        message: message.slice(0, 200),
        code,
      })),
    );
  const { contentSessionId, claudeSessionId, sessionId } = parsed.data;
  return {
    ...parsed.data,
    session: contentSessionId ?? claudeSessionId ?? sessionId ?? null,
    speaker: (open) => promptSource(call, open.workspace.root),
  };
}

/** The client's own session id. No route ever invents one. */
export function sessionOf({ session }: SessionBody): string {
  if (session !== null) return session;
  throw new InvalidBody([
    { path: 'contentSessionId', message: 'Required (or claudeSessionId).', code: 'invalid_type' },
  ]);
}

export function toolOf({ tool_name }: SessionBody): string {
  if (tool_name !== undefined) return tool_name;
  throw new InvalidBody([{ path: 'tool_name', message: 'Required.', code: 'invalid_type' }]);
}

export function unknownSession(): HookloomError {
  return notFound(
    'There is no such session.',
    'Send the sessionDbId that /api/sessions/init returned.',
  );
}

/** Longer prompts are truncated, as documented. */
const MAX_PROMPT_BYTES = 256 * 1024;

export function cutPrompt(text: string): string {
  if (Buffer.byteLength(text) <= MAX_PROMPT_BYTES) return text;
  return Buffer.from(text)
    .subarray(0, MAX_PROMPT_BYTES)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
}
