import path from 'node:path';

/**
 * The forms in which hooks may have recorded a path: as given, absolute, and relative to the root of the workspace.
 *
 * @example fileForms('/home/dev/shop', ['src/a.ts']) // ['src/a.ts', '/home/dev/shop/src/a.ts']
 */
export function fileForms(root: string, given: readonly string[]): string[] {
  return [
    ...new Set(
      given.flatMap((file) => {
        const absolute = path.resolve(root, file);
        const relative = path.relative(root, absolute);
        const isInside =
          relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
        return [file, absolute, ...(isInside ? [relative] : [])];
      }),
    ),
  ];
}
