/** Asks a person before what cannot be taken back. */
import { createInterface } from 'node:readline/promises';
import { HookloomError } from '@hookloom/core/errors';
import type { CommandContext } from './context.ts';

/** Throws `invalid_request` where nobody can be asked. */
export async function isConfirmed(
  { stdin, isInteractive }: CommandContext,
  { asks, denies }: { asks: string; denies: string },
): Promise<boolean> {
  if (!isInteractive || stdin.isTTY !== true)
    throw new HookloomError(
      'invalid_request',
      `Nobody can be asked here; ${denies}.`,
      'Look at it with --dry-run, then pass --yes.',
    );
  const lines = createInterface({ input: stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${asks} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}
