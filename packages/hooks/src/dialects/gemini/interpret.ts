/** Reads the answer of a hook written for Gemini CLI (docs/reference/client-behaviour.md#gemini-cli-answers). */
import type { HookEvent } from '@hookloom/core/hook';
import { isJsonObject } from '@hookloom/core';
import type { Handler } from '../../engine/handler.ts';
import type { Interpreted, OutcomeReason, RawOutcome } from '../../engine/outcome.ts';
import { brokenNote, chooseClaudeAnswer, type Chosen } from '../read-answer.ts';
import { Answer } from '../claude/answer.ts';
import { readFields, type GeminiAnswer } from './answer-fields.ts';
import { geminiEvent } from './events.ts';

type ProcessOutcome = Extract<RawOutcome, { kind: 'process' }>;

/**
 * JSON on stdout is the answer on every exit code; if stdout is empty, JSON on stderr is. Without JSON, 0 is a message
 * for the user, 1 a warning, and any other code with text a denial.
 *
 * Stricter than Gemini CLI in two ways, because a refusal must never be lost: exit 2 without text denies, and text
 * around the JSON does not hide a denial. `allow` is no opinion: in Gemini CLI it skips no confirmation, so it must not
 * do so elsewhere.
 */
export function geminiInterpret(
  outcome: RawOutcome,
  handler: Handler,
  event: HookEvent,
): Interpreted {
  const native = geminiEvent(handler.event);
  if (native === undefined) return { reason: 'silent', response: { decision: 'none' }, notes: [] };
  const answer = new Answer(native, event);
  if (outcome.kind === 'process') return ofProcess(outcome, answer);
  // Files of this language contain only commands.
  answer.note('Gemini CLI has no http hooks.');
  return answer.done('http_error');
}

function ofProcess(outcome: ProcessOutcome, answer: GeminiAnswer): Interpreted {
  const { exitCode, signal, timedOut, startError, stdout, stderr, truncated } = outcome;
  if (startError !== null) {
    answer.note(`It could not be started: ${startError}.`);
    return answer.done('not_started');
  }
  if (timedOut || signal !== null || exitCode === null)
    return failed(timedOut ? 'timed_out' : 'killed', stdout, answer);
  const spoken = stdout.trim() === '' ? stderr : stdout;
  const read = chooseClaudeAnswer(unwrapped(spoken));
  if (read.kind === 'object') return ofJson(read, spoken === stderr, exitCode, answer);
  const text = spoken.trim();
  if (exitCode === 0) return ofGood(text, read.kind === 'broken', truncated, answer);
  if (exitCode === 1) {
    if (text !== '') answer.response.system_message = `Warning: ${text}`;
    answer.note('It exited with 1, which is only a warning.');
    return answer.done('warned_by_exit');
  }
  if (text === '' && exitCode !== 2) {
    answer.note(`It ended with ${exitCode} and said nothing: a warning, nothing more.`);
    return answer.done('warned_by_exit');
  }
  if (text === '')
    answer.note(
      'It exited with 2 without output. Gemini CLI itself would continue; here, that is a denial.',
    );
  return denied(stderr.trim() === '' ? text : stderr.trim(), answer);
}

function denied(reason: string, answer: GeminiAnswer): Interpreted {
  const { name, refusal } = answer.native;
  if (refusal === null && reason !== '') answer.response.system_message = reason;
  answer.refuse(reason, `A hook of ${name} blocked this and gave no reason.`);
  return answer.done('blocked_by_exit');
}

function ofGood(text: string, isBroken: boolean, truncated: boolean, answer: GeminiAnswer) {
  if (text === '') return answer.done('silent');
  if (isBroken) {
    answer.note(brokenNote(truncated));
    return answer.done('unreadable');
  }
  // Plain text is for the user here, not for the model (docs/reference/client-behaviour.md#gemini-cli-context).
  answer.response.system_message = text;
  return answer.done('answered');
}

function ofJson(
  read: Chosen & { kind: 'object' },
  onStderr: boolean,
  exitCode: number,
  answer: GeminiAnswer,
): Interpreted {
  if (read.noise !== null)
    answer.note(
      'There is text around its JSON; Gemini CLI itself would show all of it to the person.',
    );
  if (onStderr) answer.note('Its JSON was on stderr, which is read because stdout is empty.');
  const said = readObjects(read, answer);
  if (exitCode !== 2) {
    if (exitCode !== 0) answer.note(`Its JSON was read although it ended with ${exitCode}.`);
    return answer.done('answered');
  }
  if (said === 'allow') {
    answer.note('It exited with 2, but its JSON allows, which takes precedence in Gemini CLI.');
    return answer.done('answered');
  }
  if (said === 'deny') return answer.done('blocked_by_exit');
  answer.note('It exited with 2, and its JSON has no decision. Here, that is a denial.');
  answer.refuse('', `A hook of ${answer.native.name} blocked this and gave no reason (exit 2).`);
  return answer.done('blocked_by_exit');
}

/** The run failed and decides nothing, but a denial that it printed before still counts. */
function failed(reason: OutcomeReason, stdout: string, answer: GeminiAnswer): Interpreted {
  const read = chooseClaudeAnswer(unwrapped(stdout));
  if (read.kind === 'object') {
    const spoken = answer.another();
    if (readObjects(read, spoken) === 'deny') {
      const { reason: why, continue_with } = spoken.response;
      answer.refuse(continue_with ?? why ?? '', 'A hook denied this.');
      answer.note('It denied before it failed, which counts.');
    }
  }
  return answer.done(reason);
}

/** @returns The decision; a denial in another object on the output counts too. */
function readObjects(
  { value, others }: Chosen & { kind: 'object' },
  answer: GeminiAnswer,
): ReturnType<typeof readFields> {
  const said = readFields(value, answer);
  if (said === 'deny') return said;
  for (const other of others) {
    const spoken = answer.another();
    if (readFields(other, spoken) !== 'deny') continue;
    const { reason, continue_with } = spoken.response;
    answer.refuse(continue_with ?? reason ?? '', 'A hook denied this.');
    answer.note('Another object in its output denied, which counts.');
    return 'deny';
  }
  return said;
}

/** JSON inside a JSON text is read too. */
function unwrapped(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('"') || !trimmed.endsWith('"')) return text;
  try {
    const inner: unknown = JSON.parse(trimmed);
    return typeof inner === 'string' && isJsonObject(JSON.parse(inner)) ? inner : text;
  } catch {
    return text;
  }
}
