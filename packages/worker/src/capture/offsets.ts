/**
 * How far each session file is captured: `.eventloom/runtime/capture-offsets.json` (0600). Losing it only costs time:
 * every record has its own key, and records read again are found in the log.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isJsonObject, type JsonObject } from '@hookloom/core';
import { redactPayload } from '@hookloom/core/redact';
import { newReaderState, type ReaderState } from '@hookloom/hooks/clients';
import { anchorsIn, kinOf, type Anchors, type Kin } from './kin.ts';
import type { Skipped } from './notices.ts';
import type { HookMemory } from './recorded-by-hooks.ts';
import { readPrivateFile, writePrivateFile } from '../private-file.ts';

/** Number of bytes before the offset to compare before reading continues. */
const PROOF_BYTES = 512;

export interface FileOffset {
  dev: number;
  ino: number;
  /** Captured bytes: up to the end of a complete line. */
  offset: number;
  /** Captured complete lines. */
  line: number;
  /**
   * Hashes of the first bytes of the file and of those before the offset. They distinguish a replaced file from a grown
   * one.
   */
  head: string;
  tail: string;
  /** Size and modification time at the last complete read. While they are unchanged, the file is not opened. */
  size: number;
  mtimeMs: number;
  state: ReaderState;
  hooks: HookMemory;
  /** Its first record is stored, so it is known what the file may be a copy of. */
  isAnchored?: boolean;
  /** Skipped lines. */
  skipped?: Skipped | null;
}

export interface Offsets {
  get(file: string): FileOffset | null;
  set(file: string, offset: FileOffset): void;
  /** Of a renamed file: the offset under its old name, which is removed. */
  renamed(dev: number, ino: number): FileOffset | null;
  /** Which sessions share records. */
  kin: Kin;
  save(): void;
}

export function offsetsFile(eventloomDir: string): string {
  return path.join(eventloomDir, 'runtime', 'capture-offsets.json');
}

/** Drops the offsets of deleted files. */
export function openOffsets(eventloomDir: string): Offsets {
  const file = offsetsFile(eventloomDir);
  const { known, anchors } = readOffsets(file);
  const kin = kinOf(anchors);
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
      // Never creates the log folder just for this file.
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

/** The input of an open call is stored here until its result arrives. Masked like everything that is written. */
function masked(offset: FileOffset): FileOffset {
  const { state } = offset;
  const calls = redactPayload(state.calls as unknown as JsonObject).payload;
  return { ...offset, state: { ...state, calls: calls as unknown as ReaderState['calls'] } };
}

/** Offsets that are discarded at the end, for a pass that reads everything again. */
export function noOffsets(eventloomDir: string): Offsets {
  const known = new Map<string, FileOffset>();
  return {
    // Keeps those of deleted files, because they cannot be found again.
    kin: kinOf(readOffsets(offsetsFile(eventloomDir)).anchors),
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

/** Whether the file still has the content that was read up to here. */
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
    // An unreadable file is read again.
  }
  return { known, anchors };
}

const MAX_FILE_BYTES = 64 * 1024 * 1024;
