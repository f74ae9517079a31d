import fs from 'node:fs';
import path from 'node:path';

/**
 * Whether the folder is the workspace or below it, without another workspace in between.
 *
 * @param folder Absolute, as is `root`
 * @example isWithin('/home/dev/shop/src', '/home/dev/shop') // true, unless `src` or a folder above it has a log
 */
export function isWithin(folder: string, root: string): boolean {
  if (folder === root) return true;
  if (!folder.startsWith(root.endsWith(path.sep) ? root : root + path.sep)) return false;
  for (let at = folder; at.length > root.length; at = path.dirname(at))
    if (fs.existsSync(path.join(at, '.eventloom'))) return false;
  return true;
}
