/** The queue of notes in a separate process, slowed down so that a signal arrives while it works. */
import { resolveWorkspace } from '@hookloom/core/settings';
import { systemClock } from '@hookloom/core/events';
import { openRuntime } from '../src/compose.ts';
import { startNotesQueue } from '../src/notes-queue/start.ts';
import { oneWorkspace } from './one-workspace.ts';

// The test stops reading before it sends its signal.
process.stdout.on('error', () => {});
const root = process.argv[2]!;
const workspace = resolveWorkspace({ cwd: root, env: { ZAXY_DOMAIN: 'demo' } });
const runtime = await openRuntime(workspace, { stateDir: `${root}/state` });
const queue = startNotesQueue({
  workspaces: oneWorkspace(runtime),
  env: {},
  clock: systemClock,
  batch: 3,
  onNote: ({ id }) => {
    process.stdout.write(`${id}\n`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  },
});
process.once('SIGTERM', () => {
  void queue.close().then(() => process.exit(0));
});
setInterval(() => {}, 1000);
