/** Events while the page is open: one connection, which the browser resumes from the last id. */
import { signal } from '@preact/signals';

/** Raised when something was recorded, at most once a second. */
export const pulse = signal(0);
export const streaming = signal<'connecting' | 'live' | 'lost'>('connecting');
export const queueDepth = signal(0);

const LEAST_MS = 1000;
let waiting: ReturnType<typeof setTimeout> | null = null;

/** Also after the page's own writes. */
export function raise(): void {
  if (waiting !== null) return;
  waiting = setTimeout(() => {
    waiting = null;
    pulse.value++;
  }, LEAST_MS);
}

interface Message {
  type?: string;
  queueDepth?: number;
}

/** Messages without news about the log. */
const QUIET = new Set(['connected', 'initial_load', 'processing_status', 'heartbeat']);

export function openStream(): void {
  const source = new EventSource('/stream');
  source.addEventListener('open', () => (streaming.value = 'live'));
  source.addEventListener('error', () => {
    streaming.value = source.readyState === EventSource.CLOSED ? 'lost' : 'connecting';
  });
  source.addEventListener('message', ({ data }) => {
    streaming.value = 'live';
    let message: Message;
    try {
      message = JSON.parse(String(data)) as Message;
    } catch {
      return;
    }
    if (typeof message.queueDepth === 'number') queueDepth.value = message.queueDepth;
    if (!QUIET.has(message.type ?? '')) raise();
  });
}
