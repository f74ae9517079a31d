/**
 * Writes everything that one or all projects remember to one file. Only reads the logs, so agents may go on writing.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readProjectFile } from '@hookloom/core/settings';
import { notFound } from '@hookloom/core';
import { redactText } from '@hookloom/core/redact';
import {
  archivedOf,
  examineLog,
  gatePath,
  isWhole,
  listSessions,
  logPath,
  openLog,
  readRange,
  segmentName,
  walkOf,
} from '@hookloom/log';
import { settingsInFile } from '../settings/settings.ts';
import { settingTable } from '../settings/setting-table.ts';
import { checkBackup } from './check-backup.ts';
import { FORMAT, type BackedUpLog, type BackedUpProject, type Manifest } from './manifest.ts';
import { writeTar, type TarWriter } from './tar.ts';

export interface ProjectPlace {
  /** The `.eventloom` directory. */
  dir: string;
  /** The user's folder. */
  root: string;
  name: string;
}

export interface BackupRequest {
  file: string;
  places: readonly ProjectPlace[];
  stateDir: string;
  home: string;
  version: string;
  nowMs: number;
}

/** The file appears when it is complete and has been verified. Throws the file system's errors. */
export async function writeBackup(request: BackupRequest): Promise<Manifest> {
  const { file, places, stateDir, home, version, nowMs } = request;
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    const fd = fs.openSync(temporary, 'wx', 0o600);
    let manifest: Manifest;
    try {
      const tar = writeTar(fd);
      const projects = places.map((place, at) => writeProject(tar, place, { at: at + 1, home }));
      const created = new Date(nowMs).toISOString();
      const settings = keptSettings(stateDir);
      manifest = { format: FORMAT, created, version, projects, settings };
      const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
      tar.file('manifest.json', text.length, [text]);
      tar.end();
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
    await checkBackup(temporary);
    fs.renameSync(temporary, file);
    return manifest;
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

function writeProject(
  tar: TarWriter,
  { dir, root, name }: ProjectPlace,
  { at, home }: { at: number; home: string },
): BackedUpProject {
  const logs = listSessions(dir).map((session, number) =>
    writeLog(tar, dir, session, `projects/${at}/logs/${fileName(session, number + 1)}.jsonl`),
  );
  const gate = readOr(gatePath(dir), Buffer.alloc(0));
  const forgotten = gate.length === 0 ? null : describe(`projects/${at}/forgotten`, gate);
  if (forgotten !== null) tar.file(forgotten.name, gate.length, [gate]);
  const inside = path.relative(home, root);
  const inHome = inside !== '' && !inside.startsWith('..') && !path.isAbsolute(inside);
  return {
    name,
    folder: inHome ? inside.split(path.sep).join('/') : root,
    in_home: inHome,
    project: readProjectFile(dir),
    logs,
    forgotten,
  };
}

const LONGEST_NAME = 70;

function fileName(session: string, number: number): string {
  return session.length > LONGEST_NAME ? `log-${number}` : session;
}

/** The content when it was opened: a log only grows, and a rewritten log is another file. */
function writeLog(tar: TarWriter, dir: string, session: string, name: string): BackedUpLog {
  const log = openLog(logPath(dir, session));
  if (log === null) throw notFound(`The log ${session} no longer exists.`, 'Try again.');
  try {
    const walk = walkOf(log);
    const isGood = isWhole(walk);
    const bytes = isGood ? walk.prefix.offset : log.sizeBytes;
    const digest = createHash('sha256');
    function* pieces(): Generator<Buffer> {
      for (const piece of readRange(log!, 0, bytes)) {
        digest.update(piece);
        yield piece;
      }
    }
    tar.file(name, bytes, pieces());
    return {
      name,
      bytes,
      sha256: digest.digest('hex'),
      session,
      events: isGood ? walk.prefix.seq : walk.total,
      hash: isGood ? walk.prefix.hash : null,
      state: isGood ? 'whole' : 'broken',
      own: examineLog(dir, session).ownership !== 'foreign',
      archived: archivedOf(dir, session).map(segmentName),
      seal: readOr(`${dir}/${session}.seal`, null)?.toString('utf8').slice(0, 4096) ?? null,
    };
  } finally {
    log.close();
  }
}

function describe(name: string, bytes: Buffer): { name: string; bytes: number; sha256: string } {
  return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Accepts only a regular file. */
function readOr<T>(file: string, otherwise: T): Buffer | T {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true ? fs.readFileSync(file) : otherwise;
}

/** Only known names, and no value that looks like a secret. */
function keptSettings(stateDir: string): Record<string, string> {
  const kept = settingsInFile(stateDir) ?? {};
  return Object.fromEntries(
    settingTable.flatMap(({ name }) => {
      const value = kept[name] ?? '';
      return value === '' || redactText(value).text !== value ? [] : [[name, value]];
    }),
  );
}
