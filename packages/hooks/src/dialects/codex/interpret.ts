/** Reads the answer of a hook written for Codex (docs/reference/client-behaviour.md#codex-answers). */
import type { HookEvent } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import type { Handler } from '../../engine/handler.ts';
import type { Interpreted, RawOutcome } from '../../engine/outcome.ts';
import { Answer } from '../claude/answer.ts';
import { noiseLine } from '../noise-line.ts';
import { brokenNote, chooseAnswer } from '../read-answer.ts';
import { ANSWER_FIELDS, readFields } from './answer-fields.ts';
import { codexEvent } from './events.ts';

type ProcessOutcome = Extract<RawOutcome, { kind: 'process' }>;

/**
 * Exit 2 blocks with stderr as its reason. On exit 0 the JSON on stdout decides, and plain text is context on the three
 * events that accept it. Other exit codes are warnings.
 *
 * Codex drops refusals for their form: text around the JSON, an empty reason, an unknown field, an exit code other than
 * 0. Here such a refusal counts, and the notes say what Codex would have done. An allow in such a form does not count.
 */
export function codexInterpret(
  outcome: RawOutcome,
  handler: Handler,
  event: HookEvent,
): Interpreted {
  const native = codexEvent(handler.event);
  if (native === undefined) return { reason: 'silent', response: { decision: 'none' }, notes: [] };
  const answer = new Answer(native, event);
  if (outcome.kind === 'process') return ofProcess(outcome, answer);
  answer.note('Codex has no http hooks.');
  return answer.done('http_error');
}

function ofProcess(outcome: ProcessOutcome, answer: Answer): Interpreted {
  const { exitCode, signal, timedOut, startError, stdout, stderr } = outcome;
  if (startError !== null) {
    answer.note(`It could not be started: ${startError}.`);
    return answer.done('not_started');
  }
  if (timedOut || signal !== null || exitCode === null) {
    if (rescue(stdout, answer)) answer.note('It refused before it was ended, which counts.');
    return answer.done(timedOut ? 'timed_out' : 'killed');
  }
  if (exitCode === 2) return ofExit2(stdout, stderr, answer);
  if (exitCode === 0) return ofGood(outcome, answer);
  if (rescue(stdout, answer)) {
    answer.note(`Codex itself would ignore its answer, because it ended with ${exitCode}.`);
    return answer.done('answered');
  }
  answer.note(`It ended with ${exitCode}: a warning, and what it printed does not count.`);
  return answer.done('warned_by_exit');
}

function ofGood({ stdout, truncated }: ProcessOutcome, answer: Answer): Interpreted {
  const { native } = answer;
  const read = chooseAnswer(stdout, ANSWER_FIELDS);
  const text = stdout.replace(/^\uFEFF/, '').trim();
  switch (read.kind) {
    case 'empty':
      return answer.done('silent');
    case 'object':
      readFields(read.value, answer);
      for (const other of read.others) rescueFrom(other, answer);
      if (read.noise !== null)
        answer.note(
          `Codex itself would not read its answer, because of the text around it: ${noiseLine(read.noise)}`,
        );
      return answer.done('answered');
    case 'text':
      if (native.takesPlainText) {
        answer.addContext(text);
        return answer.done('answered');
      }
      answer.note(`Plain text on stdout says nothing on ${native.name}.`);
      return answer.done(native.refusal === 'continue_with' ? 'unreadable' : 'silent');
    case 'broken':
      // Text that merely contains a brace is plain text.
      if (native.takesPlainText && !text.startsWith('{')) {
        answer.addContext(text);
        return answer.done('answered');
      }
      answer.note(brokenNote(truncated));
      return answer.done('unreadable');
  }
}

function ofExit2(stdout: string, stderr: string, answer: Answer): Interpreted {
  const { native } = answer;
  const read = chooseAnswer(stdout, ANSWER_FIELDS);
  let reason = stderr.trim();
  if (reason === '') {
    answer.note('It exited with 2 without a reason on stderr. Codex itself would continue.');
    if (read.kind === 'object') reason = reasonIn(read.value, answer);
  }
  if (native.refusal === null) {
    answer.note(`${native.name} cannot be blocked.`);
    return answer.done('block_not_possible');
  }
  answer.refuse(reason, `A hook of ${native.name} blocked this and gave no reason (exit 2).`);
  return answer.done('blocked_by_exit');
}

function reasonIn(value: JsonObject, answer: Answer): string {
  const spoken = answer.another();
  readFields(value, spoken);
  return spoken.response.continue_with ?? spoken.response.reason ?? '';
}

/** Honours a refusal that Codex would ignore. True if there was one. */
function rescue(stdout: string, answer: Answer): boolean {
  const read = chooseAnswer(stdout, ANSWER_FIELDS);
  if (read.kind !== 'object') return false;
  return [read.value, ...read.others].map((one) => rescueFrom(one, answer)).includes(true);
}

function rescueFrom(value: JsonObject, answer: Answer): boolean {
  const spoken = answer.another();
  readFields(value, spoken);
  if (!spoken.refused) return false;
  answer.takeRefusal(spoken.response);
  return true;
}
