/** Shared memory of a project: the writers of its files, whom a person trusts, and what is published. */
import os from 'node:os';
import path from 'node:path';
import { conflict, HookloomError, invalidRequest, notFound, unavailable } from '@hookloom/core';
import {
  fileOf,
  keyOf,
  makeDirectory,
  sharedDirectory,
  sharedSession,
  writerName,
} from '@hookloom/log';
import { recordOperation, type Caller, type OperationContext } from './context.ts';
import { SHARE_KEY, signingKey } from '../signing/signing-key.ts';
import { gitName } from '../share/git-name.ts';
import { listWriters } from '../share/list-writers.ts';
import {
  readShareState,
  sharePlace,
  writeShareState,
  type ShareState,
} from '../share/share-state.ts';

export { listWriters, type ListedWriter } from '../share/list-writers.ts';

/** @throws `unavailable` for a log that is not on a disk */
function stateOf({ workspace, stateDir }: OperationContext) {
  if (stateDir === undefined)
    throw unavailable('This log is not on a disk.', 'Share from its project.');
  const { file, cloneId } = sharePlace(workspace, stateDir);
  return { file, cloneId, stateDir, state: readShareState(file) };
}

export async function initShare(
  context: OperationContext,
  asked: { directory?: string | undefined; author?: string | undefined },
  caller: Caller,
) {
  const { root } = context.workspace;
  const { state: before, stateDir } = stateOf(context);
  const found = before.own === null ? sharedDirectory(root) : before.directory;
  const directory = inProject(root, asked.directory ?? found);
  if (path.join(root, directory) === path.join(os.homedir(), '.hookloom'))
    throw invalidRequest(
      'This folder contains your own settings.',
      'Run the command in a project, or choose another folder with --dir.',
    );
  const made = makeDirectory(root, path.join(root, directory));
  const key = keyOf(signingKey(stateDir, SHARE_KEY));
  const author = writerName(
    asked.author ??
      before.own?.author ??
      (await gitName(root, context.env)) ??
      os.userInfo().username,
  );
  const machine = before.own?.machine ?? writerName(os.hostname().split('.')[0]!);
  const own = { author, machine, key };
  const name = `${author}@${machine}`;
  // Another clone of the same person writes another file with the same key.
  const cloneId = await setTrust(
    context,
    { key, author: name, isTrusted: true },
    caller,
    (state) => ({
      ...state,
      directory,
      own,
    }),
  );
  const session = sharedSession(key, cloneId);
  return { ...own, directory, made, file: path.join(directory, 'writers', fileOf(session)) };
}

/** The folder relative to the project, with slashes. */
function inProject(root: string, given: string): string {
  const relative = path.relative(root, path.resolve(root, given)).split(path.sep).join('/');
  if (relative === '' || relative.startsWith('..') || path.isAbsolute(relative))
    throw invalidRequest(
      'The folder for shared memory must be inside the project.',
      'Name another one with --dir.',
    );
  return relative;
}

/** Accepts a whole key, at least its first 8 characters, or the name with or without the machine. */
function isNamed(named: string, key: string, author: string): boolean {
  const isKey = named.length >= 8 && key.startsWith(named);
  return isKey || author === named || author.startsWith(`${named}@`);
}

function findWriter(context: OperationContext, named: string): { key: string; author: string } {
  const { writers } = listWriters(context.workspace, stateOf(context).stateDir);
  const known = new Map(
    writers.flatMap(({ key, author }) => (key === null ? [] : [[key, author!] as const])),
  );
  const found = [...known].filter(([key, author]) => isNamed(named, key, author));
  const [first] = found;
  if (first !== undefined && found.length === 1) return { key: first[0], author: first[1] };
  throw new HookloomError(
    first === undefined ? 'not_found' : 'invalid_request',
    first === undefined
      ? `There is no writer ${JSON.stringify(named.slice(0, 80))}.`
      : 'Several writers have this name.',
    'Name the key of one as `hookloom share status` prints it.',
  );
}

const ACCEPTED_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,31}@[\p{L}\p{N}][\p{L}\p{N}._-]{0,31}$/u;

/** The caller must have verified that a person asks for it. */
export async function trustWriter(
  context: OperationContext,
  { named, as }: { named: string; as?: string | undefined },
  caller: Caller,
): Promise<{ key: string; author: string }> {
  const { key, author: chosen } = findWriter(context, named);
  const { state } = stateOf(context);
  const author = as ?? chosen;
  if (!ACCEPTED_NAME.test(author))
    throw invalidRequest(
      'The name of a writer has the form NAME@MACHINE.',
      'Pass --as with letters, digits, dots and dashes.',
    );
  const taken = Object.entries(state.trusted).some(([k, name]) => name === author && k !== key);
  if (taken)
    throw conflict(
      `Another key is trusted as ${author}.`,
      'If it is the same person on another machine, pass another name with --as.',
    );
  await setTrust(context, { key, author, isTrusted: true }, caller);
  return { key, author };
}

export async function distrustWriter(context: OperationContext, named: string, caller: Caller) {
  const { state } = stateOf(context);
  const found = Object.entries(state.trusted).filter(([key, author]) =>
    isNamed(named, key, author),
  );
  const [first] = found;
  if (first === undefined || found.length > 1)
    throw notFound('No trusted writer has this name or key.', 'Run `hookloom share status`.');
  const [key, author] = first;
  await setTrust(context, { key, author, isTrusted: false }, caller);
  return { key, author };
}

/** Writes to the log who is trusted before that takes effect. Returns the id of this clone, creating one if needed. */
async function setTrust(
  context: OperationContext,
  { key, author, isTrusted }: { key: string; author: string; isTrusted: boolean },
  caller: Caller,
  change = (state: ShareState): ShareState => state,
): Promise<string> {
  const type = isTrusted ? 'share.trusted' : 'share.distrusted';
  const event = { type, payload: { key, author } };
  await recordOperation(context, context.workspace.session, event, caller);
  const { file, state, cloneId } = stateOf(context);
  const { [key]: _, ...others } = state.trusted;
  const trusted = isTrusted ? { ...others, [key]: author } : others;
  writeShareState(file, change({ ...state, trusted }));
  return cloneId;
}
