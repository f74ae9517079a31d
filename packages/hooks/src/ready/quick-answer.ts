/**
 * Answers the start of a session, and a prompt, from prepared data, without the engine: for a session without hooks of
 * the user, in the same format as the client's renderer.
 */
import type { ClientName } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import type { UnsealedEvent } from '@hookloom/core/events';
import { branchOf } from './branch-of.ts';
import { promptContext } from './prompt-context.ts';
import { readyContext, type ReadyAnswer, type ReadyRequest } from './ready-context.ts';

/** The known facts of a delivery. */
export interface QuickRequest extends Pick<ReadyRequest, 'client' | 'projectDir' | 'env'> {
  flags: Record<string, string>;
  target: ReadyRequest['target'] | null;
  nativeEvent: string | undefined;
}

export interface QuickAnswer {
  /** Empty if there is nothing to add. */
  stdout: string;
  /** Records in the log what was added. */
  records: UnsealedEvent[];
}

/** The moment for each event that is answered. */
const MOMENTS: Partial<Record<ClientName, Record<string, 'session' | 'prompt'>>> = {
  'claude-code': { SessionStart: 'session', UserPromptSubmit: 'prompt' },
  codex: { SessionStart: 'session', UserPromptSubmit: 'prompt' },
  gemini: { SessionStart: 'session', BeforeAgent: 'prompt' },
};
/** A resumed session still has its earlier context. */
const FRESH = new Set(['startup', 'compact']);
const NOTHING: ReadyAnswer = { text: '', record: null };

/**
 * Null if the engine must answer.
 *
 * @param isAtOnce Also returns null if the answer would have to wait.
 */
export function quickAnswer(
  { client, target, flags, projectDir, env, nativeEvent }: QuickRequest,
  payload: JsonObject,
  isAtOnce = false,
): QuickAnswer | null {
  const { hook_event_name: name, session_id: id, source, prompt, cwd } = payload;
  const moments = MOMENTS[client] ?? {};
  if (typeof name !== 'string' || !Object.hasOwn(moments, name)) return null;
  const moment = moments[name];
  if (flags['inject'] !== moment || target === null) return null;
  if (nativeEvent !== undefined && nativeEvent !== name) return null;
  if (payload['agent_id'] !== undefined) return null;
  const isFresh = typeof source === 'string' && FRESH.has(source);
  const said = typeof prompt === 'string' ? prompt : null;
  if (moment === 'session' ? !isFresh : said === null) return null;
  const clientSession = typeof id === 'string' ? id : 'unknown';
  const branch = branchOf(typeof cwd === 'string' ? cwd : '') ?? branchOf(projectDir);
  const asked = { client, clientSession, projectDir, branch, target, env, nowMs: Date.now() };
  const ready =
    moment === 'session'
      ? readyContext(asked, isAtOnce)
      : (promptContext({ ...asked, prompt: said ?? '' }) ?? NOTHING);
  if (ready === null) return null;
  const { text: additionalContext, record } = ready;
  const stdout =
    additionalContext === ''
      ? ''
      : JSON.stringify({ hookSpecificOutput: { hookEventName: name, additionalContext } });
  return { stdout, records: record === null ? [] : [record] };
}
