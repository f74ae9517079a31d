/** Reads the answer of a hook in the `toml` language: first the exit code, then the JSON. */
import { DECISIONS, type Decision, type HookEvent, type HookResponse } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import type { Handler } from '../../engine/handler.ts';
import type { Interpreted, OutcomeReason, RawOutcome } from '../../engine/outcome.ts';
import { noiseLine } from '../noise-line.ts';
import { brokenNote, chooseAnswer } from '../read-answer.ts';
import { CLAUDE_FIELDS } from './claude-fields.ts';
import { claudePart } from './claude-part.ts';
import { tomlEvent, type TomlEvent } from './events.ts';
import { modify } from './modify.ts';

type ProcessOutcome = Extract<RawOutcome, { kind: 'process' }>;

/** Fields of an answer. docs/reference/hook-language.md describes each of them. */
export const TOML_ANSWER_FIELDS = [
  'decision',
  'reason',
  'content',
  'system_message',
  'suppress_output',
  'stop_reason',
  'trigger_action',
] as const;

/** Fields that distinguish an answer from a log line; `reason` alone may occur in any log line. */
const ANSWER_FIELDS = [
  ...TOML_ANSWER_FIELDS.filter((field) => field !== 'reason'),
  'systemMessage',
  'suppressOutput',
  ...CLAUDE_FIELDS,
];

/** An answer while it is being read. */
class Answer {
  readonly native: TomlEvent;
  readonly event: HookEvent;
  readonly response: HookResponse = { decision: 'none' };
  readonly notes: string[] = [];
  #impossible = false;
  #invalid: string | null = null;

  constructor(native: TomlEvent, event: HookEvent) {
    this.native = native;
    this.event = event;
  }

  /** The stronger of two decisions counts. */
  decide(decision: Decision, reason: string): void {
    const { response } = this;
    if (DECISIONS.indexOf(decision) <= DECISIONS.indexOf(response.decision)) return;
    delete response.reason;
    response.decision = decision;
    if (reason !== '') response.reason = reason;
  }

  /** A block: a deny, or continuing at a stop. On other events it is an error in the log. */
  block(reason: string): void {
    const { native, response, notes } = this;
    if (!native.blockable) {
      this.#impossible = true;
      notes.push(`${native.name} cannot be blocked, so it continues.`);
      return;
    }
    const text =
      reason.trim() === '' ? `A ${native.name} hook blocked this and gave no reason.` : reason;
    if (native.type !== 'stop') this.decide('deny', text);
    else response.continue_with ??= text;
  }

  /** @param why The end of a sentence that begins with the hook. */
  invalid(why: string, counts: boolean): void {
    this.notes.push(`${why[0]!.toUpperCase()}${why.slice(1)}.`);
    if (counts) this.#invalid ??= why;
  }

  done(reason: OutcomeReason): Interpreted {
    const { response } = this;
    const invalid = reason === 'answered' ? this.#invalid : null;
    // A run that was ended does not continue.
    if (response.stop_agent === true) delete response.continue_with;
    if (response.decision === 'deny') delete response.modify_args;
    return {
      reason: this.#impossible ? 'block_not_possible' : invalid === null ? reason : 'unreadable',
      response,
      ...(invalid !== null && { invalid }),
      notes: [...new Set(this.notes)],
    };
  }
}

/**
 * Exit 0: the JSON on stdout decides, and without JSON the operation proceeds. Exit 2: a block with stderr as its
 * reason, or an error in the log if the event cannot be blocked. Other codes: a warning, and the decision does not
 * count. A block that was printed before the timeout counts.
 */
export function tomlInterpret(
  outcome: RawOutcome,
  handler: Handler,
  event: HookEvent,
): Interpreted {
  const native = tomlEvent(handler.event);
  if (native === undefined) return { reason: 'silent', response: { decision: 'none' }, notes: [] };
  const answer = new Answer(native, event);
  if (outcome.kind === 'process') return ofProcess(outcome, answer, handler);
  answer.notes.push('This language has no http hooks.');
  return answer.done('http_error');
}

function ofProcess(outcome: ProcessOutcome, answer: Answer, handler: Handler): Interpreted {
  const { exitCode, signal, timedOut, startError, stdout, stderr } = outcome;
  if (startError !== null) {
    answer.notes.push(`It could not be started: ${startError}.`);
    return answer.done('not_started');
  }
  if (timedOut || signal !== null || exitCode === null)
    return ofCutShort(timedOut ? 'timed_out' : 'killed', stdout, answer);
  if (exitCode === 2) return ofExit2(stdout, stderr, answer);
  if (exitCode !== 0) {
    answer.notes.push(`It ended with ${exitCode}: a warning, and its decision does not count.`);
    return answer.done('warned_by_exit');
  }
  const read = chooseAnswer(stdout, ANSWER_FIELDS);
  switch (read.kind) {
    case 'empty':
      return answer.done('silent');
    case 'text':
      answer.notes.push('It printed text that is not JSON, which has no meaning in this language.');
      return answer.done('silent');
    case 'broken':
      answer.notes.push(brokenNote(outcome.truncated));
      return answer.done('unreadable');
    case 'object':
      readFields(read.value, answer);
      // Other programs print JSON too, but a guard with a misspelt field must not let the call through.
      if (!isAnswer(read.value))
        answer.invalid('it printed JSON without a field of an answer', handler.critical);
      for (const other of read.others) rescue(other, answer);
      if (read.noise !== null)
        answer.notes.push(`There is text around its JSON: ${noiseLine(read.noise)}`);
      return answer.done('answered');
  }
}

