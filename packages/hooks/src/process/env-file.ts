/**
 * The file with which a session-start hook sets variables, and the ways in which variables reach a client's shell.
 */
import { withPlain } from '@hookloom/core';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isDangerousName } from './dangerous-names.ts';
import { isVariableName, parseEnvText } from './env-grammar.ts';

const MAX_FILE_BYTES = 65_536;
const MAX_VARIABLES = 256;
const FOLDER = 'hookloom-env-';

/** Creates an empty file with an unguessable name, in a separate private folder. */
export function createEnvFile(): string {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), FOLDER));
  const file = path.join(dir, `${randomBytes(16).toString('hex')}.env`);
  fs.writeFileSync(file, '', { mode: 0o600, flag: 'wx' });
  return file;
}

/** Removes the file and its folder; anything that `createEnvFile` did not create stays. */
export function removeEnvFile(file: string): void {
  const dir = path.dirname(file);
  if (path.basename(dir).startsWith(FOLDER)) fs.rmSync(dir, { recursive: true, force: true });
}

/** @param allowed Dangerous names that the user lets hooks set. */
export function readEnvFile(file: string, allowed: readonly string[] = []) {
  const text = contentOf(file);
  if (text === null)
    return { variables: {}, problems: ['The environment file is no plain small file.'] };
  const problems: string[] = [];
  const variables = new Map<string, string>();
  for (const parsed of parseEnvText(text)) {
    if ('problem' in parsed) problems.push(parsed.problem);
    else if (isDangerousName(parsed.name) && !allowed.includes(parsed.name))
      problems.push(`${parsed.name} may not be set by a hook.`);
    else if (variables.has(parsed.name) || variables.size < MAX_VARIABLES)
      variables.set(parsed.name, parsed.value);
    else problems.push(`${parsed.name} is one variable too many.`);
  }
  return { variables: Object.fromEntries(variables), problems };
}

/** Null if the file was replaced: by a link, a pipe that would block, or a large file. */
function contentOf(file: string): string | null {
  return withPlain(file, (fd, { size }) => {
    if (size > MAX_FILE_BYTES) return null;
    // The file may still grow: read no more than was measured.
    const bytes = Buffer.alloc(size);
    return bytes.toString('utf8', 0, fs.readSync(fd, bytes, 0, size, 0));
  });
}

/** Lines that a shell can source: every value in single quotes. */
export function renderShellExports(variables: Record<string, string>): string {
  return assignments(variables)
    .map((assignment) => `export ${assignment}\n`)
    .join('');
}

/**
 * Puts the variables before a shell command, for clients without an environment file. Idempotent: a command that begins
 * with these exports stays as it is.
 *
 * @example prefixCommand('make all', { MODE: "it's" }) // → String.raw`export MODE='it'\''s'; make all`
 */
export function prefixCommand(command: string, variables: Record<string, string>): string {
  const exports = assignments(variables);
  if (exports.length === 0) return command;
  const prefix = `export ${exports.join(' ')}; `;
  return command.startsWith(prefix) ? command : prefix + command;
}

/** A key that is not a valid name would be read as a command. */
function assignments(variables: Record<string, string>): string[] {
  return Object.entries(variables)
    .filter(([name, value]) => isVariableName(name) && !value.includes('\0'))
    .map(([name, value]) => `${name}='${value.replaceAll("'", String.raw`'\''`)}'`);
}
