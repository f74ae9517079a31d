/**
 * How far each session file is captured: `.eventloom/runtime/capture-offsets.json` (0600). Losing it only costs time,
 * because every record has a key by which the log finds duplicates.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isJsonObject, type JsonObject } from '@hookloom/core';
import { redactPayload } from '@hookloom/core/redact';
import { newReaderState, type ReaderState } from '@hookloom/hooks/clients';
import {
  anchorsIn,
  relatedSessions,
  type Anchors,
  type RelatedSessions,
} from './related-sessions.ts';
import type { Skipped } from './notices.ts';
import type { HookMemory } from './recorded-by-hooks.ts';
import { readPrivateFile, writePrivateFile } from '../private-file.ts';

/** How many bytes before the offset are compared before reading continues. */
const PROOF_BYTES = 512;

export interface FileOffset {
  dev: number;
  ino: number;
  /** Captured bytes, up to the end of a complete line. */
  offset: number;
  /** Number of captured lines. */
  line: number;
  /**
   * Hashes of the first bytes of the file and of those before the offset. They distinguish a replaced file from one
   * that has grown.
   */
  head: string;
  tail: string;
  /** Size and modification time after the last complete read. The file is not opened while they are the same. */
  size: number;
  mtimeMs: number;
  state: ReaderState;
  hooks: HookMemory;
  /** Whether its first record is stored, which shows what the file may be a copy of. */
  isAnchored?: boolean;
  skipped?: Skipped | null;
}

export interface Offsets {
  get(file: string): FileOffset | null;
  set(file: string, offset: FileOffset): void;
  /** For a renamed file: takes the offset stored under its old name. */
  renamed(dev: number, ino: number): FileOffset | null;
  /** Which sessions share records. */
  kin: RelatedSessions;
  save(): void;
}

export function offsetsFile(eventloomDir: string): string {
  return path.join(eventloomDir, 'runtime', 'capture-offsets.json');
}

/** Drops the offsets of deleted files. */
export function openOffsets(eventloomDir: string): Offsets {
  const file = offsetsFile(eventloomDir);
  const { known, anchors } = readOffsets(file);
  const kin = relatedSessions(anchors);
  let isChanged = false;
  return {
    kin,
    get: (name) => known.get(name) ?? null,
    set(name, offset) {
      known.set(name, offset);
      isChanged = true;
    },
    renamed(dev, ino) {
      for (const [name, offset] of known) {
        if (offset.dev !== dev || offset.ino !== ino || fs.existsSync(name)) continue;
        known.delete(name);
        isChanged = true;
        return offset;
      }
      return null;
    },
    save() {
      // Never create the log folder just for this file.
      if (!(isChanged || kin.isChanged()) || !fs.existsSync(eventloomDir)) return;
      fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      writePrivateFile(
        file,
        JSON.stringify({
          version: 1,
          files: Object.fromEntries([...known].map(([name, offset]) => [name, masked(offset)])),
          anchors: kin.keep(),
        }),
      );
      isChanged = false;
    },
  };
}

/** Stores the input of an open call until its result arrives. Masked like everything that is written. */
function masked(offset: FileOffset): FileOffset {
  const { state } = offset;
  const calls = redactPayload(state.calls as unknown as JsonObject).payload;
  return { ...offset, state: { ...state, calls: calls as unknown as ReaderState['calls'] } };
}

/** Offsets that are never saved, for a pass that reads everything again. */
export function noOffsets(eventloomDir: string): Offsets {
  const known = new Map<string, FileOffset>();
  return {
    // Also for deleted files, because their records cannot be read again.
    kin: relatedSessions(readOffsets(offsetsFile(eventloomDir)).anchors),
    get: (name) => known.get(name) ?? null,
    set: (name, offset) => void known.set(name, offset),
    renamed: () => null,
    save: () => {},
  };
}

export function newOffset({ dev, ino }: fs.Stats): FileOffset {
  const state = newReaderState();
  return {
    dev,
    ino,
    offset: 0,
    line: 0,
    head: '',
    tail: '',
    size: -1,
    mtimeMs: 0,
    state,
    hooks: { used: [], turn: null },
  };
}

/** Whether the file still has the same content before the offset. */
export function isContinued(fd: number, known: FileOffset, size: number): boolean {
  return (
    size >= known.offset &&
    proofOf(fd, 0, known.offset) === known.head &&
    proofOf(fd, Math.max(0, known.offset - PROOF_BYTES), known.offset) === known.tail
  );
}

export function prove(fd: number, known: FileOffset): void {
  known.head = proofOf(fd, 0, known.offset);
  known.tail = proofOf(fd, Math.max(0, known.offset - PROOF_BYTES), known.offset);
}

function proofOf(fd: number, from: number, to: number): string {
  const bytes = Buffer.alloc(Math.max(0, Math.min(PROOF_BYTES, to - from)));
  const count = fs.readSync(fd, bytes, 0, bytes.length, from);
  return createHash('sha256').update(bytes.subarray(0, count)).digest('hex').slice(0, 32);
}

function readOffsets(file: string): { known: Map<string, FileOffset>; anchors: Anchors } {
  const known = new Map<string, FileOffset>();
  let anchors: Anchors = {};
  try {
    const value: unknown = JSON.parse(readPrivateFile(file, MAX_FILE_BYTES) ?? '{}');
    if (!isJsonObject(value) || value['version'] !== 1 || !isJsonObject(value['files']))
      return { known, anchors };
    anchors = anchorsIn(value['anchors']);
    for (const [name, entry] of Object.entries(value['files'])) {
      if (!isJsonObject(entry) || typeof entry['offset'] !== 'number') continue;
      if (!isJsonObject(entry['state']) || !isJsonObject(entry['hooks']) || !fs.existsSync(name))
        continue;
      const offset = entry as unknown as FileOffset;
      known.set(name, { ...offset, state: { ...newReaderState(), ...offset.state } });
    }
  } catch {
    // A file that cannot be read is read again from its beginning.
  }
  return { known, anchors };
}

const MAX_FILE_BYTES = 64 * 1024 * 1024;
