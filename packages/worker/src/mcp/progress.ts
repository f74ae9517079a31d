/** Tells a client that asked for it that its call is still worked on (MCP, progress). */
interface Request {
  _meta?: { progressToken?: string | number | undefined } | undefined;
  notify(notification: {
    method: 'notifications/progress';
    params: { progressToken: string | number; progress: number; message: string };
  }): Promise<void>;
}

/** A call that is shorter than this tells nothing. */
const EVERY_MS = 1000;

/**
 * Sends the seconds that have passed, one notification a second, until the returned function is called. Nothing is sent
 * for a request without a `progressToken`.
 */
export function reportProgress(request: Request): () => void {
  const progressToken = request._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  const timer = setInterval(() => {
    progress++;
    const message = `Still working after ${progress} s.`;
    const params = { progressToken, progress, message };
    // A client that has gone is noticed by the transport.
    request.notify({ method: 'notifications/progress', params }).catch(() => {});
  }, EVERY_MS);
  return () => clearInterval(timer);
}
