/** Maintains notes in a running worker: the queue behind the routes that report and read. */
import type { JsonObject } from '@hookloom/core';
import type { SessionRouteOptions } from './http/sessions/session-routes.ts';
import type { StreamType } from './http/stream-hub.ts';
import type { WorkerState } from './http/worker-state.ts';
import { answerPrompts } from './injection/ready/answer-prompts.ts';
import { keepReady } from './injection/ready/keep-ready.ts';
import { followLogs } from './life/follow-logs.ts';
import { startNotesQueue, type MadeNote } from './notes-queue/start.ts';
import { settingsReader } from './settings/settings.ts';
import { publicId } from './workspaces/ids.ts';

/** The maximum age, in milliseconds, of a queue state that is sent together with other data. */
const STATUS_MS = 1000;
/** Less often while the queue is being drained, because counting a long queue slows that down. */
const BUSY_STATUS_MS = 15_000;

export function keepNotes(state: WorkerState) {
  const { workspaces, hub, env, now } = state;
  const settings = settingsReader(state.stateDir, env);
  let processing = { isProcessing: false, queueDepth: 0 };
  let askedAt = 0;
  let waiting: NodeJS.Timeout | undefined;
  let isClosed = false;
  const queue = startNotesQueue({
    workspaces,
    env,
    clock: { now },
    onNote: (note) => {
      tell(note);
      refresh();
    },
  });
  const publish = (type: StreamType, fields: JsonObject): void => hub.publish(type, fields);

  /** Runs after the answers. A request that comes too soon is delayed, not dropped. */
  function refresh(least = STATUS_MS): void {
    if (waiting !== undefined || isClosed) return;
    const wait = Math.min(least, Math.max(0, askedAt + least - now()));
    waiting = setTimeout(() => {
      waiting = undefined;
      askedAt = now();
      void queue
        .status()
        .then(({ depth, is_processing: isProcessing }) => {
          const changed =
            depth !== processing.queueDepth || isProcessing !== processing.isProcessing;
          processing = { isProcessing, queueDepth: depth };
          if (changed) publish('processing_status', processing);
          // Refresh when the current work may be done.
          if (isProcessing) refresh(BUSY_STATUS_MS);
        })
        .catch(() => {});
    }, wait);
    waiting.unref();
  }

  function tell({ slot, seq, type, payload }: MadeNote): void {
    const row = { ...payload, id: publicId(seq, slot) };
    if (type === 'note.recorded') publish('new_observation', { observation: row });
    if (type === 'session.summarized') publish('new_summary', { summary: row });
  }

  const sessions: SessionRouteOptions = {
    workspaces,
    publish,
    nudge: ({ slot }) => {
      queue.nudge(slot);
      refresh();
    },
    processing: () => processing,
    settings,
    port: state.port,
    now,
  };
  const following = followLogs({ workspaces, hub, onGrown: (slot) => queue.nudge(slot) });
  const ready = keepReady({ ...state, onGrown: (slot) => queue.nudge(slot) });
  const answering = answerPrompts(state);
  return {
    sessions,
    queue,
    background: {
      isBusy: () => processing.isProcessing,
      close: async () => {
        following.close();
        await answering.close();
        await ready.close();
        isClosed = true;
        clearTimeout(waiting);
        await queue.close();
      },
    },
  };
}
