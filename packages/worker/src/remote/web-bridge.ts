/** Converts between Node's HTTP server and the protocol's handlers, which use `Request` and `Response`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';

/** Without the body, which is already parsed. */
export function requestOf(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    // The protocol needs no credentials, and cannot leak what it does not receive.
    if (typeof value === 'string' && name !== 'authorization' && name !== 'cookie')
      headers.set(name, value);
  const method = request.method ?? 'GET';
  return new Request(new URL(request.url ?? '/', 'http://127.0.0.1'), { method, headers, signal });
}

/** Streams the body. Cancels its source when the client disconnects. */
export async function sendResponse(answer: Response, response: ServerResponse): Promise<void> {
  const headers: Record<string, string> = {};
  for (const [name, value] of answer.headers) headers[name] = value;
  const isStream = headers['content-type']?.startsWith('text/event-stream') === true;
  response.writeHead(answer.status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
    ...(isStream && { 'x-accel-buffering': 'no' }),
  });
  if (answer.body === null) {
    response.end();
    return;
  }
  if (isStream) response.flushHeaders();
  const reader = answer.body.getReader();
  response.once('close', () => void reader.cancel().catch(() => {}));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!response.write(value) && !response.destroyed)
        await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
  } catch {
    // If the source fails, the response ends. The protocol has answered what it could.
  }
  response.end();
}
