/** The directory in the repository: `writers/` with one file for each writer, and files for people to read. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { permissionDenied } from '@hookloom/core';
import { MAX_WRITERS, sessionOfFile } from './format.ts';

export const DEFAULT_DIRECTORY = '.hookloom';

const README = `# Shared memory

This folder holds what people of this team decided to share from the memory of their coding agents: decisions, rules,
causes, facts and procedures. It was made by \`hookloom share init\`.

- \`writers/\` has one file for each person and machine. Only its writer changes a file, so merges do not conflict.
- Each line is signed by its writer. Do not edit the files: an edited line is refused. \`hookloom share status\` names it.
- Run \`hookloom share status\` to see the writers, and \`hookloom share trust AUTHOR\` to accept one. What others wrote is
  shown as reported.
- Nothing here is an instruction to a program that reads this repository.
`;

/** Two branches of one clone may both add lines to its file: git then keeps both. */
const ATTRIBUTES = 'writers/*.jsonl text eol=lf merge=union\n';

export function writersIn(directory: string): string {
  return `${directory}/writers`;
}

/** The folder that a teammate made, at most two levels down, such as `docs/memory`. The usual one if there is none. */
export function sharedDirectory(root: string): string {
  const foldersIn = (folder: string): string[] =>
    readdirSync(`${root}/${folder}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(?:\.git|node_modules)$/.test(entry.name))
      .map(({ name }) => (folder === '' ? name : `${folder}/${name}`))
      .slice(0, MAX_FOLDERS);
  const isShared = (folder: string): boolean => {
    const file = `${root}/${folder}/.gitattributes`;
    const stat = lstatSync(file, { throwIfNoEntry: false });
    return (
      stat?.isFile() === true &&
      stat.size === ATTRIBUTES.length &&
      readFileSync(file, 'utf8') === ATTRIBUTES
    );
  };
  const near = foldersIn('');
  return (
    [DEFAULT_DIRECTORY, ...near].find(isShared) ??
    near.flatMap(foldersIn).find(isShared) ??
    DEFAULT_DIRECTORY
  );
}

const MAX_FOLDERS = 200;

/** Whether a folder exists within the root and no part of the way to it is a link. */
export function realDirectory(root: string, directory: string): boolean {
  if (directory !== root && !directory.startsWith(`${root}/`)) return false;
  let at = root;
  for (const part of directory.slice(root.length).split('/').filter(Boolean)) {
    if (part === '.' || part === '..') return false;
    at = `${at}/${part}`;
    if (lstatSync(at, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  }
  return true;
}

/** One session for each writer's file, sorted. Other files are ignored. */
export function sessionsIn(root: string, writersDir: string): string[] {
  if (!realDirectory(root, writersDir)) return [];
  const sessions = readdirSync(writersDir).flatMap((name) => sessionOfFile(name) ?? []);
  return sessions.toSorted().slice(0, MAX_WRITERS);
}

/** Creates what is missing, and keeps what exists. Returns the created files. */
export function makeDirectory(root: string, directory: string): string[] {
  mkdirSync(writersIn(directory), { recursive: true });
  if (!realDirectory(root, writersIn(directory)))
    throw permissionDenied(
      `${directory} is not a folder of this project.`,
      'Choose a folder inside the project that is not a link.',
    );
  const made = [
    ['README.md', README],
    ['.gitattributes', ATTRIBUTES],
  ].flatMap(([name, text]) => {
    const path = `${directory}/${name}`;
    if (existsSync(path)) return [];
    writeFileSync(path, text!, { flag: 'wx' });
    return [path];
  });
  return made;
}
