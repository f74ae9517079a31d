/** Extracts what a shell command printed from the frame that Qwen Code puts around it for its model. Pure. */
import type { HookEvent } from '@hookloom/core/hook';
import { isJsonObject } from '@hookloom/core';

const FRAME =
  /^Command: [\s\S]*?\nDirectory: [^\n]*\nOutput: ([\s\S]*)\nError: [^\n]*\nExit Code: [^\n]*\nSignal: [^\n]*(?:\n(?:Background PIDs|Process Group PGID): [^\n]*)*$/;
/** Qwen Code's text for no output. */
const EMPTY = '(empty)';

/**
 * The command's own lines; a text without the frame is returned unchanged.
 *
 * @example shellOutput('Command: ls\nDirectory: (root)\nOutput: a.txt\nError: (none)\nExit Code: 0\nSignal: (none)')
 * // → 'a.txt'
 */
export function shellOutput(text: string): string {
  const own = FRAME.exec(text)?.[1];
  return own === undefined ? text : own === EMPTY ? '' : own;
}

/** For the log, which keeps what a command printed. Hooks get the response as the client sent it. */
export function withoutFrame(event: HookEvent): HookEvent {
  const { tool } = event;
  if (tool?.name !== 'Bash') return event;
  const { response } = tool;
  const said = isJsonObject(response) ? response['llmContent'] : response;
  if (typeof said !== 'string') return event;
  return { ...event, tool: { ...tool, response: shellOutput(said) } };
}
