import type { CommandContext } from '../../command/context.ts';
import { placeOf } from '../../command/place.ts';

/** Runs after another action: settings that cannot be edited are left to `hookloom hooks register`, which says why. */
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
