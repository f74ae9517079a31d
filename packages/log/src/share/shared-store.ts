/**
 * The files of a team as read-only sessions. An event of a trusted writer has the channel `model` and the name that a
 * person accepted; any other is reported text with the channel `file`. None of them has the channel `user`.
 */
import { createHash, type Hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { conflict, corrupt, sharedEventId } from '@hookloom/core';
import type {
  CheckedEvent,
  Cursor,
  EventStore,
  Head,
  ReadBatchOptions,
  StoredEvent,
} from '@hookloom/core/events';
import { gateMark } from '../gate/gate-file.ts';
import { openGate } from '../gate/guard.ts';
import { fileOf } from './format.ts';
import { realDirectory, sessionsIn } from './share-directory.ts';
import type { SharedStore } from './with-shared.ts';
import {
  indexFile,
  judgeLine,
  openParts,
  partsOf,
  readWriterBytes,
  repeatsForgotten,
  stampOf,
  type JudgedLine,
  type ReadPart,
  type WriterFile,
} from './writer-file.ts';

/** A person's decisions, and which file is our own. Read for each answer. */
export interface ShareAccess {
  /** Absolute path of the directory with the writers' files; null if nothing is shared. */
  writersDir: string | null;
  /** The session of this clone's file. It is not read, because its events are already in the log. */
  own: string | null;
  /** The accepted name of a key; null for an unknown one. */
  nameOf(key: string): string | null;
}

export interface SharedStoreOptions {
  /** The folder that the writers' files must be in, without a link on the way. */
  root: string;
  /** Contains the texts that were forgotten here, which are not read from other files. */
  eventloomDir: string;
  access(): ShareAccess;
}

const BATCH = 5000;

export function openSharedStore({ root, eventloomDir, access }: SharedStoreOptions): SharedStore {
  const files = new Map<string, WriterFile>();

  function shared(): string[] {
    const { writersDir, own } = access();
    if (writersDir === null) return [];
    return sessionsIn(root, writersDir).filter((session) => session !== own);
  }

  /** The positions of its lines, and its bytes. Null if there is no such file. */
  function open(session: string): { file: WriterFile; bytes: Buffer } | null {
    const { writersDir } = access();
    if (writersDir === null || !realDirectory(root, writersDir)) return null;
    const path = `${writersDir}/${fileOf(session)}`;
    const stamp = stampOf(path);
    if (stamp === null) return null;
    const bytes = readWriterBytes(path);
    let file = files.get(session);
    if (file?.stamp !== stamp || file.path !== path) {
      file = indexFile(session, path, stamp, bytes);
      files.set(session, file);
    }
    return { file, bytes: typeof bytes === 'string' ? Buffer.alloc(0) : bytes };
  }

  /** What the events of a file depend on besides its bytes. */
  function markOf({ writer }: WriterFile): string {
    const name = typeof writer === 'string' ? null : access().nameOf(writer.key);
    return `${name ?? ''}\n${gateMark(eventloomDir)}\n`;
  }

  function head(session: string, since?: Cursor): Head | null {
    if (since !== undefined && isUnchanged(session, since)) return since;
    // A projection asks several times, and hashing a large file is expensive.
    const last = files.get(session);
    if (last !== undefined && isCurrent(last)) return headOf(last);
    const opened = open(session);
    if (opened === null) return null;
    const { file, bytes } = opened;
    const mark = markOf(file);
    file.head = { mark, hash: hashOf(hasher(mark).update(bytes)) };
    return headOf(file);
  }

  function isCurrent(file: WriterFile): boolean {
    const { writersDir } = access();
    return (
      file.path === `${writersDir}/${fileOf(file.session)}` &&
      file.head?.mark === markOf(file) &&
      file.stamp === stampOf(file.path)
    );
  }

  function headOf({ starts, head: known }: WriterFile): Head | null {
    return starts.length === 0 || known === null ? null : { seq: starts.length, hash: known.hash };
  }

  /** Answered from the file system alone, so that following fifty quiet files reads none of them. */
  function isUnchanged(session: string, { position }: Cursor): boolean {
    const { writersDir } = access();
    const [, stamp, key, mark] = position.split(' ');
    if (writersDir === null || stamp === undefined || mark === undefined) return false;
    const now = `${access().nameOf(key!) ?? ''}\n${gateMark(eventloomDir)}\n`;
    return stampOf(`${writersDir}/${fileOf(session)}`) === stamp && digest(now) === mark;
  }

  async function* readBatches(session: string, options: ReadBatchOptions = {}) {
    const { after, maxEvents = BATCH, onUnavailable } = options;
    const opened = open(session);
    if (opened === null && after === undefined) return;
    const { file, bytes } = opened ?? { file: null, bytes: Buffer.alloc(0) };
    const from = after === undefined ? 0 : Number(after.position.split(' ')[0]);
    const hash = hasher(file === null ? '' : markOf(file)).update(bytes.subarray(0, from));
    if (file === null || (after !== undefined && hashOf(hash.copy()) !== after.hash))
      throw conflict('The shared file was rewritten.', 'It will be read again.');
    const judge = judgeOf(file, partsOf(bytes));
    const count = file.starts.length;
    for (let done = after?.seq ?? 0, at = from; done < count;) {
      const upTo = Math.min(count, done + Math.min(BATCH, maxEvents));
      const events: StoredEvent[] = [];
      for (let seq = done + 1; seq <= upTo; seq++) {
        const judged = judge(seq);
        if (judged.ok) events.push(judged.event);
        else onUnavailable?.({ session, seq, reason: judged.reason, detail: judged.detail });
      }
      const end = upTo === count ? bytes.length : file.ends[upTo - 1]! + 1;
      hash.update(bytes.subarray(at, end));
      const key = typeof file.writer === 'string' ? '-' : file.writer.key;
      const last = upTo === count ? ` ${file.stamp} ${key} ${digest(markOf(file))}` : '';
      yield { events, cursor: { seq: upTo, hash: hashOf(hash.copy()), position: `${end}${last}` } };
      [done, at] = [upTo, end];
    }
  }

  function judgeOf(file: WriterFile, read: ReadPart): (seq: number) => JudgedLine {
    const { session, writer } = file;
    const name = typeof writer === 'string' ? null : access().nameOf(writer.key);
    const gate = existsSync(eventloomDir) ? openGate(eventloomDir) : null;
    // The name that an unknown writer chose could be anyone's.
    const actorId = name ?? `unknown:${session.slice('share-'.length, 'share-'.length + 16)}`;
    const channel = name === null ? ('file' as const) : ('model' as const);
    return (seq) => {
      const judged = judgeLine(file, read, seq);
      if (!judged.ok) return judged;
      const { event, hash } = judged;
      const isForgotten = gate !== null && repeatsForgotten(gate, event);
      return {
        ok: true,
        hash,
        event: {
          ...event,
          seq,
          id: sharedEventId(hash),
          actorId,
          previousHash: null,
          parentEventId: null,
          causedBy: [],
          origin: { channel, written_by: 'share_publish' },
          shredded: isForgotten ? { by: 'local', digest: '' } : null,
        },
      };
    };
  }

  async function check(session: string, seqs: readonly number[]) {
    const opened = openLines(session);
    try {
      const judge = opened === null ? null : judgeOf(opened.file, opened.read);
      const count = opened?.file.starts.length ?? 0;
      return new Map(
        seqs.map((seq): [number, CheckedEvent] => {
          if (judge === null || !(seq >= 1 && seq <= count)) return [seq, { state: 'absent' }];
          const judged = judge(seq);
          if (judged.ok) return [seq, { state: 'held', event: judged.event }];
          const { reason, detail } = judged;
          return [seq, { state: 'unavailable', unavailable: { session, seq, reason, detail } }];
        }),
      );
    } finally {
      opened?.close();
    }
  }

  /** A few lines of a file with known positions are read alone. */
  function openLines(session: string): { file: WriterFile; read: ReadPart; close(): void } | null {
    const file = files.get(session);
    const { writersDir } = access();
    const isKnown =
      file !== undefined &&
      writersDir !== null &&
      realDirectory(root, writersDir) &&
      file.path === `${writersDir}/${fileOf(session)}` &&
      file.stamp === stampOf(file.path);
    const parts = isKnown ? openParts(file.path) : null;
    if (isKnown && parts !== null) return { file, ...parts };
    const opened = open(session);
    return opened && { file: opened.file, read: partsOf(opened.bytes), close: () => {} };
  }

  return {
    shared,
    check,
    readBatches,
    head: async (session, since) => head(session, since),
    ...readsOf({ check, readBatches }, 'Line', ''),
  };
}

function hasher(mark: string): Hash {
  return createHash('sha256').update(mark);
}

function hashOf(hash: Hash): string {
  return `sha256:${hash.digest('hex')}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** `named` and `remediation`: how a line that is not used is reported. */
export function readsOf(
  { check, readBatches }: Pick<EventStore, 'check' | 'readBatches'>,
  named: string,
  remediation: string,
): Pick<EventStore, 'read' | 'at'> {
  return {
    async *read(session, { fromSeq = 1, toSeq = Infinity, limit = Infinity, onUnavailable } = {}) {
      let left = limit;
      const options = onUnavailable === undefined ? {} : { onUnavailable };
      for await (const { events } of readBatches(session, options))
        for (const event of events)
          if (event.seq >= fromSeq && event.seq <= toSeq && left-- > 0) yield event;
    },
    async at(session, seq) {
      const found = (await check(session, [seq])).get(seq)!;
      if (found.state === 'held') return found.event;
      if (found.state === 'absent') return null;
      const { detail } = found.unavailable;
      throw corrupt(`${named} ${seq} of ${session} is not used: ${detail}.`, remediation);
    },
  };
}
