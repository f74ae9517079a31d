/** How the documented wrapper is read and answered. */
import type { HookEvent, HookResponse, Loss, Rendered } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import type { HookClient, RenderOptions } from '../client.ts';
import { namingReasons, cutToFit, lossesOf, settle, addLoss } from './losses.ts';
import { parseGenericEvent } from './parse-event.ts';
import { GENERIC_CAPABILITIES } from './capabilities.ts';
import { flavourIn } from './events.ts';
import { answersOf } from './wrapper-answers.ts';
import { renderWrapperClaude, renderWrapperGemini, wrapperExit } from './wrapper-response.ts';

export const words: Pick<HookClient, 'parse' | 'render'> = {
  parse: parseGenericEvent,
  render: namingReasons(renderGeneric),
};

// Renders answers of the generic client: in the wrapper's formats for wrapper payloads, else as the unified response.

/**
 * In our own format a deny is JSON and exit 2 with the reason on standard error, so that a shell script needs no JSON.
 *
 * @example renderGeneric({ decision: 'deny', reason: 'no' }, event)
 * // → { stdout: '{"decision":"deny","reason":"no"}', stderr: 'no', exit: 2, losses: [] }
 */
function renderGeneric(
  response: HookResponse,
  event: HookEvent,
  options: RenderOptions = {},
): Rendered {
  const flavour = flavourIn(event);
  const losses: Loss[] = [];
  const fitting = withinLimit(response, losses);
  const answers = answersOf(flavour, event.event_type);
  for (const loss of lossesOf(response, answers))
    if (!losses.some(({ field }) => field === loss.field)) losses.push(loss);
  const { decision, reason } = settle(response, answers, losses, options);
  if (flavour === 'claude' || flavour === 'gemini') {
    const render = flavour === 'claude' ? renderWrapperClaude : renderWrapperGemini;
    if (flavour === 'gemini') tellExtras(response, losses);
    const answer = render(fitting, event, options);
    if (decision === 'allow' && answer['decision'] !== (flavour === 'claude' ? 'approve' : 'allow'))
      addLoss(losses, 'allow', 'lost', 'The same answer ends the run.');
    const exit = wrapperExit(answer, flavour);
    const why = answer['stopReason'] ?? answer['reason'];
    return {
      stdout: says(answer) ? JSON.stringify(answer) : '',
      stderr: exit !== 0 && typeof why === 'string' ? why : '',
      exit,
      losses,
    };
  }
  if (flavour === 'codex') {
    const word = decision === 'allow' ? 'accept' : decision === 'deny' ? 'decline' : null;
    const stdout = word === null ? '' : JSON.stringify({ decision: word });
    return { stdout, stderr: word === 'decline' ? reason : '', exit: 0, losses };
  }
  const answer: JsonObject = { ...fitting };
  if (response.decision === 'none') delete answer['decision'];
  if (response.decision === 'deny') answer['reason'] = reason;
  const isDenied = response.decision === 'deny';
  return {
    stdout: Object.keys(answer).length === 0 ? '' : JSON.stringify(answer),
    stderr: isDenied ? reason : '',
    exit: isDenied ? 2 : 0,
    losses,
  };
}

function withinLimit(response: HookResponse, losses: Loss[]): HookResponse {
  if (!response.context) return response;
  const { contextChars: chars } = GENERIC_CAPABILITIES;
  return { ...response, context: cutToFit(response.context, { chars }, losses) };
}

/** `{"continue": true}` alone is no opinion: a process prints nothing instead. */
function says(answer: JsonObject): boolean {
  const keys = Object.keys(answer);
  return keys.some((key) => key !== 'continue') || answer['continue'] === false;
}

function tellExtras({ extras }: HookResponse, losses: Loss[]): void {
  const others = Object.keys(extras ?? {}).filter(
    (key) => key !== 'llm_request' && key !== 'tool_config',
  );
  const at = losses.findIndex(({ field }) => field === 'extras');
  if (at < 0) return;
  if (others.length === 0) losses.splice(at, 1);
  else addLoss(losses, 'extras', 'lost', `Not said: ${others.join(', ')}.`);
}
