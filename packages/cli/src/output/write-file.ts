/** Writes a file for the user: complete or not at all, readable only by its owner, never over another file. */
import fs from 'node:fs';
import path from 'node:path';
import { conflict } from '@hookloom/core';
import { asFileError } from '../input/read-input.ts';

/**
 * Throws `conflict` if the file exists and `force` is false.
 *
 * @param shown The path as the user typed it
 */
export function writeOwnFile(file: string, shown: string, content: string, force: boolean): void {
  if (fs.existsSync(file) && !force)
    throw conflict(`${shown} already exists.`, 'Name another file, or pass --force.');
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    fs.writeFileSync(temporary, content, { mode: 0o600, flag: 'wx' });
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw asFileError(error, shown);
  }
}
