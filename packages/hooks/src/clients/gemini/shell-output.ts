/** Extracts what a shell command printed from the frame that Gemini CLI puts around it for its model. Pure. */

import type { HookEvent } from '@hookloom/core/hook';
import { isJsonObject } from '@hookloom/core';

/** Lines that the frame may end with. */
const CLOSING =
  /^(?:<\/untrusted_context>|Exit Code: -?\d{1,10}|Signal: [A-Z0-9]{1,12}|Background PIDs: [\d, ]+|Process Group PGID: \d+)$/;
const OPENING = /^(?:<untrusted_context>\n)?Output: /;
/** Gemini CLI's text for no output. */
const EMPTY = '(empty)';

/**
 * The command's own lines; a text without the frame is returned unchanged.
 *
 * @example shellOutput('<untrusted_context>\nOutput: README.md\nProcess Group PGID: 58\n</untrusted_context>')
 * // → 'README.md'
 */
export function shellOutput(text: string): string {
  const opening = OPENING.exec(text)?.[0];
  if (opening === undefined) return text;
  const lines = text.slice(opening.length).split('\n');
  while (lines.length > 0 && CLOSING.test(lines.at(-1)!)) lines.pop();
  const own = lines.join('\n');
  return own === EMPTY ? '' : own;
}

/** For the log, which keeps what a command printed. Hooks get the response as the client sent it. */
export function withoutFrame(event: HookEvent): HookEvent {
  const { tool } = event;
  if (tool?.name !== 'Bash') return event;
  const { response } = tool;
  if (typeof response === 'string')
    return { ...event, tool: { ...tool, response: shellOutput(response) } };
  if (!isJsonObject(response) || typeof response['llmContent'] !== 'string') return event;
  const llmContent = shellOutput(response['llmContent']);
  return { ...event, tool: { ...tool, response: { ...response, llmContent } } };
}
