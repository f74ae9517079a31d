/**
 * How far each session file has been taken in: `.eventloom/runtime/capture-offsets.json` (0600). Losing it costs time and
 * nothing else: every record has a key of its own, and what is read again is found in the log.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isJsonObject, type JsonObject } from '@hookloom/core/json';
import { redactPayload } from '@hookloom/core/redact/index';
import { newReaderState, type ReaderState } from '@hookloom/hooks/transcript/record';
import { anchorsIn, kinOf, type Anchors, type Kin } from './kin.ts';
import type { Skipped } from './notices.ts';
import type { HookMemory } from './recorded-by-hooks.ts';
import { readPrivateFile, writePrivateFile } from '../private-file.ts';

/** Of the bytes before the offset, compared before reading goes on. */
const PROOF_BYTES = 512;

export interface FileOffset {
  dev: number;
  ino: number;
  /** Bytes taken in: the end of a whole line. */
  offset: number;
  /** Whole lines taken in. */
  line: number;
  /** Of the file's first bytes, and of those before the offset: they tell a replaced file from one that has grown. */
  head: string;
  tail: string;
  /** Size and time of change when it was last read to its end; as long as they stand nothing is opened. */
  size: number;
  mtimeMs: number;
  state: ReaderState;
  hooks: HookMemory;
  /** Its first record is noted: what it may be a copy of is known. */
  isAnchored?: boolean;
  /** Lines that were passed over. */
  skipped?: Skipped | null;
}

export interface Offsets {
  get(file: string): FileOffset | null;
  set(file: string, offset: FileOffset): void;
  /** Of a file that was renamed: the offset under its old name, which it is given up under. */
  renamed(dev: number, ino: number): FileOffset | null;
  /** Which sessions hold records of each other. */
  kin: Kin;
  save(): void;
}

export function offsetsFile(eventloomDir: string): string {
  return path.join(eventloomDir, 'runtime', 'capture-offsets.json');
}

/** Nothing is kept of files that are gone. */
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
      // A log that was never begun, or has gone, is not made for the sake of this file.
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

/** What a call that is still open was asked for waits here for its result: masked like all that is written. */
function masked(offset: FileOffset): FileOffset {
  const { state } = offset;
  const calls = redactPayload(state.calls as unknown as JsonObject).payload;
  return { ...offset, state: { ...state, calls: calls as unknown as ReaderState['calls'] } };
}

/** Offsets that are forgotten at the end: for a pass that reads everything anew. */
export function noOffsets(eventloomDir: string): Offsets {
  const known = new Map<string, FileOffset>();
  return {
    // Of files that are gone they cannot be found again.
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

/** Does the file still begin and go on as it did when it was read up to here? */
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
    // Whatever is not readable is read anew.
  }
  return { known, anchors };
}

const MAX_FILE_BYTES = 64 * 1024 * 1024;
