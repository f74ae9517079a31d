/** Sends progress notifications for a running call to a client that requested them (MCP, progress). */
interface Request {
  _meta?: { progressToken?: string | number | undefined } | undefined;
  notify(notification: {
    method: 'notifications/progress';
    params: { progressToken: string | number; progress: number; message: string };
  }): Promise<void>;
}

/** A shorter call sends none. */
const EVERY_MS = 1000;

/**
 * Sends the elapsed seconds, one notification per second, until the returned function is called. Sends nothing for a
 * request without a `progressToken`.
 */
export function reportProgress(request: Request): () => void {
  const progressToken = request._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  const timer = setInterval(() => {
    progress++;
    const message = `Still working after ${progress} s.`;
    const params = { progressToken, progress, message };
    // The transport notices a closed client.
    request.notify({ method: 'notifications/progress', params }).catch(() => {});
  }, EVERY_MS);
  return () => clearInterval(timer);
}
