/** What people and agents must know about the logs of a directory before they trust them. Read-only. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  defaultSessionOf,
  resolveWorkspace,
  stateDirPath,
  undecidedLogs,
} from '@hookloom/core/settings';
import { contentDigest } from '@hookloom/core/hook';
import { isSessionId, namesIn, shellQuote } from '@hookloom/core';
import { continuationOf } from './broken-log.ts';
import { examineLog } from './examine-log.ts';
import { describeLoss, type Finding, type FindingKind } from './finding.ts';
import { installationKey, keyFile } from './key.ts';
import { isRefused } from './log-bytes.ts';
import { linksIn, listSessions } from './log-directory.ts';
import { ownSession } from './own-session.ts';
import { realDirectory } from '../files/head-at.ts';

export interface LogNotice {
  kind: FindingKind | 'foreign' | 'link' | 'undecided' | 'unreadable';
  /** Null for a link, and for several logs at once. */
  session: string | null;
  /** One or two sentences. */
  message: string;
  /** The command that a person runs to resolve it. */
  command: string;
}

/** Losses are reported before logs that are merely foreign. */
export function isLoss({ kind }: Pick<LogNotice, 'kind'>): boolean {
  return !['foreign', 'link', 'undecided', 'unreadable', 'broken'].includes(kind);
}

const MAX_SESSIONS = 200;
const MANY = 3;

/**
 * Every link, loss and foreign log that no person has acknowledged or adopted yet.
 *
 * @param only These sessions. Default: every session of the directory, and those that should exist.
 * @example logNotices('/home/dev/shop/.eventloom').map(({ message }) => message)
 */
export function logNotices(dir: string, only?: readonly string[]): LogNotice[] {
  const sessions = only ?? [...new Set([...listSessions(dir), ...markedSessions(dir)])];
  const found = [...sessions]
    .sort()
    .slice(0, MAX_SESSIONS)
    .flatMap((session) => {
      const file = `${dir}/${session}.jsonl`;
      if (isRefused(file)) return [unreadableNotice(file, session)];
      const examined = examineLog(dir, session);
      return examined.ownership === 'foreign'
        ? [foreignNotice(dir, session, examined.head?.seq ?? 0)]
        : [...new Map(examined.findings.map((one) => [describeLoss(one), one])).values()].map(
            (finding) => lossNotice(session, finding),
          );
    });
  const links = existsSync(dir) ? linksIn(dir).map((name) => linkNotice(dir, name)) : [];
  const foreign = asOne(found.filter(({ kind }) => kind === 'foreign'));
  const lost = found.filter(({ kind }) => kind !== 'foreign');
  return [...links, ...lost, ...undecided(dir), ...foreign];
}

/** The folder was renamed, and several logs could be its default. */
function undecided(dir: string): LogNotice[] {
  if (path.basename(dir) !== '.eventloom' || defaultSessionOf(dir) !== null) return [];
  const { session } = resolveWorkspace({ cwd: path.dirname(dir), env: {} });
  const logs = undecidedLogs(dir, session);
  if (logs.length === 0) return [];
  const message = `This folder has ${logs.length} logs, and none is its default: ${logs.slice(0, MANY).join(', ')}. Until you choose one, new events go to ${session}, and questions are answered from it.`;
  return [{ kind: 'undecided', session: null, message, command: 'hookloom project adopt' }];
}

/** Many foreign logs are one decision. */
function asOne(foreign: LogNotice[]): LogNotice[] {
  if (foreign.length < MANY) return foreign;
  const names = foreign.slice(0, MANY).map(({ session }) => session);
  const message = `${foreign.length} logs were not written by this installation, such as ${names.join(', ')}. Nothing in them counts as fact. To read one as reported by others: \`hookloom memory log --session-id ${names[0]}\`.`;
  return [{ kind: 'foreign', session: null, message, command: 'hookloom log adopt' }];
}

/** Sessions of the directory for which this installation has a mark, whether their logs exist or not. */
function markedSessions(dir: string): string[] {
  return namesIn(`${stateDirPath(process.env)}/logs/${contentDigest(realDirectory(dir))}`)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter(isSessionId);
}

function foreignNotice(dir: string, session: string, events: number): LogNotice {
  const folder = unusableFolder(path.dirname(keyFile()));
  if (folder !== null && installationKey() === null)
    return {
      kind: 'foreign',
      session,
      message: `Hookloom cannot tell whether it wrote the log ${session}: its state folder cannot be created or written in ${folder}. Nothing in the log counts as fact until it can.`,
      command: 'hookloom doctor',
    };
  const own = ownSession(dir, session);
  const where = own === session ? '' : ` New events go to ${own}.`;
  return {
    kind: 'foreign',
    session,
    message: `The log ${session} (${events} ${events === 1 ? 'event' : 'events'}) was not written by this installation. Nothing in it counts as fact. To read it as reported by others: \`hookloom memory log --session-id ${session}\`.${where}`,
    command: `hookloom log adopt ${session}`,
  };
}

/** The folder that prevents a folder from being created or written; null: none. */
function unusableFolder(folder: string): string | null {
  let above = folder;
  while (!existsSync(above) && above !== path.dirname(above)) above = path.dirname(above);
  try {
    accessSync(above, constants.W_OK);
    return statSync(above).isDirectory() ? null : above;
  } catch {
    return above;
  }
}

function lossNotice(session: string, finding: Finding): LogNotice {
  if (finding.kind === 'broken') return brokenNotice(session, finding);
  return {
    kind: finding.kind,
    session,
    message: `The log ${session} has changed: ${describeLoss(finding)}.`,
    command: `hookloom log acknowledge ${session}`,
  };
}

function brokenNotice(session: string, finding: Finding): LogNotice {
  return {
    kind: 'broken',
    session,
    message: `The log ${session} is broken at event ${finding.seq}, so part of the memory could not be read. New events go to ${continuationOf(session, finding)}.`,
    command: `hookloom log repair ${session}`,
  };
}

function unreadableNotice(file: string, session: string): LogNotice {
  const message = `You have no permission to read ${file}, so nothing is recorded in it or answered from it.`;
  return { kind: 'unreadable', session, message, command: `chmod u+rw ${shellQuote(file)}` };
}

function linkNotice(dir: string, name: string): LogNotice {
  const path = name === '.' ? dir : `${dir}/${name}`;
  return {
    kind: 'link',
    session: null,
    message: `${path} is a symbolic link, and nothing is read or written through it. Until it is removed, events may not be recorded.`,
    command: `rm ${shellQuote(path)}`,
  };
}
