/** The answer to a client whose critical hook could not run, without the engine: it is in the handler index. */
import { readFileSync } from 'node:fs';

/** `isRefused` is false if the event can only be reported. */
export type RenderedRefusal = [stdout: string, stderr: string, exit: number, isRefused: boolean];

/** The placeholder in the rendered texts for the reason. */
export const WHY = '%WHY%';

/**
 * Null: the index has none for the event, and the caller exits with 2, which refuses there.
 *
 * @param names Every name by which the delivery may mean an event. None: it may be any event, and exit 2 refuses most.
 * @param why One sentence for the person.
 */
export function refusalFor(
  indexFile: string,
  names: readonly string[],
  why: string,
): RenderedRefusal | null {
  try {
    const index = JSON.parse(readFileSync(indexFile, 'utf8')) as {
      refusals?: Record<string, RenderedRefusal>;
    };
    const refusals = index.refusals ?? {};
    const name = names.find((one) => Object.hasOwn(refusals, one));
    if (name === undefined) return null;
    const [stdout, stderr, exit, isRefused] = refusals[name]!;
    const isJson = stdout.startsWith('{');
    return [
      stdout.replaceAll(WHY, () => (isJson ? JSON.stringify(why).slice(1, -1) : why)),
      stderr.replaceAll(WHY, () => why),
      exit,
      isRefused,
    ];
  } catch {
    return null;
  }
}
