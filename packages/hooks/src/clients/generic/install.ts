/** Command lines for a client that we do not know: one for each event. Pure. */

/**
 * The payload goes to standard input. The event is a name that the wrapper uses, a unified type, or a trigger of
 * `hook-event`. It may be omitted if the payload names it.
 *
 * @example genericHookCommand("'/opt/hook.cjs' hook generic", 'pre-tool-use')
 * // → "'/opt/hook.cjs' hook generic pre-tool-use"
 */
export function genericHookCommand(command: string, event?: string): string {
  if (event === undefined) return command;
  return `${command} ${/^[\w/-]+$/.test(event) ? event : `'${event.replaceAll("'", String.raw`'\''`)}'`}`;
}
