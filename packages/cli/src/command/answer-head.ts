/** What an answer begins with: events that the log does not hold as they were sealed. */
import type { UnavailableEvent } from '@hookloom/core/events';
import type { CommandContext } from './context.ts';

/** Reads `unavailable` when the command prints its first text, and again for each JSON value. */
export async function beginWithUnavailable(
  { out }: Pick<CommandContext, 'out'>,
  unavailable: () => readonly UnavailableEvent[],
): Promise<void> {
  const { namedAtHead, unavailableLines } = await import('@hookloom/worker');
  out.beginWith({
    lines: () => unavailableLines(unavailable()),
    json: (value) => namedAtHead(value, unavailable()),
  });
}

/** For a command that reads a log itself: what it hands to the reader, which reports what does not hold. */
export async function namingUnavailable(
  context: Pick<CommandContext, 'out'>,
  session: string,
): Promise<(found: Omit<UnavailableEvent, 'session'>) => void> {
  const unavailable: UnavailableEvent[] = [];
  await beginWithUnavailable(context, () => unavailable);
  return (found) => void unavailable.push({ session, ...found });
}
