/** What a shell command printed, without the frame that Gemini CLI puts around it for its model (clients.md §4). Pure. */

/** Lines that the frame may end with. */
const CLOSING =
  /^(?:<\/untrusted_context>|Exit Code: -?\d{1,10}|Signal: [A-Z0-9]{1,12}|Background PIDs: [\d, ]+|Process Group PGID: \d+)$/;
const OPENING = /^(?:<untrusted_context>\n)?Output: /;
/** Gemini CLI's own word for no output. */
const EMPTY = '(empty)';

/**
 * The command's own lines; a text without the frame comes back as it is.
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
