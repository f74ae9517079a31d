/**
 * The outcome of each answer field at an event: computed with the renderer that answers the client, so that tables and
 * explanations agree with the records of real runs.
 */
import {
  RESPONSE_FIELDS,
  type ExtraField,
  type FieldCapability,
  type HookEvent,
  type HookResponse,
  type ResponseField,
} from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { HookClient, RenderOptions } from './client.ts';
import { NO_SUCH_ANSWER } from './generic/losses.ts';

/** A value that the field could have, for every extra. */
const EXTRAS: Record<ExtraField, JsonValue> = {
  display_content: 'text',
  initial_user_message: 'text',
  suppress_original_prompt: true,
  terminal_sequence: '\u0007',
  classifier_context: 'text',
  reload_skills: true,
  elicitation_action: 'accept',
  elicitation_content: { answer: 'text' },
  worktree_path: '/tmp/tree',
  llm_request: { config: { temperature: 0 } },
  llm_response: { candidates: [] },
  tool_config: { mode: 'AUTO' },
  clear_context: true,
  tail_tool_call: { name: 'read_file', args: {} },
};

/** Answers that set one field each; several if the result depends on the other fields. */
function samples(field: Exclude<ResponseField, 'extras'>, event: HookEvent): HookResponse[] {
  const none = (more: Partial<HookResponse>): HookResponse => ({ decision: 'none', ...more });
  switch (field) {
    case 'allow':
    case 'ask':
    case 'defer':
      return [{ decision: field }];
    case 'deny':
    case 'reason':
      return [{ decision: 'deny', reason: 'A reason of a hook.' }];
    case 'modify_args': {
      const input = event.tool?.input ?? {};
      const args: JsonObject = isJsonObject(input) ? input : {};
      return [none({ modify_args: args }), { decision: 'allow', modify_args: args }];
    }
    case 'stop_agent':
      return [none({ stop_agent: true })];
    case 'stop_reason':
      return [none({ stop_agent: true, stop_reason: 'Enough is done.' })];
    case 'permission':
      return [
        { decision: 'deny', reason: 'no', permission: { interrupt: true } },
        { decision: 'allow', permission: { updates: [{ type: 'setMode', mode: 'default' }] } },
      ];
    case 'retry':
    case 'suppress_output':
      return [none({ [field]: true })];
    case 'env':
      return [none({ env: { NAME: 'value' } })];
    case 'watch_paths':
      return [none({ watch_paths: ['package.json'] })];
    default:
      return [none({ [field]: 'A text of a hook.' })];
  }
}

/** @returns The outcome of every answer field, with a note if it does not arrive unchanged. */
export function fieldLosses(
  client: HookClient,
  event: HookEvent,
  options: RenderOptions = {},
): Record<ResponseField, FieldCapability> {
  const becomes = (field: ResponseField, response: HookResponse): FieldCapability => {
    const { losses } = client.render(response, event, options);
    const loss = losses.find((one) => one.field === field);
    if (loss !== undefined) return { survival: loss.survival, note: loss.note };
    // A reason shares the fate of its decision.
    const { decision } = response;
    const owner = field === 'reason' ? decision : field === 'stop_reason' ? 'stop_agent' : null;
    const lost = losses.find((one) => one.field === owner && one.survival !== 'changed');
    return lost === undefined ? { survival: 'kept' } : { survival: 'lost', note: lost.note };
  };
  const extras = Object.entries(EXTRAS)
    .filter(
      ([field, value]) =>
        becomes('extras', { decision: 'none', extras: { [field]: value } }).survival === 'kept',
    )
    .map(([field]) => field);
  const fields = RESPONSE_FIELDS.map((field): [ResponseField, FieldCapability] => {
    if (field === 'extras') {
      if (extras.length > 0)
        return [field, { survival: 'kept', note: `Takes ${extras.join(', ')}.` }];
      const { survival, note } = becomes(field, { decision: 'none', extras: EXTRAS });
      return [field, { survival, note: survival === 'lost' ? NO_SUCH_ANSWER : (note ?? '') }];
    }
    return [field, together(samples(field, event).map((response) => becomes(field, response)))];
  });
  return Object.fromEntries(fields) as Record<ResponseField, FieldCapability>;
}

/** Combines the outcomes of several answers. A field that arrives only in some of them counts as changed. */
function together(all: readonly FieldCapability[]): FieldCapability {
  const [first] = all;
  if (all.every(({ survival, note }) => survival === first!.survival && note === first!.note))
    return first!;
  const notes = [...new Set(all.flatMap(({ note }) => note ?? []))];
  const isSame = all.every(({ survival }) => survival === first!.survival);
  return { survival: isSame ? first!.survival : 'changed', note: notes.join(' ') };
}
