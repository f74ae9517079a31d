/** A person's decision about a call in the client's dialogue: an answer, a plan, a refusal. */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { answersIn } from './questions.ts';
import { targetOf } from './targets.ts';

export interface EndedCall {
  /** The common name of the tool. */
  name: string;
  input: JsonValue;
  response: JsonValue;
  text: string;
  /** The message of a failed call. */
  error: string | null;
  /** Absolute path of the workspace. */
  root: string;
}

const QUESTION = /^(?:ask|request)_?user/i;
const PLAN = /^exit_?plan/i;
/** The words that clients use. A refusal of a rule or a hook has other words. */
const REFUSED =
  /^(?:Error: )?(?:The user doesn't want to (?:proceed|take this action)|(?:The )?User (?:rejected|denied|declined|did not allow|cancelled)|(?:\S+ ){0,3}rejected by (?:the )?user|\[Operation Cancelled\] Reason: User|Permission denied by (?:the )?user)/i;
const SAID = /(?:the user said|user feedback|the reason given)\s*:\s*([\s\S]{1,4000})$/i;
const PLAN_REFUSED = /^\s*Plan (?:was )?(?:rejected|not approved|declined)/i;
/** The client or another agent ended the plan: Gemini's yolo mode, Qwen's leader, a closed dialogue, a stale call. */
const NO_PERSON =
  /^\s*(?:Plan approved\. Switching to YOLO|Leader (?:approved|rejected)|User cancelled|Plan (?:exit|execution) was|Plan approval is stale|(?:You are )?not in plan mode)/i;

/** Null if no person refused it. Otherwise the person's words, or ''. */
export function refusedWith(error: string | null): string | null {
  if (error === null || !REFUSED.test(error.trimStart())) return null;
  return (SAID.exec(error)?.[1] ?? '')
    .replace(/\n\nNote: The user's next message[\s\S]*$/, '')
    .trim();
}

/** The payloads of the decisions, in the words of the dialogue. */
export function decisionsIn(call: EndedCall): JsonObject[] {
  const { name, input, response, text, error, root } = call;
  const refused = refusedWith(error);
  if (error !== null && refused === null) return [];
  if (PLAN.test(name)) return planIn(call, refused);
  if (refused !== null) {
    const target = targetOf(name, input, null, root) ?? '';
    if (target === '' && refused === '') return [];
    return [
      { decision: `Refused: ${name} ${target}`.trim(), outcome: 'refused', rationale: refused },
    ];
  }
  return QUESTION.test(name) ? answersIn(input, response, text) : [];
}

function planIn({ input, response, text: told }: EndedCall, refused: string | null): JsonObject[] {
  const [given, answered] = [input, response].map((value) => (isJsonObject(value) ? value : {}));
  // Approved by another agent, or by nobody.
  if (answered!['isAgent'] === true || NO_PERSON.test(told)) return [];
  const of = (...values: (JsonValue | undefined)[]): string =>
    values.find((value): value is string => typeof value === 'string') ?? '';
  const plan = of(given!['plan'], answered!['plan'], given!['summary']);
  const line = plan.split('\n').find((each) => /\p{L}/u.test(each));
  const title = of(line, given!['plan_filename'], given!['plan_path'])
    .replace(/^[\s#*>-]+|\*\*/g, '')
    .replace(/^plan:\s*/i, '')
    .trim();
  if (title === '') return [];
  const outcome = refused !== null || PLAN_REFUSED.test(told) ? 'refused' : 'approved';
  const rationale = refused ?? (outcome === 'refused' ? (SAID.exec(told)?.[1] ?? '') : '');
  const decision = `Plan ${outcome}: ${title.slice(0, 200).toWellFormed()}`;
  return [{ decision, plan, outcome, rationale }];
}