function ofExit2(stdout: string, stderr: string, answer: Answer): Interpreted {
  const read = chooseAnswer(stdout, ANSWER_FIELDS);
  const said = read.kind === 'object' ? textOf(read.value, ['reason'], answer) : '';
  if (stderr.trim() === '') answer.notes.push('It exited with 2 without a reason on stderr.');
  answer.block(stderr.trim() === '' ? said : stderr.trim());
  return answer.done('blocked_by_exit');
}

/** The run no longer decides anything, but a block that it printed before still counts. */
function ofCutShort(reason: OutcomeReason, stdout: string, answer: Answer) {
  const read = chooseAnswer(stdout, ANSWER_FIELDS);
  if (read.kind === 'object')
    for (const one of [read.value, ...read.others])
      if (rescue(one, answer)) answer.notes.push('It blocked before it was ended, which counts.');
  return answer.done(reason);
}

/** Honours only a block. True if there was one. */
function rescue(value: JsonObject, answer: Answer): boolean {
  const { native, event } = answer;
  if (!native.blockable) return false;
  const spoken = new Answer(native, event);
  readFields(value, spoken);
  const { decision, continue_with, reason } = spoken.done('answered').response;
  if (decision !== 'deny' && continue_with === undefined) return false;
  answer.block(continue_with ?? reason ?? '');
  return true;
}

function readFields(value: JsonObject, answer: Answer): void {
  const { native, event, response, notes } = answer;
  const stopReason = textOf(value, ['stop_reason'], answer);
  readDecision(value, stopReason, answer);
  const message = textOf(value, ['system_message', 'systemMessage'], answer);
  if (message !== '') response.system_message = message;
  if (flagOf(value, ['suppress_output', 'suppressOutput'], answer)) response.suppress_output = true;
  const action = textOf(value, ['trigger_action'], answer);
  if (action !== '') response.trigger_action = action;
  if (stopReason !== '') {
    if (native.type === 'stop' || native.type === 'subagent_stop')
      response.stop_reason = stopReason;
    else notes.push(`stop_reason counts on stop events, not on ${native.name}.`);
  }
  const claude = CLAUDE_FIELDS.some((key) => Object.hasOwn(value, key))
    ? claudePart(value, native, event)
    : null;
  if (claude === null) return;
  notes.push(...claude.notes);
  const { decision, reason = '', continue_with, ...more } = claude.response;
  if (decision === 'deny') answer.block(reason);
  else answer.decide(decision, reason);
  if (continue_with !== undefined) answer.block(continue_with);
  for (const [key, field] of Object.entries(more))
    if (!Object.hasOwn(response, key)) Object.assign(response, { [key]: field });
}

function readDecision(value: JsonObject, stopReason: string, answer: Answer): void {
  const { native, event, notes } = answer;
  const given = own(value, 'decision');
  if (given === undefined || given === null) return;
  const word = typeof given === 'string' ? given.trim().toLowerCase() : '';
  const reason = textOf(value, ['reason'], answer);
  switch (word) {
    case 'proceed':
    case 'continue':
      return;
    case 'block':
    case 'deny':
      return answer.block(reason === '' && native.type === 'stop' ? stopReason : reason);
    case 'approve':
    case 'allow':
      if (native.type === 'before_tool' || native.type === 'permission_request')
        answer.decide('allow', reason);
      return;
    case 'ask':
      if (native.type === 'before_tool' || native.type === 'permission_request')
        answer.decide('ask', reason);
      else notes.push(`Nobody can be asked on ${native.name}.`);
      return;
    case 'modify':
      return modify(own(value, 'content'), native, event, answer);
    default:
      answer.invalid('its decision is none of proceed, block, modify, allow and ask', true);
  }
}

/** An empty object proceeds. */
function isAnswer(value: JsonObject): boolean {
  const keys = Object.keys(value);
  return keys.length === 0 || keys.some((key) => ANSWER_FIELDS.includes(key));
}

function own(value: JsonObject, key: string): JsonObject[string] | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The first of the spellings that is a text; '' if there is none. */
function textOf(value: JsonObject, keys: readonly string[], { notes }: Answer): string {
  for (const key of keys) {
    const text = own(value, key);
    if (typeof text === 'string') return text;
    if (text !== undefined && text !== null)
      notes.push(`"${key}" is not a text; it does not count.`);
  }
  return '';
}

function flagOf(value: JsonObject, keys: readonly string[], { notes }: Answer): boolean {
  for (const key of keys) {
    const flag = own(value, key);
    if (flag === true) return true;
    if (flag !== undefined && flag !== null && flag !== false)
      notes.push(`"${key}" is neither true nor false; it does not count.`);
  }
  return false;
}
