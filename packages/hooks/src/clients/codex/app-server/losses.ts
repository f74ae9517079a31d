/** Lists the parts of an answer that the app-server's protocol cannot carry. */
import {
  RESPONSE_FIELDS,
  type HookEvent,
  type HookResponse,
  type Loss,
  type ResponseField,
} from '@hookloom/core/hook';

const NOTES: Partial<Record<ResponseField, string>> = {
  allow: 'there is no request here to decide',
  deny: 'there is no request here to decide',
  ask: 'there is no request here to decide',
  defer: 'there is no request here to decide',
  reason: 'the model is not told why',
  modify_args: 'the input stays as it was',
  context: 'the app-server has no answer that reaches the model',
  updated_output: 'the output stays as it was',
  continue_with: 'the turn has ended; start another one to go on',
  system_message: 'the app-server shows no messages of its clients',
};

/** Events within a turn that can still be stopped. */
const STOPPABLE = new Set(['before_agent', 'after_tool', 'tool_failure', 'post_compact']);

/** Whether the answer to an event interrupts the turn. */
export function stopsTurn(response: HookResponse, { event_type, turn_id }: HookEvent): boolean {
  const isRefused = event_type === 'before_agent' && response.decision === 'deny';
  const isEnded = isRefused || response.stop_agent === true;
  return STOPPABLE.has(event_type) && turn_id !== null && isEnded;
}

/** For an answer to an event: nothing waits for it, but a turn can be interrupted. */
export function lossesOfTurn(response: HookResponse, event: HookEvent): Loss[] {
  if (!stopsTurn(response, event)) return lossesOf(response, []);
  return lossesOf(response, ['stop_agent', ...(event.event_type === 'before_agent' ? DENY : [])]);
}

const DENY: readonly ResponseField[] = ['deny'];

/** @param carried Fields that this answer contains. */
export function lossesOf(
  response: HookResponse,
  carried: readonly ResponseField[],
  { elicitation = false }: { elicitation?: boolean } = {},
): Loss[] {
  return RESPONSE_FIELDS.filter((field) => says(response, field) && !carried.includes(field))
    .filter((field) => field !== 'extras' || !elicitation || saysOtherExtras(response))
    .map((field) => ({
      field,
      survival: 'lost',
      note: NOTES[field] ?? 'the app-server has no word for it',
    }));
}

function says(response: HookResponse, field: ResponseField): boolean {
  if (field === 'allow' || field === 'deny' || field === 'ask' || field === 'defer')
    return response.decision === field;
  return response[field] !== undefined;
}

function saysOtherExtras({ extras = {} }: HookResponse): boolean {
  return Object.keys(extras).some((key) => !/^elicitation_(action|content)$/.test(key));
}
