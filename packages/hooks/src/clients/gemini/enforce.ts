/**
 * What Gemini CLI 0.61.0 honours of an answer, as observed (docs/reference/client-behaviour.md#gemini-cli-answers).
 * Independent of `render`.
 */
import type { HookEvent, HookResponse } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue, parseJsonObject } from '@hookloom/core';
import type { HookClient } from '../client.ts';
import { GEMINI_EXTRAS, isUsable } from './render-extras.ts';
import { commonGeminiInput } from './tool-input.ts';

/** Events on which a denial counts. */
const REFUSED = new Set(
  'BeforeAgent BeforeModel AfterModel BeforeTool AfterTool AfterAgent'.split(' '),
);
const TAKES_CONTEXT = new Set(['SessionStart', 'BeforeAgent', 'AfterTool']);

/**
 * The answer is any text of the two outputs, standard output first. JSON counts whatever the exit status; other text
 * counts by the status (0: a message to the user, 1: a warning, more: a refusal).
 */
export const enforceGemini: HookClient['enforce'] = ({ stdout, stderr, exit }, event) => {
  // `trim` also removes a byte order mark, as Gemini CLI does.
  const text = stdout.trim() || stderr.trim();
  if (text === '') return { decision: 'none' };
  const answer = parseJsonObject(text);
  if (answer !== null) return take(answer, event);
  if (exit === 0) return { decision: 'none', system_message: text };
  if (exit === 1) return { decision: 'none', system_message: `Warning: ${text}` };
  return take({ decision: 'deny', reason: text }, event);
};

function take(answer: JsonObject, event: HookEvent): HookResponse {
  const name = event.native_event;
  const specific = isJsonObject(answer['hookSpecificOutput']) ? answer['hookSpecificOutput'] : {};
  const out: HookResponse = { decision: 'none' };
  put(out, 'system_message', answer['systemMessage']);
  if (REFUSED.has(name) && answer['continue'] === false) {
    out.stop_agent = true;
    put(out, 'stop_reason', answer['stopReason']);
  }
  const isDenied = answer['decision'] === 'deny' || answer['decision'] === 'block';
  const extras = extrasOf(name, specific, isDenied);
  if (isDenied && REFUSED.has(name)) refuse(out, answer, name, extras['llm_response']);
  if (answer['decision'] === 'ask' && name === 'BeforeTool' && out.stop_agent !== true) {
    // In the terminal the user is asked; a headless run ends without output.
    out.decision = 'ask';
    put(out, 'reason', answer['reason']);
  }
  const goesOn = out.decision !== 'deny' && out.stop_agent !== true;
  const isHeard = name === 'BeforeAgent' ? out.decision !== 'deny' : goesOn;
  if (TAKES_CONTEXT.has(name) && isHeard && event.subject !== 'clear')
    put(out, 'context', escaped(specific['additionalContext']));
  if (name === 'BeforeTool' && goesOn) merge(out, specific['tool_input'], event);
  if ((goesOn || name === 'AfterAgent') && Object.keys(extras).length > 0) out.extras = extras;
  return out;
}

/** A denial at the end of a turn starts another round. One with a model answer is that answer. */
function refuse(
  out: HookResponse,
  answer: JsonObject,
  name: string,
  instead: JsonValue | undefined,
): void {
  if (name === 'BeforeModel' && instead !== undefined) return;
  const reason = answer['reason'];
  if (name !== 'AfterAgent') {
    out.decision = 'deny';
    put(out, 'reason', reason);
  } else if (out.stop_agent !== true)
    out.continue_with = typeof reason === 'string' && reason !== '' ? reason : 'No reason provided';
}

function extrasOf(name: string, specific: JsonObject, isDenied: boolean) {
  const out: NonNullable<HookResponse['extras']> = {};
  for (const [wire, field] of GEMINI_EXTRAS[name] ?? []) {
    const value = specific[wire];
    // A model answer before the request counts only together with a denial.
    if (name === 'BeforeModel' && field === 'llm_response' && !isDenied) continue;
    if (value !== undefined && isUsable(field, value)) out[field] = value;
  }
  return out;
}

/** It is merged over the call's own input. */
function merge(out: HookResponse, value: JsonValue | undefined, { tool, data }: HookEvent): void {
  if (!isJsonObject(value)) return;
  const native = isJsonObject(data['tool_input']) ? data['tool_input'] : {};
  const before = isJsonObject(tool?.input) ? tool.input : {};
  const after = commonGeminiInput(tool?.name ?? '', { ...native, ...value });
  out.modify_args = { ...before, ...(after as JsonObject) };
}

function escaped(text: JsonValue | undefined): JsonValue | undefined {
  return typeof text === 'string'
    ? text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : undefined;
}

function put(
  out: HookResponse,
  field: 'reason' | 'context' | 'system_message' | 'stop_reason',
  value: JsonValue | undefined,
): void {
  if (typeof value === 'string' && value !== '') out[field] = value;
}
