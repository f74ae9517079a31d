/** A file that contains only our text. */
import type { Part } from './plan.ts';
import type { PartRequest } from './part-request.ts';

/** `--force` replaces other content, which is restored when ours is removed. */
export function wholeFile(
  of: Pick<PartRequest, 'path' | 'client' | 'purpose'> & { part: Part },
  text: string,
  isSame: (there: string) => boolean = (there) => there === text,
): PartRequest {
  return {
    ...of,
    keys: ['the whole file'],
    isWhole: true,
    holds: (there) => (isSame(there) ? 'wanted' : 'other'),
    add: (before) => ({
      after: text,
      splices: [
        before === null || before === ''
          ? { offset: 0, text }
          : { offset: 0, text, removed: before },
      ],
    }),
  };
}
