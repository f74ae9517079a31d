/** `GET /stream`: sends the worker's events to every listening page (server-sent events). */
import type { ServerResponse } from 'node:http';
import { HookloomError, type JsonObject } from '@hookloom/core';

/** The documented messages. */
export type StreamType =
  | 'processing_status'
  | 'session_started'
  | 'session_completed'
  | 'observation_queued'
  | 'new_prompt'
  | 'new_observation'
  | 'new_summary'
  /** Our addition: a log has grown, whichever process wrote to it. */
  | 'events_recorded';

export type StreamHub = ReturnType<typeof createStreamHub>;

export interface StreamHubOptions {
  now(): number;
  /** Default: 32. */
  maxListeners?: number;
  /** Number of messages to keep for a returning listener. Default: 512. */
  kept?: number;
  /** A listener with more unread bytes is dropped. Default: 1 MiB. */
  maxUnread?: number;
}

/** How often an idle listener gets a heartbeat. */
const BEAT_MS = 15_000;

interface Message {
  id: number;
  text: string;
}

export function createStreamHub(options: StreamHubOptions) {
  const { now, maxListeners = 32, kept = 512, maxUnread = 1024 * 1024 } = options;
  /** Distinguishes the message ids of this worker process from those of earlier ones. */
  const run = now().toString(36);
  const listeners = new Set<ServerResponse>();
  const ring: Message[] = [];
  let last = 0;
  let processing: JsonObject = { isProcessing: false, queueDepth: 0 };
  let beat: NodeJS.Timeout | undefined;

  function render(type: string, fields: JsonObject, id: number): string {
    const data = JSON.stringify({ ...fields, type, timestamp: now() });
    return `id: ${run}-${id}\ndata: ${data}\n\n`;
  }

  function write(response: ServerResponse, text: string): void {
    if (response.writableLength > maxUnread) drop(response);
    else response.write(text);
  }

  function drop(response: ServerResponse): void {
    listeners.delete(response);
    response.destroy();
    if (listeners.size === 0) clearInterval(beat);
  }

  /** Null if the id is too old or from another worker process. */
  function missedSince(lastEventId: string | null): Message[] | null {
    const [of, at] = (lastEventId ?? '').split('-');
    const seen = of === run && /^\d{1,15}$/.test(at ?? '') ? Number(at) : null;
    const oldest = ring[0]?.id ?? last + 1;
    if (seen === null || seen > last || seen < oldest - 1) return null;
    return ring.filter(({ id }) => id > seen);
  }

  return {
    /** The content of the last `processing_status`. */
    get processing() {
      return processing;
    },
    /** Sends to all listeners. Adds `timestamp`. */
    publish(type: StreamType, fields: JsonObject) {
      if (type === 'processing_status') processing = fields;
      const message = { id: ++last, text: render(type, fields, last) };
      ring.push(message);
      if (ring.length > kept) ring.shift();
      for (const response of listeners) write(response, message.text);
    },
    listeners: () => listeners.size,
    /**
     * Adds a listener: first sends what came after `lastEventId` if that is still known, otherwise `connected` and
     * `initial_load`.
     *
     * @throws HookloomError `rate_limited` above the maximum number of listeners.
     */
    join({
      lastEventId,
      initial,
    }: {
      lastEventId: string | null;
      initial: JsonObject;
    }): (response: ServerResponse) => void {
      if (listeners.size >= maxListeners)
        throw new HookloomError(
          'rate_limited',
          `${maxListeners} pages are already listening.`,
          'Close one of them.',
        );
      return (response) => {
        response.on('error', () => drop(response));
        response.on('close', () => drop(response));
        listeners.add(response);
        if (listeners.size === 1)
          beat = setInterval(() => {
            for (const one of listeners) write(one, ': beat\n\n');
          }, BEAT_MS).unref();
        response.flushHeaders();
        const missed = missedSince(lastEventId);
        if (missed !== null) {
          for (const { text } of missed) write(response, text);
          return;
        }
        write(response, `retry: 3000\n${render('connected', {}, last)}`);
        write(response, render('initial_load', initial, last));
        write(response, render('processing_status', processing, last));
      };
    },
    /** Ends every stream. */
    close() {
      clearInterval(beat);
      for (const response of listeners) response.end();
      listeners.clear();
    },
  };
}
