/**
 * Failures of requests to the app-server, as errors of the common table. Texts of the server are hostile, so they are
 * cut and cleaned.
 */
import { HookloomError, unavailable, type JsonObject } from '@hookloom/core';

const DETAIL_CHARS = 300;

export function connectionLost(method: string, detail: string): HookloomError {
  return unavailable(
    `The connection to the app-server ended before ${method} was answered (${plain(detail)}).`,
    'Wait until the client has connected again, then try once more.',
  );
}

export function noAnswer(method: string, withinMs: number): HookloomError {
  return unavailable(
    `The app-server did not answer ${method} within ${withinMs} ms.`,
    'Try again, or restart the app-server.',
  );
}

/** JSON-RPC's own codes blame the question; the others (overload above all) the server's state. */
export function serverRefused(method: string, error: JsonObject): HookloomError {
  const { code, message } = error;
  const asked = code === -32600 || code === -32601 || code === -32602;
  return new HookloomError(
    asked ? 'invalid_request' : 'unavailable',
    `The app-server refused ${method}: ${plain(typeof message === 'string' ? message : 'no reason given')}`,
    asked
      ? 'Check the thread, the turn and the other arguments of the call.'
      : 'Try again in a moment.',
    { cause: { code: typeof code === 'number' ? code : null } },
  );
}

function plain(text: string): string {
  return text
    .slice(0, DETAIL_CHARS)
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .trim();
}
