/** An error as a person or a program reads it; its exit status comes from the one table. */
import { ERROR_CODES, isHookloomError, toErrorPayload } from '@hookloom/core/errors';
import type { Output } from './output.ts';

/**
 * Prints the message and what to do next on standard error, or the documented payload on standard output, and returns
 * the exit status. A stack is shown only with `HOOKLOOM_DEBUG=1`.
 */
export function reportError(
  error: unknown,
  out: Output,
  { json, debug }: { json: boolean; debug: boolean },
): number {
  const payload = toErrorPayload(error);
  const { code, message, remediation } = payload.error;
  if (json) {
    out.json(payload);
  } else {
    out.note({ style: 'red', text: `error: ${oneLine(message)}` });
    if (remediation !== '') out.note(oneLine(remediation));
  }
  if (debug && error instanceof Error) {
    for (const line of (error.stack ?? '').split('\n')) out.note({ style: 'dim', text: line });
  } else if (!isHookloomError(error) && !json) {
    out.note('Set HOOKLOOM_DEBUG=1 to see where it happened.');
  }
  return ERROR_CODES[code].exit;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim();
}
