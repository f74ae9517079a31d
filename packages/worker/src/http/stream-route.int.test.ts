/** `GET /stream` over a real connection. */
import fs from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryHome, type Home } from '../../test/living.ts';
import { startWorker, type RunningWorker } from '../up.ts';

let home: Home;
let worker: RunningWorker;
beforeEach(async () => {
  home = temporaryHome();
  worker = await startWorker(home.options);
});
afterEach(async () => {
  await worker.close();
  home.remove();
});

interface Stream {
  /** Everything received, once it contains this text. */
  until(text: string): Promise<string>;
  leave(): Promise<void>;
}

async function join(headers: Record<string, string> = {}): Promise<Stream> {
  const token = fs.readFileSync(worker.tokenFile, 'utf8').trim();
  const stopped = new AbortController();
  const { body, headers: head } = await fetch(`http://127.0.0.1:${worker.port}/stream`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: stopped.signal,
  });
  expect(head.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const reader = body!.getReader();
  let came = '';
  return {
    async until(text) {
      while (!came.includes(text)) came += Buffer.from((await reader.read()).value).toString();
      return came;
    },
    leave: () => reader.cancel(),
  };
}

it('a returning page gets what it missed, and closing the worker ends the stream', async () => {
  await worker.workspaces.forFolder(home.folder('shop'));
  const page = await join();
  expect(await page.until('"processing_status"')).toContain('"projects":["shop"]');
  worker.hub.publish('new_prompt', { prompt: { id: 1001 } });
  const seen = /^id: (\S+)$/gm;
  const last = [...(await page.until('1001')).matchAll(seen)].at(-1)![1]!;
  await page.leave();
  worker.hub.publish('new_summary', { summary: { id: 2001 } });
  const again = await join({ 'last-event-id': last });
  expect((await again.until('2001')).includes('initial_load')).toBe(false);
  await worker.close();
  await expect(again.until('never')).rejects.toThrow();
});
