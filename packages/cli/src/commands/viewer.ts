import fs from 'node:fs';
import path from 'node:path';
import { VERSION, conflict, invalidRequest, readStart, replaceFile } from '@hookloom/core';
import { defineCommand } from '../command/definition.ts';
import { flag, jsonOption, optionalArgument, text } from '../command/options.ts';
import { asFileError } from '../input/read-input.ts';
import { plural } from '../output/format.ts';
import { spawn } from 'node:child_process';
import type { CommandContext } from '../command/context.ts';
import { rootOf } from '../command/root-of.ts';
import { urlOf } from './worker.ts';
import { ownFiles } from '../install/own-files.ts';

export const command = defineCommand({
  name: 'viewer',
  summary: 'Open the viewer in a browser, or write a log as one HTML file.',
  description:
    'The address contains a code that works once and for one minute. The HTML file needs no server and no network. It contains the newest 5,000 events of each log, and anyone who has the file can read them.',
  arguments: { target: optionalArgument('LOG', 'a log file, or a folder such as .eventloom') },
  options: {
    open: flag('--open', 'open the viewer in the browser; starts the worker if needed'),
    printUrl: flag('--print-url', 'print the address instead'),
    output: text('-o, --output <file>', 'the HTML file to write'),
    force: flag('--force', 'replace the file if it exists'),
    ...jsonOption,
  },
  examples: {
    'hookloom viewer --open': 'the live memory',
    'hookloom viewer .eventloom -o log.html': 'every session in one file',
  },
  async run({ args, options, context }) {
    if (options.open || options.printUrl) {
      const url = await viewerUrl(context);
      if (options.json) context.out.json({ url });
      else if (options.printUrl) context.out.line(url);
      else openInBrowser(url, () => context.out.line(url));
      return;
    }
    if (args.target === undefined || options.output === undefined)
      throw invalidRequest('Choose what to show.', 'Pass --open, or a log and --output.');
    const file = path.resolve(context.cwd, options.output);
    const isThere = fs.existsSync(file);
    if (isThere && !isPage(file) && !options.force)
      throw conflict(
        `${options.output} already exists and was not created by this command.`,
        'Name another file, or pass --force.',
      );
    const [{ collectLog, logFiles }, { renderPage }] = await Promise.all([
      import('../viewer/collect.ts'),
      import('../viewer/page.ts'),
    ]);
    const logs = [];
    const target = path.resolve(context.cwd, args.target);
    for (const log of logFiles(target)) {
      const seen = await collectLog(log);
      // A folder also shows its damaged logs. A file without one readable event may be anything.
      if (log === target && !seen.report.ok && seen.events.length === 0)
        throw invalidRequest(
          `${args.target} is not a log: ${seen.report.detail?.split(';')[0]}.`,
          'Name a log file (*.jsonl) or a folder such as .eventloom.',
        );
      logs.push(seen);
    }
    const page = renderPage(logs, {
      madeAt: new Date(context.now()).toISOString(),
      version: VERSION,
    });
    try {
      replaceFile(file, page);
    } catch (error) {
      throw asFileError(error, options.output);
    }
    const events = logs.reduce((sum, log) => sum + log.events.length, 0);
    const broken = logs.filter(({ report }) => !report.ok).map(({ name }) => name);
    if (options.json)
      return context.out.json({
        file,
        logs: logs.length,
        events,
        broken,
        bytes: Buffer.byteLength(page),
      });
    context.out.line(`Wrote ${file}: ${plural(logs.length, 'log')}, ${plural(events, 'event')}.`);
    if (broken.length > 0) context.out.line({ style: 'red', text: `Broken: ${broken.join(', ')}` });
  },
});

/** Our own page may be overwritten. */
function isPage(file: string): boolean {
  return readStart(file, 1024)?.includes('<title>Eventloom</title>') === true;
}

/**
 * The address works once, for a minute. Starts the worker if none is running. Shows the project of this folder first.
 */
async function viewerUrl(context: CommandContext): Promise<string> {
  const { askWorker, ensureWorker } = await import('@hookloom/worker');
  const worker = await ensureWorker({ env: context.env, bin: ownFiles().bin });
  const { code } = (await askWorker(worker, 'POST', '/api/login/code')) as { code: string };
  const { workspaces } = (await askWorker(worker, 'GET', '/api/viewer/workspaces')) as {
    workspaces: { slot: number; folder: string }[];
  };
  const root = rootOf(context, undefined);
  const shown = workspaces.find(({ folder }) => folder === root);
  return `${urlOf(worker.port)}/#code=${code}${shown === undefined ? '' : `&ws=${shown.slot}`}`;
}

/** Calls `otherwise` if no program opens it. */
function openInBrowser(url: string, otherwise: () => void): void {
  const { platform } = process;
  const opener = { darwin: 'open', win32: 'explorer.exe' }[platform as string] ?? 'xdg-open';
  const child = spawn(opener, [url], { detached: true, stdio: 'ignore', windowsHide: true });
  child.on('error', otherwise);
  child.unref();
}
