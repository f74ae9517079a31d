/** `hookloom up`: the worker of this workspace in the foreground, loopback only (seeds/004). */
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { homeOf } from '../command/home.ts';
import {
  flag,
  integerOr,
  jsonOption,
  sessionOption,
  workspaceOptions,
} from '../command/options.ts';
import { ownFiles } from '../install/own-files.ts';

const PORT = { min: 0, max: 65_535 };

export const command = defineCommand({
  name: 'up',
  summary: 'Answer hooks over HTTP on this machine: POST /hooks/claude-code and its like.',
  description:
    'Runs until it is stopped. It answers programs of your own user on this machine; others need the token of the file it names. --compatible opens port 8765 of the documented dispatchers beside the main one.',
  arguments: {},
  options: {
    port: integerOr('--port <n>', 'port on 127.0.0.1; 0 takes a free one', {
      ...PORT,
      defaultValue: 37_777,
    }),
    compatible: flag('--compatible', 'open port 8765 as well'),
    requireToken: flag('--require-token', 'refuse callers without the token'),
    ...workspaceOptions,
    ...sessionOption,
    ...jsonOption,
  },
  examples: [
    { command: 'hookloom up', does: 'answer on port 37777' },
    { command: 'hookloom up --port 0 --json', does: 'any free port, told as JSON' },
  ],
  async run({ options, context }) {
    const { out } = context;
    const workspace = workspaceOf(context, options);
    const { COMPATIBLE_PORT, startWorker } = await import('@hookloom/worker/up');
    const worker = await startWorker({
      workspace,
      env: context.env,
      home: homeOf(context.env),
      port: options.port,
      compatiblePort: options.compatible ? COMPATIBLE_PORT : null,
      requireToken: options.requireToken,
      hookFile: ownFiles().hook,
      now: context.now,
    });
    const url = `http://127.0.0.1:${worker.port}`;
    if (options.json)
      out.json({ url, compatible_port: worker.compatiblePort, token_file: worker.tokenFile });
    else {
      out.line({ style: 'green', text: 'up' }, ` ${url}  (session ${workspace.session})`);
      if (worker.compatiblePort !== null)
        out.line(`   http://127.0.0.1:${worker.compatiblePort} for the documented dispatchers`);
      out.line(`   token: ${worker.tokenFile}`);
      out.line('   Stop it with Ctrl-C.');
    }
    await stopped();
    await worker.close();
  },
});

function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
