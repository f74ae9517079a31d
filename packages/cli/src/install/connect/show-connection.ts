/** Prints a planned connection for users (80 columns) or as JSON. */
import path from 'node:path';
import type { JsonObject } from '@hookloom/core';
import { PLACES, type Place } from '@hookloom/hooks/clients';
import type { Output } from '../../output/output.ts';
import { LAUNCHER_CLIENT } from '../launcher/launcher-part.ts';
import type { PlannedFile } from '../plan.ts';
import type { PartRequest } from '../part-request.ts';
import { readSettings } from '../settings-file.ts';
import { shownDiff, shownText, sizeOfEdit } from '../mask-settings.ts';
import type { Connection } from './plan-connection.ts';
import type { ConnectRequest } from './request.ts';

/** Relative below the workspace, with `~` below the home folder. */
export function shortPath(file: string, { root, home }: Place): string {
  if (file.startsWith(root + path.sep)) return path.relative(root, file);
  return file.startsWith(home + path.sep) ? `~/${path.relative(home, file)}` : file;
}

/** Follows a summary of planned edits. */
export const SHOW_EDITS = ' To see every edit, add --verbose.';

/** Each file of each client, the size of its edit, our part of it, and its purpose. */
export function showParts(
  out: Output,
  connection: Connection,
  { place, isWhole }: { place: Place; isWhole: boolean },
): void {
  const parts = [...connection.added, ...connection.already];
  const clients = connection.clients.map(({ client }): string => client);
  for (const client of new Set([...clients, ...parts.map((part) => part.client)])) {
    if (!parts.some((part) => part.client === client)) continue;
    const label = Object.entries(PLACES).find(([name]) => name === client)?.[1].label;
    const shared = client === LAUNCHER_CLIENT ? 'Every client' : 'This workspace';
    out.bold(label ?? shared);
    const own = parts.filter((part) => part.client === client);
    for (const file of new Set(own.map((part) => part.path))) {
      const planned = connection.files.filter(({ path }) => path === file);
      const sizes = planned.flatMap((one) => sizeOfEdit(diffOf(one, file)) ?? []);
      out.line(`  ${shortPath(file, place)}${sizes.map((size) => ` (${size})`).join('')}`);
      for (const part of own.filter((one) => one.path === file)) {
        const isThere = connection.already.includes(part);
        const text = `${keysText(part, isWhole)}: ${part.purpose}${isThere ? ' (already present)' : ''}`;
        out.wrapped(isThere ? { style: 'dim', text } : text, '    ');
      }
    }
  }
}

function keysText({ part, keys }: PartRequest, isWhole: boolean): string {
  if (isWhole || keys.length <= 2) return keys.join(', ');
  return `${part} for ${keys.length} events`;
}

export function showDiffs(out: Output, files: readonly PlannedFile[], place: Place): void {
  for (const file of files) out.block(diffOf(file, shortPath(file.path, place)));
}

function diffOf({ path: file, after }: PlannedFile, name: string): string {
  return shownDiff({ name, file }, readSettings(file), after);
}

/** The steps that remain for the user. */
export function showSteps(out: Output, { clients, notes, added }: Connection): void {
  const steps = clients.flatMap((plan) =>
    plan.steps.filter(
      ({ isOnce }) => isOnce !== true || added.some(({ client }) => client === plan.client),
    ),
  );
  if (steps.length > 0) out.bold('Left for you');
  for (const { text, command } of steps) {
    out.wrapped(text, '    ', '  - ');
    if (command !== undefined) out.line(`      ${command}`);
  }
  for (const note of notes) out.wrapped(note, '    ', '  - ');
}

/** The complete plan for programs, without shortened values. */
export function connectionJson({ files, added, already, clients, notes }: Connection): JsonObject {
  const partJson = ({ path, client, part, keys, purpose }: PartRequest): JsonObject => ({
    path,
    client,
    part,
    keys: [...keys],
    purpose,
  });
  return {
    clients: clients.map(({ client }) => client),
    parts: added.map(partJson),
    already: already.map(partJson),
    files: files.map((file) => ({
      path: file.path,
      purpose: file.purpose,
      created: file.before === null,
      added: file.splices.map(({ text }) => shownText(file.path, file.after, text)),
      diff: diffOf(file, file.path),
    })),
    steps: clients.flatMap(({ client, steps }) =>
      steps.map(({ text, command = null }) => ({ client, text, command })),
    ),
    notes,
  };
}

// What `init` does on request after writing files: starts the worker and the watcher of session files.

interface AfterOptions {
  infra: 'none' | 'check' | 'start' | undefined;
  capture: 'none' | 'start' | undefined;
}

type Surroundings = Pick<ConnectRequest, 'files' | 'workspace' | 'place'>;

/** How many records of one session file are imported at a time, as in `capture start`. */
const RECORDS_A_FILE = 500;

/** One sentence for each completed step, by the step's name. */
export async function afterConnecting(
  request: Surroundings,
  { infra, capture }: AfterOptions,
): Promise<Record<string, string>> {
  return {
    ...(infra === 'start' || infra === 'check' ? { infra: await infraOf(request, infra) } : {}),
    ...(capture === 'start' ? { capture: await captureOf(request) } : {}),
  };
}

async function infraOf({ files, place: { env } }: Surroundings, infra: 'check' | 'start') {
  if (infra === 'start') {
    const { ensureWorker } = await import('@hookloom/worker');
    const worker = await ensureWorker({ env, bin: files.bin });
    return `The worker is running on port ${worker.port} (process ${worker.pid}).`;
  }
  const { findWorker } = await import('@hookloom/worker');
  const worker = await findWorker(env, 1000);
  return worker === null
    ? 'The embedded memory needs no server. No worker is running; clients start it when needed.'
    : `The embedded memory needs no server. The worker is running on port ${worker.port}.`;
}

async function captureOf({ files, workspace, place }: Surroundings): Promise<string> {
  const { startWatcher } = await import('@hookloom/worker');
  const { started, pid } = await startWatcher({
    eventloomDir: workspace.eventloomDir,
    root: place.root,
    session: workspace.session,
    maxRecordsPerFile: RECORDS_A_FILE,
    env: place.env,
    bin: files.bin,
  });
  return `The watcher of session files ${started ? 'was started' : 'is already running'} (process ${pid}).`;
}
