import { defineCommand } from '../command/definition.ts';
import { jsonOption } from '../command/options.ts';
import { urlOf } from '../command/worker-life.ts';

interface Health {
  uptime: number;
  rss: number;
  queue: { queueDepth: number };
  workspaces: { open: number };
}

export const command = defineCommand({
  name: 'status',
  summary: 'Say whether the worker is up, where, and since when.',
  arguments: {},
  options: { ...jsonOption },
  examples: [{ command: 'hookloom status', does: 'exit status 4 when no worker is up' }],
  async run({ options, context }) {
    const { out } = context;
    const { findWorker } = await import('@hookloom/worker/life/find-worker');
    const worker = await findWorker(context.env, 1000);
    if (worker === null) {
      if (options.json) out.json({ up: false });
      else out.line('No worker is up. Start it with `hookloom up --detach`.');
      return 4;
    }
    const { askWorker } = await import('@hookloom/worker/life/ask-worker');
    const health = (await askWorker(worker, 'GET', '/api/health')) as Health;
    const { port, pid, version } = worker;
    const { uptime, rss, queue, workspaces } = health;
    if (options.json) {
      out.json({ up: true, url: urlOf(port), pid, version, uptime, rss, queue, workspaces });
      return 0;
    }
    out.line({ style: 'green', text: 'up' }, ` ${urlOf(port)}  (process ${pid}, ${version})`);
    out.line(`   for ${uptime} s, ${Math.round(rss / 1e6)} MB, ${queue.queueDepth} waiting`);
    out.line(`   workspaces open: ${workspaces.open}`);
    return 0;
  },
});
