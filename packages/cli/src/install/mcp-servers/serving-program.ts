/**
 * The program that a client starts as our server. The user's files contain its full path, because desktop programs have
 * another PATH than a shell.
 */
import path from 'node:path';
import { findExecutable, portableServer, type Place } from '@hookloom/hooks/clients';
import type { OwnFiles } from '../own-files.ts';

export interface ServingRequest {
  files: OwnFiles;
  place: Place;
  /** A path, or a name on the PATH. Default: this installation. */
  zaxyExecutable?: string | undefined;
  /** Options of `serve`, without spaces. */
  words?: readonly string[];
}

export interface ServingProgram {
  command: string;
  args: readonly string[];
  /** For the files of a project, which other machines read too. Default: the same. */
  inProject?: { command: string; args: readonly string[] };
}

export function servingProgram({
  files,
  place,
  zaxyExecutable,
  words = [],
}: ServingRequest): ServingProgram {
  const { node, bin, launcher } = files;
  const isPosix = place.platform !== 'win32';
  if (zaxyExecutable === undefined)
    return {
      ...(isPosix && launcher !== undefined
        ? { command: launcher, args: ['serve', ...words] }
        : { command: node, args: [bin, 'serve', ...words] }),
      ...(isPosix && { inProject: portableServer(words) }),
    };
  const isName = path.basename(zaxyExecutable) === zaxyExecutable;
  const command = isName
    ? (findExecutable(zaxyExecutable, place) ?? zaxyExecutable)
    : path.resolve(place.root, zaxyExecutable);
  return { command, args: ['serve', ...words] };
}
