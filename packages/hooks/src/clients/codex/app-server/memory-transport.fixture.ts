/** An in-memory transport: a test decides what arrives and reads what was sent. */
import { unavailable, type JsonObject } from '@hookloom/core';
import type { Transport, TransportEnd } from './transport.ts';

export interface MemoryTransport extends Transport {
  sent: JsonObject[];
  paused: boolean;
  /** Called for each message that is sent. */
  onSent: (message: JsonObject) => void;
  arrive(message: JsonObject | string): void;
  end(detail?: string): void;
}

export function memoryTransport(): MemoryTransport {
  let onMessage: (text: string) => void = () => {};
  let onClose: (end: TransportEnd) => void = () => {};
  let ended = false;
  const finish = (end: TransportEnd): void => {
    if (ended) return;
    ended = true;
    onClose(end);
  };
  const transport: MemoryTransport = {
    sent: [],
    paused: false,
    onSent: () => {},
    bufferedBytes: 0,
    dropped: 0,
    send(text) {
      if (ended) return Promise.reject(unavailable('It has ended.', 'Try again.'));
      const message = JSON.parse(text) as JsonObject;
      transport.sent.push(message);
      transport.onSent(message);
      return Promise.resolve();
    },
    onMessage: (listener) => void (onMessage = listener),
    onClose: (listener) => void (onClose = listener),
    pause: () => void (transport.paused = true),
    resume: () => void (transport.paused = false),
    close() {
      finish({ reason: 'closed_by_us', detail: '' });
      return Promise.resolve();
    },
    arrive: (message) => onMessage(typeof message === 'string' ? message : JSON.stringify(message)),
    end: (detail = 'gone') => finish({ reason: 'ended', detail }),
  };
  return transport;
}

/** Answers `initialize`, and other given requests, by method. */
export function answering(
  answers: Record<string, (params: JsonObject) => JsonObject>,
): MemoryTransport {
  const transport = memoryTransport();
  transport.onSent = ({ id, method, params }) => {
    const answer =
      method === 'initialize' ? () => ({ userAgent: 'test' }) : answers[method as string];
    if (id === undefined || method === undefined || answer === undefined) return;
    queueMicrotask(() => transport.arrive({ id, ...wrapped(answer(params as JsonObject)) }));
  };
  return transport;
}

function wrapped(answer: JsonObject): JsonObject {
  return answer['error'] === undefined ? { result: answer } : answer;
}
