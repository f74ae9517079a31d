/** The output of a shell command, without the line that Copilot adds for its model. Pure. Part of the hook path. */
import type { HookEvent } from '@hookloom/core/hook';

const ENDED = /\n?<shellId: [^<>\n]{1,64} completed with exit code (-?\d{1,10})>\s*$/;

/**
 * The exit status in the line; null if there is none.
 *
 * @example exitCodeOf('no\n<shellId: 0 completed with exit code 3>') // → 3
 */
export function exitCodeOf(text: string): number | null {
  const code = ENDED.exec(text.slice(-200))?.[1];
  return code === undefined ? null : Number(code);
}

/** @example shellOutput('hello\n<shellId: 0 completed with exit code 0>') // → 'hello' */
export function shellOutput(text: string): string {
  const tail = text.slice(-200);
  const line = ENDED.exec(tail)?.[0];
  return line === undefined ? text : text.slice(0, text.length - line.length);
}

/** For the log, which stores the command's output; hooks get the response as the client sent it. */
export function withoutStatusLine(event: HookEvent): HookEvent {
  const { tool } = event;
  if (tool === null || typeof tool.response !== 'string' || tool.exit_code === null) return event;
  return { ...event, tool: { ...tool, response: shellOutput(tool.response) } };
}
