/** Reads the answer of a hook written for Claude Code (docs/reference/client-behaviour.md#claude-code-answers). */
import type { HookEvent } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, parseJsonObject } from '@hookloom/core';
import type { Handler } from '../../engine/handler.ts';
import type { Interpreted, OutcomeReason, RawOutcome } from '../../engine/outcome.ts';
import { Answer } from './answer.ts';
import { brokenNote, chooseClaudeAnswer, type Chosen } from '../read-answer.ts';
import { claudeEvent } from './events.ts';
import { readWithExit2, readFields } from './answer-fields.ts';

type ProcessOutcome = Extract<RawOutcome, { kind: 'process' }>;
type HttpOutcome = Extract<RawOutcome, { kind: 'http' }>;

/** Text that looks like an incomplete answer, and not like prose that begins with a brace. */
const LIKE_AN_ANSWER = /"(decision|hookSpecificOutput|permissionDecision|continue)"\s*:/;

/**
 * Exit 2 blocks, whatever is on stdout. Otherwise JSON on stdout is the answer, on every exit code. A refusal counts
 * even in a form that Claude Code rejects (another `hookEventName`, `decision: "deny"`, lines around the JSON), because
 * a refusal must never be lost. An allow in such a form does not count. The notes report both.
 */
export function claudeInterpret(
  outcome: RawOutcome,
  handler: Handler,
  event: HookEvent,
): Interpreted {
  const native = claudeEvent(handler.event);
  if (native === undefined) return { reason: 'silent', response: { decision: 'none' }, notes: [] };
  const answer = new Answer(native, event);
  return outcome.kind === 'process' ? ofProcess(outcome, answer) : ofHttp(outcome, answer);
}

function ofProcess(outcome: ProcessOutcome, answer: Answer): Interpreted {
  const { exitCode, signal, timedOut, startError, stdout, stderr } = outcome;
  if (startError !== null)
    return failed('not_started', `It could not be started: ${startError}.`, answer);
  if (timedOut || signal !== null || exitCode === null)
    return failed(timedOut ? 'timed_out' : 'killed', stdout, answer, outcome.truncated);
  if (declaresAsync(stdout)) {
    answer.note('It answered {"async":true}, so its answer does not count.');
    return answer.done('answered');
  }
  if (exitCode === 2) return ofExit2(stdout, stderr, answer);
  const { native } = answer;
  const read = choose(stdout, answer);
  if (native.name === 'WorktreeCreate' && exitCode !== 0) {
    answer.refuse(stderr.trim(), 'It exited with an error, so no worktree can be created.');
    return answer.done('blocked_by_exit');
  }
  if (read.kind === 'object') {
    readObjects(read, answer);
    if (exitCode !== 0) answer.note(`Its JSON was read although it ended with ${exitCode}.`);
    return answer.done('answered');
  }
  if (exitCode !== 0) {
    answer.note(`It ended with ${exitCode}: a warning, nothing more.`);
    return answer.done('warned_by_exit');
  }
  if (read.kind === 'broken' && (!native.takesPlainText || LIKE_AN_ANSWER.test(stdout))) {
    answer.note(brokenNote(outcome.truncated));
    return answer.done('unreadable');
  }
  return ofPlainText(stdout.trim(), answer);
}

/** Plain text, exit 0. */
function ofPlainText(text: string, answer: Answer): Interpreted {
  const { native } = answer;
  if (text === '') return answer.done('silent');
  if (native.name === 'WorktreeCreate') {
    const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
    answer.extra('worktree_path', lines.at(-1)!.trim());
    return answer.done('answered');
  }
  if (native.takesPlainText) {
    answer.addContext(text);
    return answer.done('answered');
  }
  answer.note(`Plain text on stdout says nothing on ${native.name}.`);
  return answer.done('silent');
}

function ofExit2(stdout: string, stderr: string, answer: Answer): Interpreted {
  const read = choose(stdout, answer);
  let reason = stderr.trim();
  if (read.kind === 'object') {
    answer.note('It exited with 2, which takes precedence over its JSON.');
    if (reason === '') reason = reasonIn(read.value);
    readWithExit2(read.value, answer);
  }
  if (answer.native.refusal === null) {
    // Shown to the user, as in Claude Code.
    if (reason !== '') answer.response.system_message = reason;
    answer.note(`${answer.native.name} cannot be blocked.`);
    return answer.done('block_not_possible');
  }
  if (answer.native.name === 'PermissionRequest')
    answer.note('Claude Code itself does not treat exit 2 as a refusal on PermissionRequest.');
  if (stderr.trim() === '') answer.note('It exited with 2 without a reason on stderr.');
  answer.refuse(
    reason,
    `A hook of ${answer.native.name} blocked this and gave no reason (exit 2).`,
  );
  return answer.done('blocked_by_exit');
}

function reasonIn(value: JsonObject): string {
  const specific = value['hookSpecificOutput'] ?? null;
  const inner = isJsonObject(specific) ? specific['permissionDecisionReason'] : undefined;
  const texts = [inner, value['reason'], value['stopReason']];
  return texts.filter((text) => typeof text === 'string').find((text) => text.trim() !== '') ?? '';
}

function ofHttp({ status, body, error, truncated }: HttpOutcome, answer: Answer): Interpreted {
  if (error !== null || status === null)
    return failed(
      error === 'timeout' ? 'timed_out' : 'http_error',
      `No answer: ${error ?? 'none'}.`,
      answer,
    );
  if (status < 200 || status > 299) {
    answer.note(`The endpoint answered ${status}.`);
    return failed('http_error', body, answer, truncated);
  }
  if (body.trim() === '') return answer.done('silent');
  const read = choose(body, answer);
  if (read.kind === 'object') {
    readObjects(read, answer);
    return answer.done('answered');
  }
  answer.note('The endpoint answered with something that is not a JSON object.');
  return answer.done('unreadable');
}

/** The run failed and decides nothing, but a refusal that it printed before still counts. */
function failed(reason: OutcomeReason, said: string, answer: Answer, truncated?: boolean) {
  if (truncated === undefined) {
    answer.note(said);
    return answer.done(reason);
  }
  const spoken = answer.another();
  const read = choose(said, spoken);
  if (read.kind === 'object') readObjects(read, spoken);
  if (spoken.refused) {
    answer.takeRefusal(spoken.response);
    answer.note('It refused before it failed, which counts.');
  }
  return answer.done(reason);
}

function choose(text: string, answer: Answer): Chosen {
  const chosen = chooseClaudeAnswer(text);
  if (chosen.kind === 'object' && chosen.noise !== null)
    answer.note('There is text around its JSON; Claude Code itself would ignore the answer.');
  return chosen;
}

function readObjects({ value, others }: Chosen & { kind: 'object' }, answer: Answer): void {
  readFields(value, answer);
  for (const other of others) {
    const spoken = answer.another();
    readFields(other, spoken);
    if (spoken.refused) {
      answer.takeRefusal(spoken.response);
      answer.note('Another object in its output refused, which counts.');
    }
  }
}

/** Only the first line decides, as in Claude Code. */
function declaresAsync(stdout: string): boolean {
  const line = stdout.trimStart().split('\n', 1)[0]!.trim();
  return line.length <= 200 && parseJsonObject(line)?.['async'] === true;
}
