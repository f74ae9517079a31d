/** `hook CLIENT`: reads the client's payload, drains the shell transport's files, records, answers. */
import { existsSync, readdirSync } from 'node:fs';
import { isHookloomError, isSessionId } from '@hookloom/core';
import { answerHook } from './answer-hook.ts';
import {
  type Deadline,
  commandOf,
  MAX_PAYLOAD_BYTES,
  namesIn,
  type Delivery,
  handlersKnown,
  writeLine,
} from './delivery.ts';
import type { Delivered } from '../record/delivered.ts';
import { drainRaw } from '../record/drain-raw.ts';
import { keepRaw } from './keep-raw.ts';
import { noteLoss } from '../losses/note-loss.ts';
import { reportLostInput, neededFor } from './lost-input.ts';
import { isClient } from '../clients/index.ts';
import { quickAnswer, type QuickAnswer } from '../ready/quick-answer.ts';
import { readerOf } from '../record/reader-of.ts';
import { parsePayload, recordDelivery, type Recorded } from '../record/record-delivery.ts';
import type { Input } from './input.ts';
import { seen } from './refuse-unchecked.ts';
import { readInput } from './stdin.ts';
import type { ClientName } from '@hookloom/core/hook';
import { findPlace, type HookPlace } from './find-place.ts';

/** Number of files of the shell transport that one hook drains in addition to its own work. */
const DRAIN_FILES = 8;

export interface ClientHookRequest {
  /** The arguments after `hook`. */
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  deadline: Deadline;
}

/** Calls `exit` when everything is done or nothing can be done. Later errors are for `crashed`. */
export function clientHook(
  { args, env, deadline }: ClientHookRequest,
  exit: (status: number) => void,
): void {
  const called = commandOf(args);
  const { client, flags } = called;
  if (!isClient(client)) return exit(0);
  const place = hookPlace(client, flags, env);
  const { root: projectDir, target } = place;
  seen.place = place;
  const named: Delivery = { ...called, client, projectDir, target, env, deadline };
  seen.delivery = named;
  const limits = {
    ...deadline,
    maxBytes: MAX_PAYLOAD_BYTES,
    isNamed: called.nativeEvent !== undefined,
    neededFor: (fields: Record<string, string>) => neededFor(named, fields),
  };
  readInput(limits, (input) => {
    const delivery = { ...named, client: deliveringClient(client, input.bytes, env) };
    seen.delivery = delivery;
    const recorded = record(delivery, input);
    const { payload, mark, quick } = recorded;
    seen.fields = payload ?? mark?.events[0]!.payload ?? input.fields ?? {};
    if (payload === null) return void reportLostInput(delivery, input, mark, exit);
    if (quick) {
      writeLine(1, quick.stdout);
      return exit(0);
    }
    const known = handlersKnown(delivery, namesIn(delivery, payload));
    if (known === 'none' && (!flags['inject'] || target === null)) return exit(0);
    answerHook({ ...delivery, ...recorded, payload, bytes: input.bytes }, known, exit);
  });
}

/** Drains the shell transport's files, then records the delivery. */
function record(
  delivery: Delivery,
  { bytes, size, ended, fields }: Input,
): Partial<Recorded> & Pick<Recorded, 'payload'> & { quick?: QuickAnswer | null } {
  const { client, projectDir: root, target, nativeEvent, flags } = delivery;
  const { appendBy, startedMs } = delivery.deadline;
  if (target === null) return { payload: ended === 'end' ? parsePayload(bytes) : null };
  const { dir } = target;
  try {
    if (isRawWaiting(dir)) drainRaw(dir, appendBy(), { root, limit: DRAIN_FILES });
  } catch {
    // The next hook drains the files.
  }
  if (size === 0) return { payload: null };
  const delivered: Delivered = { bytes, size, nativeEvent };
  if (ended === 'deadline' || ended === 'oversized') delivered.incomplete = ended;
  if (fields !== undefined) delivered.fields = fields;
  try {
    const place = { ...target, root, client, startedMs };
    if (flags['inject'] !== 'session') return recordDelivery(place, delivered, readerOf, appendBy);
    let quick: QuickAnswer | null = null;
    const recorded = recordDelivery(place, delivered, readerOf, appendBy, (payload) => {
      const known = handlersKnown(delivery, namesIn(delivery, payload));
      quick = known === 'none' ? quickAnswer(delivery, payload, true) : null;
      return quick?.records ?? [];
    });
    return recorded.event === undefined ? recorded : { ...recorded, quick };
  } catch (error) {
    // Neither a broken bundle nor a log that may not be written to stops a guard.
    if (isHookloomError(error)) noteLoss(target, 'refused', { events: 1, nowMs: Date.now() });
    else keepRaw(client, target, bytes);
    return { payload: parsePayload(bytes) };
  }
}

/** Usually there is none, so no code is loaded. */
function isRawWaiting(dir: string): boolean {
  const folder = `${dir}/inbox/raw`;
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.json'));
}

/**
 * Which client really sent a delivery, if one client runs another's hooks file.
 *
 * Copilot also runs the hooks of Claude Code's project settings. Its variable alone proves nothing, because a Claude Code
 * that was started from Copilot's shell inherits it; Copilot's payloads have a time, and Claude Code's have none.
 *
 * @param client The client in the installed command.
 */
export function deliveringClient(
  client: ClientName,
  bytes: Buffer,
  env: Record<string, string | undefined>,
): ClientName {
  if (client !== 'claude-code' || env['COPILOT_CLI'] !== '1') return client;
  const timestamp = parsePayload(bytes)?.['timestamp'];
  return typeof timestamp === 'string' || typeof timestamp === 'number' ? 'copilot' : client;
}

/**
 * The project whose guards run, and the log that is written to.
 *
 * The entries of `init` name the log and the session in full. The project is searched for only if its folder is missing:
 * it was renamed or moved.
 */
export function hookPlace(
  client: ClientName,
  flags: Record<string, string>,
  env: Record<string, string | undefined>,
): HookPlace {
  const { 'eventloom-path': dir = '', 'session-id': session = '' } = flags;
  const root = /^(\w:)?[/\\].*(?=[/\\]\.eventloom$)/.exec(dir)?.[0];
  return root && existsSync(root) && isSessionId(session)
    ? { root, target: { dir, session } }
    : findPlace(client, flags, env);
}
