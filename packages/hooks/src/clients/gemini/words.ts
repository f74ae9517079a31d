/** How Gemini CLI is read and answered. */
import type { HookEvent, HookResponse, Rendered } from '@hookloom/core/hook';
import type { HookClient, RenderOptions } from '../client.ts';
import {
  namingReasons,
  joined,
  answersTo,
  nextStep,
  setsField,
  addLoss,
} from '../generic/losses.ts';
import { parseGeminiEvent } from './parse-event.ts';
import { context, deny, message, refuse, stop, type Draft, type Words } from './answer-draft.ts';
import { GEMINI_CAPABILITIES } from './capabilities.ts';
import { extras } from './render-extras.ts';
import { afterTool, beforeTool } from './render-tool.ts';

export const words: Pick<HookClient, 'parse' | 'render'> = {
  parse: parseGeminiEvent,
  render: namingReasons(renderGemini),
};

// Renders answers for Gemini CLI (docs/reference/client-behaviour.md#gemini-cli-answers).

/**
 * @example renderGemini({ decision: 'deny', reason: 'no' }, event).stdout
 * // → {"decision":"deny","reason":"no"}
 */
function renderGemini(
  response: HookResponse,
  event: HookEvent,
  { askFallback = 'deny' }: RenderOptions = {},
): Rendered {
  const { name, losses } = answersTo(GEMINI_CAPABILITIES, event, response);
  const draft = { response, event, losses, askFallback, out: {}, specific: {}, refusal: '' };
  if (Object.hasOwn(WORDS, name)) {
    WORDS[name]!(draft);
    message(draft);
    extras(draft);
  }
  return written(draft);
}

function written({ out, specific, refusal, losses, event }: Draft): Rendered {
  const hookSpecificOutput = { hookEventName: event.native_event, ...specific };
  const whole = Object.keys(specific).length === 0 ? out : { ...out, hookSpecificOutput };
  const isSilent = Object.keys(whole).length === 0;
  return { stdout: isSilent ? '' : JSON.stringify(whole), stderr: refusal, exit: 0, losses };
}

const WORDS: Record<string, Words> = {
  SessionStart(draft) {
    if (draft.event.subject !== 'clear') return context(draft);
    if (draft.response.context)
      addLoss(
        draft.losses,
        'context',
        'lost',
        'Gemini CLI drops it after the session was cleared.',
      );
  },
  BeforeAgent(draft) {
    refuse(draft);
    stop(draft);
    if (draft.out['decision'] !== 'deny') return context(draft);
    if (draft.response.context) addLoss(draft.losses, 'context', 'lost', 'The prompt is dropped.');
  },
  PreCompress: () => {},
  BeforeModel(draft) {
    refuse(draft);
    stop(draft);
  },
  BeforeToolSelection: () => {},
  AfterModel(draft) {
    if (draft.response.decision === 'deny') refuse(draft);
    stop(draft);
  },
  BeforeTool: beforeTool,
  Notification: () => {},
  AfterTool: afterTool,
  AfterAgent(draft) {
    const { response } = draft;
    stop(draft);
    const next = nextStep(response);
    if (next === '') {
      if (response.context)
        addLoss(draft.losses, 'context', 'lost', 'Gemini CLI accepts no context here.');
    } else if (response.stop_agent === true) {
      for (const field of ['continue_with', 'deny'] as const)
        if (setsField(response, field))
          addLoss(draft.losses, field, 'lost', 'Another hook ends the run.');
      if (response.context) addLoss(draft.losses, 'context', 'lost', 'The run ends here.');
    } else deny(draft, joined(next, response.context));
  },
  SessionEnd: () => {},
};
