/**
 * Warnings at the start of an answer: events that differ from what was sealed, and an answer from another store than
 * the configured one.
 */
import type { UnavailableEvent } from '@hookloom/core/events';
import type { Noticed } from '@hookloom/worker';
import type { CommandContext } from './context.ts';

/** Adds `noticed` to the answer: evaluated when the command prints its first text, and again for each JSON value. */
export async function beginWithNoticed(
  { out }: Pick<CommandContext, 'out'>,
  noticed: () => Noticed,
): Promise<void> {
  const { linesAtHead, namedAtHead } = await import('@hookloom/worker');
  out.beginWith({
    lines: () => linesAtHead(noticed()),
    json: (value) => namedAtHead(value, noticed()),
  });
}

/** For a command that reads a log itself and passes this to the reader, which reports mismatches. */
export async function namingUnavailable(
  context: Pick<CommandContext, 'out'>,
  session: string,
): Promise<(found: Omit<UnavailableEvent, 'session'>) => void> {
  const unavailable: UnavailableEvent[] = [];
  await beginWithNoticed(context, () => ({ unavailable, fallback: null }));
  return (found) => void unavailable.push({ session, ...found });
}
