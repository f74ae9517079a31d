/** How GitHub Copilot CLI is read and answered. */
import type { HookEvent, HookResponse, Loss, Rendered } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { HookClient, RenderOptions } from '../client.ts';
import {
  namingReasons,
  cutToFit,
  joined,
  answersTo,
  removeLoss,
  nextStep,
  settle,
  type Settled,
  addLoss,
} from '../generic/losses.ts';
import { parseCopilotEvent } from './parse-event.ts';
import { textAt, nativeInput } from '../../payload/fields.ts';
import { CONTEXT_BYTES, COPILOT_CAPABILITIES } from './capabilities.ts';
import { camelName } from './events.ts';
import { announcedInput } from './read-tool.ts';

export const words: Pick<HookClient, 'parse' | 'render'> = {
  parse: parseCopilotEvent,
  render: namingReasons(renderCopilot),
};

// Answers in GitHub Copilot CLI's format. The fields are the same for both spellings of the events.

interface Draft {
  response: HookResponse;
  event: HookEvent;
  settled: Settled;
  losses: Loss[];
}

/** Exit status 2 is a deny at the first two; at the third the model gets standard error in place of the answer. */
const NO_MESSAGE: ReadonlySet<string> = new Set([
  'preToolUse',
  'permissionRequest',
  'postToolUseFailure',
]);

/**
 * The answer is JSON on standard output. Exit status 2 is used only on events that keep the answer with it: Copilot
 * then shows standard error to the user.
 *
 * @example renderCopilot({ decision: 'deny', reason: 'no' }, event).stdout
 * // → {"permissionDecision":"deny","permissionDecisionReason":"no"}
 */
function renderCopilot(
  response: HookResponse,
  event: HookEvent,
  options: RenderOptions = {},
): Rendered {
  const { answers, losses } = answersTo(COPILOT_CAPABILITIES, event, response);
  const settled = settle(response, answers, losses, options);
  const draft = { response, event, settled, losses };
  const name = camelName(event.native_event);
  const out = (Object.hasOwn(WORDS, name) ? WORDS[name]! : silence)(draft);
  const isSilent = Object.keys(out).length === 0;
  const stdout = isSilent ? '' : JSON.stringify(out);
  const message = response.system_message?.toWellFormed() ?? '';
  if (message !== '' && answers.system_message?.survival === 'kept' && !NO_MESSAGE.has(name))
    return { stdout, stderr: message, exit: 2, losses };
  const isDenied = out['permissionDecision'] === 'deny' || out['behavior'] === 'deny';
  return { stdout, stderr: isDenied ? settled.reason : '', exit: 0, losses };
}

type Words = (draft: Draft) => JsonObject;

const silence: Words = () => ({});

function contextOf({ response, losses }: Draft, before = ''): string {
  const text = joined(before, response.context);
  const { contextChars: chars } = COPILOT_CAPABILITIES;
  return text === '' ? '' : cutToFit(text, { chars, bytes: CONTEXT_BYTES }, losses);
}

const context: Words = (draft) => {
  const text = contextOf(draft);
  return text === '' ? {} : { additionalContext: text };
};

const stop: Words = ({ response, event, losses }) => {
  if (response.decision === 'deny')
    addLoss(losses, 'deny', 'changed', 'Sent as the reason to continue.');
  const reason = joined(nextStep(response), response.context);
  if (reason !== '') {
    if (response.updated_output !== undefined)
      addLoss(
        losses,
        'updated_output',
        'lost',
        'The subagent continues: its answer is not used yet.',
      );
    return { decision: 'block', reason };
  }
  const isSubagent = event.event_type === 'subagent_stop';
  return isSubagent && response.updated_output !== undefined
    ? { modifiedResponse: textOf(response.updated_output) }
    : {};
};

const WORDS: Record<string, Words> = {
  sessionStart: context,
  userPromptSubmitted(draft) {
    const { response, settled, losses } = draft;
    if (settled.decision !== 'deny') return context(draft);
    if (joined(response.context) !== '')
      addLoss(losses, 'context', 'lost', 'The prompt is refused: there is nothing to add it to.');
    return { decision: 'block', reason: settled.reason };
  },
  subagentStart: context,
  userPromptTransformed(draft) {
    const text = contextOf(draft);
    const prompt = textAt(draft.event.data, 'transformedPrompt', 'transformed_prompt');
    return text === '' ? {} : { modifiedTransformedPrompt: joined(prompt ?? '', text) };
  },
  preToolUse(draft) {
    const { response, event, settled, losses } = draft;
    const { decision, reason } = settled;
    const out: JsonObject = decision === 'none' ? {} : { permissionDecision: decision };
    const why = decision === 'allow' ? (response.reason?.toWellFormed() ?? '') : reason;
    if (decision !== 'none' && why !== '') out['permissionDecisionReason'] = why;
    if (response.modify_args !== undefined) {
      if (decision === 'deny')
        addLoss(losses, 'modify_args', 'lost', 'The call is denied: there is nothing to rewrite.');
      else
        out['modifiedArgs'] = nativeInput(
          event.tool?.name ?? '',
          response.modify_args,
          announcedInput(event.data),
        );
    }
    return { ...out, ...context(draft) };
  },
  permissionRequest({ response, settled, losses }) {
    const { decision, reason } = settled;
    const isInterrupted = decision === 'deny' && response.permission?.interrupt === true;
    if (isInterrupted && response.permission?.updates === undefined)
      removeLoss(losses, 'permission');
    if (decision === 'deny')
      return { behavior: 'deny', message: reason, ...(isInterrupted && { interrupt: true }) };
    return decision === 'allow' ? { behavior: 'allow' } : {};
  },
  postToolUse(draft) {
    const { response, settled } = draft;
    const output = settled.decision === 'deny' ? settled.reason : response.updated_output;
    const result: JsonObject =
      output === undefined
        ? {}
        : { modifiedResult: { resultType: 'success', textResultForLlm: textOf(output) } };
    return { ...result, ...context(draft) };
  },
  postToolUseFailure(draft) {
    const text = contextOf(draft, draft.settled.decision === 'deny' ? draft.settled.reason : '');
    return text === '' ? {} : { additionalContext: text };
  },
  subagentStop: stop,
  agentStop: stop,
};

/** The model receives text: an object's own `textResultForLlm`, otherwise its JSON. */
function textOf(output: JsonValue): string {
  if (typeof output === 'string') return output.toWellFormed();
  const own = isJsonObject(output) ? textAt(output, 'textResultForLlm') : null;
  return own ?? JSON.stringify(output).toWellFormed();
}
