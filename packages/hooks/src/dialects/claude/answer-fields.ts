/** The JSON of an answer, field by field. A field of the wrong type never loses the others. */
import { isJsonObject, type JsonObject } from '@hookloom/core';
import type { Answer } from './answer.ts';
import { readDecision } from './answer-decision.ts';
import { rewrittenOutput } from './tool-words.ts';

/** Reads everything that the event honours into the answer. */
export function readFields(value: JsonObject, answer: Answer): void {
  const { native, response } = answer;
  const specific = specificOf(value, answer);
  readDecision(value, specific, answer);
  const message = answer.textOf(value, 'systemMessage');
  if (message !== '') response.system_message = message;
  if (answer.flagOf(value, 'suppressOutput')) response.suppress_output = true;
  readContinue(value, answer);
  readText(value, 'terminalSequence', 'terminal_sequence', answer);
  if (value['suppressOriginalPrompt'] === true) answer.extra('suppress_original_prompt', true);
  if (specific === null) return;
  readContext(specific, answer);
  readForEvent(native.name, specific, answer);
}

/** The events on which Claude Code was observed to use the context of an answer that exit 2 overrides. */
const CONTEXT_BESIDE_EXIT_2 = new Set(['PreToolUse', 'PostToolUse']);

/** The parts of an answer that count although the hook exited with 2. */
export function readWithExit2(value: JsonObject, answer: Answer): void {
  if (!CONTEXT_BESIDE_EXIT_2.has(answer.native.name)) return;
  const specific = specificOf(value, answer);
  if (specific !== null) readContext(specific, answer);
}

/** The part for the event; null if there is none, or Claude Code would not read it. */
function specificOf(value: JsonObject, answer: Answer): JsonObject | null {
  const specific = value['hookSpecificOutput'];
  if (specific === undefined || specific === null) return null;
  if (!isJsonObject(specific)) {
    answer.note('hookSpecificOutput is not an object.');
    return null;
  }
  const { name } = answer.native;
  if (specific['hookEventName'] === name) return specific;
  answer.note(
    `hookSpecificOutput has ${specific['hookEventName'] === undefined ? 'no' : 'another'} hookEventName than ${name}; Claude Code itself would ignore it, so only a refusal in it counts.`,
  );
  return null;
}

function readContinue(value: JsonObject, answer: Answer): void {
  const { native, response } = answer;
  const go = value['continue'];
  if (go === undefined || go === null || go === true) return;
  if (go !== false) return answer.note('"continue" is neither true nor false; it does not count.');
  if (!native.endsRun) return answer.note(`"continue": false has no effect on ${native.name}.`);
  response.stop_agent = true;
  const reason = answer.textOf(value, 'stopReason');
  if (reason !== '') response.stop_reason = reason;
}

function readContext(specific: JsonObject, answer: Answer): void {
  const text = answer.textOf(specific, 'additionalContext');
  if (text.trim() === '') return;
  const { name, takesContext, refusal } = answer.native;
  if (!takesContext) answer.note(`additionalContext is not read on ${name}.`);
  else if (refusal === 'continue_with') {
    answer.goOn(text);
    answer.note(`additionalContext on ${name} lets the agent go on.`);
  } else answer.addContext(text);
}

function readForEvent(name: string, specific: JsonObject, answer: Answer): void {
  const { response } = answer;
  switch (name) {
    case 'SessionStart':
      readTitle(specific, answer);
      readWatchPaths(specific, answer);
      readText(specific, 'initialUserMessage', 'initial_user_message', answer);
      if (answer.flagOf(specific, 'reloadSkills')) answer.extra('reload_skills', true);
      return;
    case 'UserPromptSubmit':
    case 'UserPromptExpansion':
      if (name === 'UserPromptSubmit') readTitle(specific, answer);
      if (answer.flagOf(specific, 'suppressOriginalPrompt'))
        answer.extra('suppress_original_prompt', true);
      return;
    case 'CwdChanged':
    case 'FileChanged':
      readWatchPaths(specific, answer);
      return;
    case 'MessageDisplay':
      readText(specific, 'displayContent', 'display_content', answer);
      return;
    case 'PreToolUse':
      answer.readInput(specific);
      return;
    case 'PermissionDenied':
      if (answer.flagOf(specific, 'retry')) response.retry = true;
      return;
    case 'PostToolUse':
      readOutput(specific, answer);
      readText(specific, 'classifierContext', 'classifier_context', answer);
      return;
    case 'Elicitation':
    case 'ElicitationResult':
      readText(specific, 'action', 'elicitation_action', answer);
      if (specific['content'] !== undefined)
        answer.extra('elicitation_content', specific['content']);
      return;
    case 'WorktreeCreate':
      readText(specific, 'worktreePath', 'worktree_path', answer);
      return;
    default:
  }
}

function readOutput({ updatedToolOutput, updatedMCPToolOutput }: JsonObject, answer: Answer): void {
  let output = updatedToolOutput;
  if (output === undefined && updatedMCPToolOutput !== undefined) {
    if (answer.event.tool?.mcp === null)
      answer.note('updatedMCPToolOutput counts for tools of servers only.');
    else output = updatedMCPToolOutput;
  }
  if (output !== undefined && output !== null)
    answer.response.updated_output = rewrittenOutput(output, answer.event);
}

function readTitle(specific: JsonObject, answer: Answer): void {
  const title = answer.textOf(specific, 'sessionTitle');
  if (title !== '') answer.response.title = title;
}

function readWatchPaths(specific: JsonObject, answer: Answer): void {
  const paths = specific['watchPaths'];
  if (paths === undefined || paths === null) return;
  const texts = Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
  if (!Array.isArray(paths) || texts.length < paths.length)
    answer.note('watchPaths is not a list of texts; what is not does not count.');
  if (texts.length > 0) answer.response.watch_paths = texts;
}

function readText(
  from: JsonObject,
  wire: string,
  field: Parameters<Answer['extra']>[0],
  answer: Answer,
): void {
  const text = answer.textOf(from, wire);
  if (text !== '') answer.extra(field, text);
}
