/** Reads text for a command from a file or standard input. */
import fs from 'node:fs';
import path from 'node:path';
import {
  invalidRequest,
  notFound,
  permissionDenied,
  unavailable,
  type HookloomError,
} from '@hookloom/core';
import type { CommandContext } from '../command/context.ts';

/** The path of a file that the user named. Throws if there is none. */
export function namedFile(context: CommandContext, file: string): string {
  const absolute = path.resolve(context.cwd, file);
  try {
    fs.accessSync(absolute, fs.constants.R_OK);
    if (fs.statSync(absolute).isFile()) return absolute;
  } catch (error) {
    throw asFileError(error, file);
  }
  throw asFileError({ code: 'EISDIR' }, file);
}

/** The content of a file that the user named, relative to the current folder. */
export function readNamedFile(context: CommandContext, file: string, maxBytes: number): string {
  const absolute = path.resolve(context.cwd, file);
  let bytes: Buffer;
  try {
    const { size } = fs.statSync(absolute);
    if (size > maxBytes) throw tooLarge(file, maxBytes);
    bytes = fs.readFileSync(absolute);
  } catch (error) {
    throw asFileError(error, file);
  }
  return asText(bytes, file);
}

/** All of standard input. Fails if that is a terminal, because nothing is piped in. */
export async function readStdin(
  context: CommandContext,
  maxBytes: number,
  missing: string,
): Promise<string> {
  if (context.stdin.isTTY === true) throw invalidRequest('Nothing was piped in.', missing);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of context.stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) throw tooLarge('standard input', maxBytes);
    chunks.push(bytes);
  }
  return asText(Buffer.concat(chunks), 'standard input');
}

/** The error for a file that cannot be read. */
export function asFileError(error: unknown, file: string): unknown {
  const shown = JSON.stringify(file);
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return notFound(`There is no file ${shown}.`, 'Check the path.');
    case 'EEXIST':
      return invalidRequest(`A part of the path ${shown} is a file.`, 'Name a folder there.');
    case 'EISDIR':
      return invalidRequest(`${shown} is a folder.`, 'Name a file.');
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return permissionDenied(`${shown} cannot be used.`, 'Check its owner and permissions.');
    case 'ENOSPC':
    case 'EDQUOT':
      return unavailable(
        `${shown} could not be written because the disk is full.`,
        'Free some disk space, then try again.',
      );
    default:
      return error;
  }
}

function asText(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidRequest(`${name} is not UTF-8 text.`, 'Send UTF-8.');
  }
}

function tooLarge(name: string, maxBytes: number): HookloomError {
  return invalidRequest(
    `${name} holds more than ${Math.round(maxBytes / 1024 / 1024)} MiB.`,
    'Send it in parts.',
  );
}
