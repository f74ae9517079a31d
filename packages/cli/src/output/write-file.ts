/** Writes a file for the user: complete or not at all, readable only by its owner, never over another file. */
import fs from 'node:fs';
import { conflict, replaceFile } from '@hookloom/core';
import { asFileError } from '../input/read-input.ts';

/**
 * Throws `conflict` if the file exists and `force` is false.
 *
 * @param shown The path as the user typed it
 */
export function writeOwnFile(file: string, shown: string, content: string, force: boolean): void {
  if (fs.existsSync(file) && !force)
    throw conflict(`${shown} already exists.`, 'Name another file, or pass --force.');
  try {
    replaceFile(file, content);
  } catch (error) {
    throw asFileError(error, shown);
  }
}
