import type { CommandContext } from '../../command/context.ts';
import { placeOf } from '../../command/place.ts';

/** After another deed: settings that cannot be edited are for `hookloom hooks register`, which says why. */
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
