import { bytesText, durationText } from '@hookloom/core';
import type { Workspace } from '@hookloom/core/settings';
import type { Storage } from '@hookloom/worker';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { nothingYet } from '../command/nothing-yet.ts';
import { placeOptions } from '../command/options.ts';
import { urlOf } from './worker.ts';
import { plural } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import { printNotices } from '../output/log-notices.ts';

interface Health {
  uptime: number;
  rss: number;
  queue: { queueDepth: number };
  workspaces: { open: number };
}

export const command = defineCommand({
  name: 'status',
  summary: 'Show whether the worker is running, and what this workspace stores on disk.',
  description:
    'Lists storage by kind. The log is the source of everything. The projection, which includes notes and the search index, is derived from the log and can be deleted. Spooled events are not in the log yet. Archives are compressed copies.',
  options: placeOptions,
  examples: { 'hookloom status': 'exit status 4 if no worker is running' },
  async run({ options, context, out }) {
    const { askWorker, findWorker, projectionState, searchState, storageOf } =
      await import('@hookloom/worker');
    const workspace = workspaceOf(context, options);
    const { eventloomDir } = workspace;
    const { logNotices } = await import('@hookloom/log');
    const search = await searchState(context.env, eventloomDir);
    const stored = {
      search,
      projection: await projectionState(context.env),
      eventloom_path: eventloomDir,
      storage: storageOf(eventloomDir),
      log_notices: logNotices(eventloomDir),
    };
    if (!options.json) printNotices(out, stored.log_notices);
    const worker = await findWorker(context.env, 1000);
    if (worker === null) {
      if (options.json) out.json({ up: false, ...stored });
      else {
        out.line('No worker is running. Start it with `hookloom up --detach`.');
        out.line(`The memory searches ${search}.`);
        out.line(stored.projection.text);
        printStorage(out, stored.storage, workspace);
      }
      return 4;
    }
    const health = (await askWorker(worker, 'GET', '/api/health')) as Health;
    const { port, pid, version } = worker;
    const { uptime, rss, queue, workspaces } = health;
    if (options.json) {
      const state = { pid, version, uptime, rss, queue, workspaces };
      out.json({ up: true, url: urlOf(port), ...state, ...stored });
      return 0;
    }
    out.line({ style: 'green', text: 'up' }, ` ${urlOf(port)}  (process ${pid}, ${version})`);
    out.line(
      `   for ${durationText(uptime)}, ${Math.round(rss / 1e6)} MB, ${queue.queueDepth} waiting`,
    );
    out.line(`   workspaces open: ${workspaces.open}`);
    out.line(`   finds ${search}`);
    out.line(`   ${stored.projection.text}`);
    printStorage(out, stored.storage, workspace);
    return 0;
  },
});

function printStorage(out: Output, storage: Storage | null, workspace: Workspace): void {
  if (storage === null) return out.line(nothingYet(workspace));
  out.line('');
  out.bold('On disk in this workspace');
  for (const [kind, { files, bytes }] of Object.entries(storage))
    if (files > 0)
      out.line(`  ${kind.padEnd(11)}${bytesText(bytes).padStart(9)}  ${plural(files, 'file')}`);
}
