/** Asks a person before an action that cannot be undone. */
import { createInterface } from 'node:readline/promises';
import { invalidRequest } from '@hookloom/core';
import type { CommandContext } from './context.ts';

/**
 * The line that was typed, trimmed; null if the person ended the input with Ctrl-D or Ctrl-C.
 *
 * @param draft Initial content of the line, for editing.
 */
export async function askLine(
  { stdin }: Pick<CommandContext, 'stdin'>,
  question: string,
  draft = '',
): Promise<string | null> {
  const lines = createInterface({ input: stdin, output: process.stderr });
  try {
    const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
    const typed = lines.question(question).catch((error: unknown) => {
      if ((error as Error).name === 'AbortError') return null;
      throw error;
    });
    if (draft !== '' && lines.terminal) lines.write(draft);
    return (await Promise.race([typed, ended]))?.trim() ?? null;
  } finally {
    lines.close();
  }
}

/** Throws `invalid_request` if there is no terminal to ask at. */
export async function isConfirmed(
  context: CommandContext,
  { asks, denies }: { asks: string; denies: string },
): Promise<boolean> {
  if (!context.isInteractive || context.stdin.isTTY !== true)
    throw invalidRequest(
      `Cannot ask for confirmation here; ${denies}.`,
      'Check with --dry-run first, then pass --yes.',
    );
  return /^y(es)?$/i.test((await askLine(context, `${asks} [y/N] `)) ?? '');
}
