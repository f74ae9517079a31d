/** Refuses a call that no critical hook could check, in the client's format for the event, without the engine. */
import { writeSync } from 'node:fs';
import { indexFile, OUTSIDE } from '../engine/handler-index.ts';
import { refusalFor } from '../engine/refusal-for.ts';
import { stateDirPath } from '@hookloom/core/settings';
import type { HandlerQuery } from './delivery.ts';

export interface Refused {
  exit: number;
  /** False if the event cannot be refused and the user was informed. */
  isRefused: boolean;
}

/**
 * Writes the rendered answer for the event. @returns The exit status and whether the call is refused with it; null if
 * none was rendered.
 *
 * @param names Every name by which the delivery may mean an event. None: any guarded event.
 * @param why One sentence for the person.
 */
export function writeRefusal(
  { client, projectDir, target, env }: HandlerQuery,
  names: readonly string[],
  why: string,
): Refused | null {
  const file = indexFile(stateDirPath(env), client, target === null ? OUTSIDE : projectDir, env);
  const rendered = refusalFor(file, names, why);
  if (rendered === null) return null;
  const [stdout, stderr, exit, isRefused] = rendered;
  if (stdout !== '') writeSync(1, `${stdout}\n`);
  if (stderr !== '') writeSync(2, `${stderr}\n`);
  return { exit, isRefused };
}
