import type { CommandContext } from '../../command/context.ts';
import { placeOf } from '../../command/place.ts';

/**
 * Registers events after another action. Leaves settings that it cannot edit to `hookloom hooks register`, which
 * reports why.
 */
export async function registerQuietly(
  eventloomDir: string,
  context: CommandContext,
  root: string,
): Promise<void> {
  try {
    const { registerEvents } = await import('./register-events.ts');
    registerEvents(eventloomDir, placeOf(context, root));
  } catch {
    context.out.note(
      'The settings of a client could not be updated; run `hookloom hooks register`.',
    );
  }
}
