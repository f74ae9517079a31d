/** The administrator's hook file, which has precedence over the user's own. */
import fs from 'node:fs';
import path from 'node:path';
import { attempt } from '@hookloom/core';

/** Null on Windows, where we cannot tell who may write to a file. */
export function managedFile(platform: NodeJS.Platform = process.platform): string | null {
  if (platform === 'win32') return null;
  return platform === 'darwin'
    ? '/Library/Application Support/hookloom/hooks.toml'
    : '/etc/hookloom/hooks.toml';
}

/**
 * Whether the file and its folder belong to the administrator, are not links, and only the administrator can write to
 * them.
 */
export function isManaged(file: string, owner = 0): boolean {
  return attempt(
    () =>
      [file, path.dirname(file)].every((one) => {
        const stats = fs.lstatSync(one);
        return !stats.isSymbolicLink() && stats.uid === owner && (stats.mode & 0o022) === 0;
      }),
    false,
  );
}
