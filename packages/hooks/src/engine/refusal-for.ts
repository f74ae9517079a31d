/** The answer to a client whose critical hook could not run. Read from the handler index, without the engine. */
import { attempt } from '@hookloom/core';
import { readFileSync } from 'node:fs';

/** `isRefused` is false if the event can only be reported. */
export type RenderedRefusal = [stdout: string, stderr: string, exit: number, isRefused: boolean];

/** The placeholder for the reason in the rendered texts. */
export const WHY = '%WHY%';

/**
 * Null if the index has none for the event. The caller then exits with 2, which refuses.
 *
 * @param names Every name that the delivery has for the event. Empty: it may be any event, and exit 2 refuses most
 * @param why One sentence for the user
 */
export function refusalFor(
  indexFile: string,
  names: readonly string[],
  why: string,
): RenderedRefusal | null {
  return attempt(() => {
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
  });
}
