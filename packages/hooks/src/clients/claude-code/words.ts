/** How Claude Code is read and answered. */
import type { ExtraField, HookEvent, HookResponse, Rendered } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import type { HookClient, RenderOptions } from '../client.ts';
import { namingReasons, joined, lastMessage, answersTo, addLoss } from '../generic/losses.ts';
import { parseClaudeEvent } from './parse-event.ts';
import { WORDS, type Draft } from './answer-words.ts';
import { CLAUDE_CAPABILITIES } from './capabilities.ts';

export const words: Pick<HookClient, 'parse' | 'render'> = {
  parse: parseClaudeEvent,
  render: namingReasons(renderClaude),
};

// Renders answers for Claude Code (docs/reference/client-behaviour.md#claude-code-answers).

/** Fields of a single client that each event accepts. */
const EXTRAS: Record<string, Partial<Record<ExtraField, string>>> = {
  SessionStart: { initial_user_message: 'initialUserMessage', reload_skills: 'reloadSkills' },
  UserPromptSubmit: { suppress_original_prompt: 'suppressOriginalPrompt' },
  UserPromptExpansion: { suppress_original_prompt: 'suppressOriginalPrompt' },
  MessageDisplay: { display_content: 'displayContent' },
  PostToolUse: { classifier_context: 'classifierContext' },
  Elicitation: { elicitation_action: 'action', elicitation_content: 'content' },
  ElicitationResult: { elicitation_action: 'action', elicitation_content: 'content' },
};
const TERMINAL = new Set(['Notification', 'StopFailure']);

/**
 * One JSON object with exit 0, or nothing. A deny always has a reason, also on standard error. `env` is not rendered
 * here: the engine writes it to the client's own file.
 *
 * @example renderClaude({ decision: 'deny', reason: 'no' }, event).stdout
 * // → {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}
 */
export function renderClaude(
  response: HookResponse,
  event: HookEvent,
  _options: RenderOptions = {},
): Rendered {
  const { name, answers, losses } = answersTo(CLAUDE_CAPABILITIES, event, response);
  const reason =
    (response.reason ?? '').toWellFormed() || 'A hook refused this and gave no reason.';
  const draft: Draft = { response, event, losses, reason };
  const said = Object.hasOwn(WORDS, name) ? WORDS[name]!(draft) : {};
  const extras = extrasOf(draft);
  if (said.exit2 === true) return { stdout: '', stderr: said.text ?? reason, exit: 2, losses };
  if (said.text !== undefined) return { stdout: said.text, stderr: '', exit: 0, losses };
  const isLast = name === 'Stop' || name === 'SubagentStop';
  const message = isLast ? lastMessage(response, losses) : joined(response.system_message);
  const top: JsonObject = { ...said.top };
  if (message !== '' && answers.system_message !== undefined) top['systemMessage'] = message;
  const sequence = response.extras?.terminal_sequence;
  if (TERMINAL.has(name) && typeof sequence === 'string') top['terminalSequence'] = sequence;
  const specific = { ...said.specific, ...extras };
  if (Object.keys(specific).length > 0)
    top['hookSpecificOutput'] = { hookEventName: name, ...specific };
  const isSilent = Object.keys(top).length === 0;
  return {
    stdout: isSilent ? '' : JSON.stringify(top),
    stderr: said.denies === true ? reason : '',
    exit: 0,
    losses,
  };
}

function extrasOf({ response, event, losses }: Draft): JsonObject {
  const known = EXTRAS[event.native_event] ?? {};
  const out: JsonObject = {};
  const unsaid: string[] = [];
  for (const [field, value] of Object.entries(response.extras ?? {})) {
    const wire = known[field as ExtraField];
    const isElsewhere =
      (field === 'worktree_path' &&
        event.native_event === 'WorktreeCreate' &&
        response.decision !== 'deny') ||
      (field === 'terminal_sequence' && TERMINAL.has(event.native_event));
    if (wire !== undefined) out[wire] = value;
    else if (!isElsewhere) unsaid.push(field);
  }
  if (unsaid.length > 0) addLoss(losses, 'extras', 'lost', `Not known here: ${unsaid.join(', ')}.`);
  return out;
}
