/** What a client starts to be served, by full path: programs from a desktop have another PATH than a shell. */
import path from 'node:path';
import { findExecutable } from '@hookloom/hooks/found/find-programs';
import type { Place } from '@hookloom/hooks/found/places';
import type { OwnFiles } from '../own-files.ts';

export interface ServingRequest {
  files: OwnFiles;
  place: Place;
  /** A path, or a name that is looked up on the PATH. Absent: this installation. */
  zaxyExecutable?: string | undefined;
}

export function servingProgram({ files, place, zaxyExecutable }: ServingRequest): {
  command: string;
  args: string[];
} {
  if (zaxyExecutable === undefined) return { command: files.node, args: [files.bin, 'serve'] };
  const isName = path.basename(zaxyExecutable) === zaxyExecutable;
  const command = isName
    ? (findExecutable(zaxyExecutable, place) ?? zaxyExecutable)
    : path.resolve(place.root, zaxyExecutable);
  return { command, args: ['serve'] };
}
