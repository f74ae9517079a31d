/** `hookloom up`: starts the worker of this installation, on loopback only. */
import { conflict, invalidRequest } from '@hookloom/core';
import type { LivingWorker } from '@hookloom/worker';
import { type CommandContext, workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { homeOf } from '@hookloom/core/settings';
import { flag, integer, memoryOptions } from '../command/options.ts';
import { urlOf } from './worker.ts';
import { ownFiles } from '../install/own-files.ts';

const PORT = [0, 65_535] as const;
const MINUTES = [0, 10_080] as const;

interface UpOptions {
  port: number | undefined;
  compatible: boolean;
  requireToken: boolean;
  idleMinutes: number | undefined;
}

export const command = defineCommand({
  name: 'up',
  summary: 'Start the worker, which serves hooks, memory and notes over local HTTP.',
  description:
    'One worker serves all workspaces. It runs in the foreground unless you pass --detach. It listens on port 37777 or the next free port; with --port it uses that port or fails. Programs of your own user on this machine may connect; others need the token in the file it prints. --compatible also opens port 8765.',
  options: {
    port: integer('--port <n>', 'port on 127.0.0.1; 0 chooses a free one', PORT),
    detach: flag('-d, --detach', 'run in the background; returns when the worker is ready'),
    compatible: flag('--compatible', 'open port 8765 as well'),
    requireToken: flag('--require-token', 'refuse requests without the token'),
    idleMinutes: integer(
      '--idle-minutes <n>',
      'stop after this time without work; 0: never (default: 30 when detached, else 0)',
      MINUTES,
    ),
    background: flag('--background', 'internal: started by --detach'),
    ...memoryOptions,
  },
  examples: {
    'hookloom up': 'answer on port 37777 until Ctrl-C',
    'hookloom up --detach': 'the same in the background',
    'hookloom up --port 0 --json': 'any free port, printed as JSON',
  },
  async run({ options, context, out }) {
    if (options.detach) {
      const { ensureWorker } = await import('@hookloom/worker');
      const args = backgroundArgs(options);
      const worker = await ensureWorker({ env: context.env, bin: ownFiles().bin, args });
      assertPort(worker, options);
      if (options.json) out.json({ url: urlOf(worker.port), pid: worker.pid });
      else
        out.line({ style: 'green', text: 'up' }, ` ${urlOf(worker.port)}  (process ${worker.pid})`);
      return;
    }
    const { runWorker, startWorker } = await import('@hookloom/worker');
    const worker = await runWorker({
      startWorker,
      workspace: options.background ? null : workspaceOf(context, options),
      env: context.env,
      home: homeOf(context.env),
      ...(await portsOf(options, context)),
      idleMs: await idleMsOf(options, context),
      requireToken: options.requireToken,
      hookFile: ownFiles().hook,
      bin: ownFiles().bin,
      now: context.now,
      canRestart: options.background,
      since: performance.timeOrigin,
    });
    if (!('ended' in worker)) {
      if (!options.background) assertPort(worker, options);
      if (options.json) out.json({ url: urlOf(worker.port), pid: worker.pid, already_up: true });
      else
        out.line('A worker is already running: ', urlOf(worker.port), ` (process ${worker.pid}).`);
      return;
    }
    // In the background, the parent has exited or reads the address file of the worker.
    if (!options.background) reportWorker(worker, options.json, context);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => void worker.stop('signal'));
    const reason = await worker.ended;
    if (reason !== 'restart' || !options.background) return;
    const { ensureWorker } = await import('@hookloom/worker');
    const args = backgroundArgs(options);
    await ensureWorker({ env: context.env, bin: ownFiles().bin, args });
  },
});

/** Only one worker runs at a time, so it may have another port than the one that was asked for. */
function assertPort(worker: { port: number; pid: number }, { port = 0 }: UpOptions): void {
  if (port === 0 || port === worker.port) return;
  throw conflict(
    `A worker is already running at ${urlOf(worker.port)} (process ${worker.pid}).`,
    `Use that address, or run \`hookloom down\` and then \`hookloom up --port ${port}\`.`,
  );
}

function reportWorker(worker: LivingWorker, isJson: boolean, { out }: CommandContext): void {
  const url = urlOf(worker.port);
  if (isJson)
    return out.json({ url, compatible_port: worker.compatiblePort, token_file: worker.tokenFile });
  out.line({ style: 'green', text: 'up' }, ` ${url}`);
  if (worker.compatiblePort !== null)
    out.line(`   ${urlOf(worker.compatiblePort)} for the documented dispatchers`);
  out.line(`   token: ${worker.tokenFile}`);
  out.line('   Stop it with Ctrl-C.');
}

function backgroundArgs({ port, compatible, requireToken, idleMinutes }: UpOptions): string[] {
  return [
    ...(port === undefined ? [] : ['--port', String(port)]),
    ...(compatible ? ['--compatible'] : []),
    ...(requireToken ? ['--require-token'] : []),
    ...(idleMinutes === undefined ? [] : ['--idle-minutes', String(idleMinutes)]),
  ];
}

async function portsOf({ port, compatible }: UpOptions, context: CommandContext) {
  const { COMPATIBLE_PORT } = await import('@hookloom/worker');
  const compatiblePort = compatible ? COMPATIBLE_PORT : null;
  if (port !== undefined) return { port, isPortFlexible: false, compatiblePort };
  const given = context.env['HOOKLOOM_WORKER_PORT'] ?? '';
  if (given !== '' && (!/^\d{1,5}$/.test(given) || Number(given) > PORT[1]))
    throw invalidRequest('HOOKLOOM_WORKER_PORT is not a port.', 'Set a number from 0 to 65535.');
  const { CLAUDE_MEM_WORKER_PORT: set } = await settingsOf(context);
  return { port: Number(given === '' ? set : given), isPortFlexible: true, compatiblePort };
}

async function idleMsOf(
  { idleMinutes, background }: UpOptions & { background: boolean },
  context: CommandContext,
): Promise<number | null> {
  const { HOOKLOOM_WORKER_IDLE_MINUTES: set } = await settingsOf(context);
  const minutes = idleMinutes ?? (background ? Number(set) : 0);
  return minutes === 0 ? null : minutes * 60_000;
}

async function settingsOf({ env }: CommandContext): Promise<Readonly<Record<string, string>>> {
  const { readSettings } = await import('@hookloom/worker');
  const { stateDirPath } = await import('@hookloom/core/settings');
  return readSettings(stateDirPath(env), env);
}
