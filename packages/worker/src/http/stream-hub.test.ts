import { PassThrough } from 'node:stream';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { createStreamHub, type StreamHubOptions } from './stream-hub.ts';

const hubOf = (more: Partial<StreamHubOptions> = {}) =>
  createStreamHub({ now: () => 1000, ...more });

/** A response that is not read unless `read` is called. */
function listener(): ServerResponse & { read(): string } {
  const stream = new PassThrough({ highWaterMark: 1 });
  return Object.assign(stream, {
    flushHeaders() {},
    read: () => {
      const parts: Buffer[] = [];
      for (let part; (part = PassThrough.prototype.read.call(stream) as Buffer | null) !== null;)
        parts.push(part);
      return Buffer.concat(parts).toString();
    },
  }) as unknown as ServerResponse & { read(): string };
}

const typesOf = (text: string): string[] =>
  [...text.matchAll(/"type":"(\w+)"/g)].map(([, type]) => type!);
const lastIdOf = (text: string): string => [...text.matchAll(/^id: (.+)$/gm)].at(-1)![1]!;
const initial = { projects: ['shop'], sources: [], projectsBySource: {} };

it('sends the current state to a new listener only', () => {
  const hub = hubOf();
  const [one, other] = [listener(), listener()];
  hub.join({ lastEventId: null, initial })(one);
  const first = one.read();
  expect(typesOf(first)).toEqual(['connected', 'initial_load', 'processing_status']);
  expect(first).toContain('"projects":["shop"]');
  hub.join({ lastEventId: null, initial })(other);
  expect([one.read(), hub.listeners()]).toEqual(['', 2]);
  hub.close();
});

it('gives every message its type, time and fields, and keeps the last queue state', () => {
  const hub = hubOf();
  const one = listener();
  hub.join({ lastEventId: null, initial })(one);
  one.read();
  hub.publish('session_started', { sessionDbId: 7001, project: 'shop' });
  hub.publish('processing_status', { isProcessing: true, queueDepth: 2 });
  const [first] = one.read().split('\n\n');
  expect(JSON.parse(first!.split('data: ')[1]!)).toEqual({
    type: 'session_started',
    timestamp: 1000,
    sessionDbId: 7001,
    project: 'shop',
  });
  expect(hub.processing).toEqual({ isProcessing: true, queueDepth: 2 });
  hub.close();
});

it('sends a returning listener what it missed, once and in order', () => {
  const hub = hubOf();
  const one = listener();
  hub.join({ lastEventId: null, initial })(one);
  hub.publish('new_prompt', { prompt: { id: 1 } });
  const seen = lastIdOf(one.read());
  hub.publish('new_observation', { observation: { id: 2 } });
  hub.publish('new_summary', { summary: { id: 3 } });
  const again = listener();
  hub.join({ lastEventId: seen, initial })(again);
  expect(typesOf(again.read())).toEqual(['new_observation', 'new_summary']);
  hub.close();
});

it.each(['', 'x', '-', 'other-1', 'rs-999', 'rs--1', `${(1000).toString(36)}-0`])(
  'a listener that returns with %j, too late or from another run, starts again',
  (lastEventId) => {
    const hub = hubOf({ kept: 2 });
    for (let at = 0; at < 5; at++) hub.publish('new_prompt', { prompt: { id: at } });
    const one = listener();
    hub.join({ lastEventId, initial })(one);
    expect(typesOf(one.read())[0]).toBe('connected');
    hub.close();
  },
);

it('drops a listener that does not read, and limits their number', () => {
  const hub = hubOf({ maxListeners: 2, maxUnread: 2000 });
  const [slow, quick] = [listener(), listener()];
  hub.join({ lastEventId: null, initial })(slow);
  hub.join({ lastEventId: null, initial })(quick);
  expect(() => hub.join({ lastEventId: null, initial })).toThrow(/2 pages are already listening/);
  for (let at = 0; at < 50; at++) {
    hub.publish('new_prompt', { prompt: { text: 'x'.repeat(200) } });
    quick.read();
  }
  expect([slow.destroyed, quick.destroyed, hub.listeners()]).toEqual([true, false, 1]);
  hub.close();
});
