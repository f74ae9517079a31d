/** Recognises the command lines that this product installs in clients' settings. */

/**
 * True for a command that calls the hook file, or holds the shell transport. Running such a one as a user's hook would
 * record everything twice and call ourselves for ever.
 *
 * @example isOurCommand("/usr/bin/node '/opt/hook.cjs' hook codex") === true
 */
export function isOurCommand(command: string): boolean {
  return (
    /(^|[\s/\\'"])(hook\.cjs|hookloom(\.cjs)?|zaxy)['"]?\s+hook(-event)?\s/.test(
      command.slice(0, 2_000),
    ) || command.startsWith('#!/bin/sh\n# Hookloom: keeps one hook payload ')
  );
}
