/** What an answer says that the app-server cannot be told (DESIGN law 15). */
import type { Loss } from '@hookloom/core/hook/capability';
import {
  RESPONSE_FIELDS,
  type HookResponse,
  type ResponseField,
} from '@hookloom/core/hook/hook-response';

const NOTES: Partial<Record<ResponseField, string>> = {
  allow: 'nothing is asked here that it could decide',
  deny: 'nothing is asked here that it could decide',
  ask: 'nothing is asked here that it could decide',
  defer: 'nothing is asked here that it could decide',
  modify_args: 'the input stays as it was',
  context: 'the app-server has no answer that reaches the model',
  updated_output: 'the output stays as it was',
  continue_with: 'the turn has ended; start another one to go on',
  system_message: 'the app-server shows no messages of its clients',
};

/** @param carried Fields that this answer takes along. */
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
