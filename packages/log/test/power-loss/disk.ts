/**
 * What a disk may contain after a crash: bytes survive once their file was synced, names once their directory was
 * synced, everything else may or may not have arrived. Writes to one file arrive in order. A hole in the middle of a
 * file is not modelled: `verify` names one, and nothing repairs it.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Call } from './record-calls.ts';

export type Crash =
  /** The process was killed: what the system accepted stays. */
  | 'kill'
  /** Power loss: names arrive in the order of the journal. */
  | 'power'
  /** Power loss, and each directory is durable separately, as POSIX allows. */
  | 'power_posix';

interface File {
  isDirectory: boolean;
  durable: Buffer;
  pending: Extract<Call, { op: 'write' | 'truncate' }>[];
}
type NameCall = Extract<Call, { path: string }>;

export interface Disk {
  files: Map<number, File>;
  /** Path to file. */
  names: Map<string, number>;
}

/** @param random Uniform in [0, 1). */
export function diskAfter(
  calls: readonly Call[],
  { root, crash, random }: { root: string; crash: Crash; random: () => number },
): Disk {
  const files = new Map<number, File>([[0, newFile(true)]]);
  const paths = new Map<number, string>([[0, root]]);
  const names: { call: NameCall; lasts: boolean }[] = [];
  for (const call of calls) {
    if (call.op === 'ack') continue;
    if (call.op === 'settle') {
      for (const file of files.values()) writeBack(file);
      for (const name of names) name.lasts = true;
    } else if (call.op === 'write' || call.op === 'truncate')
      files.get(call.id)!.pending.push(call);
    else if (call.op === 'sync') {
      const file = files.get(call.id)!;
      if (file.isDirectory) {
        const dir = paths.get(call.id)!;
        for (const name of names)
          if (crash !== 'power_posix' || isIn(name.call, dir)) name.lasts = true;
      } else {
        writeBack(file);
      }
    } else {
      if (call.op === 'create' || call.op === 'mkdir') {
        files.set(call.id, newFile(call.op === 'mkdir'));
        paths.set(call.id, call.path);
      }
      names.push({ call, lasts: false });
    }
  }
  for (const file of files.values()) file.durable = survivors(file, crash, random);
  return { files, names: namesAfter(names, crash, random) };
}

function newFile(isDirectory: boolean): File {
  return { isDirectory, durable: Buffer.alloc(0), pending: [] };
}

function isIn(call: NameCall, dir: string): boolean {
  return path.dirname(call.path) === dir;
}

function writeBack(file: File): void {
  file.durable = applied(file.durable, file.pending);
  file.pending = [];
}

function applied(start: Buffer, changes: File['pending']): Buffer {
  let bytes = start;
  for (const change of changes) {
    const end = change.op === 'truncate' ? change.size : change.offset + change.bytes.length;
    const size = change.op === 'truncate' ? end : Math.max(bytes.length, end);
    const after = Buffer.alloc(size);
    bytes.copy(after, 0, 0, size);
    if (change.op === 'write') change.bytes.copy(after, change.offset);
    bytes = after;
  }
  return bytes;
}

/** Pending changes arrive in order up to a point. Of the last one a part may arrive, or its size alone, as zeros. */
function survivors({ durable, pending }: File, crash: Crash, random: () => number): Buffer {
  if (pending.length === 0) return durable;
  const count = crash === 'kill' ? pending.length : Math.floor(random() * (pending.length + 1));
  const kept = pending.slice(0, count);
  const last = kept.at(-1);
  if (crash !== 'kill' && last?.op === 'write' && random() < 0.6) {
    const arrived = last.bytes.subarray(0, Math.floor(random() * last.bytes.length));
    const bytes = random() < 0.3 ? Buffer.concat([arrived, Buffer.alloc(4096)]) : arrived;
    kept[kept.length - 1] = { ...last, bytes };
  }
  return applied(durable, kept);
}

function namesAfter(
  all: { call: NameCall; lasts: boolean }[],
  crash: Crash,
  random: () => number,
): Map<string, number> {
  const lastSynced = all.findLastIndex(({ lasts }) => lasts);
  const cut = Math.max(lastSynced + 1, Math.floor(random() * (all.length + 1)));
  const cuts = new Map<string, number>();
  const arrives = ({ call, lasts }: { call: NameCall; lasts: boolean }, at: number): boolean => {
    if (crash === 'kill' || lasts) return true;
    if (crash === 'power') return at < cut;
    const dir = path.dirname(call.path);
    if (!cuts.has(dir)) cuts.set(dir, Math.floor(random() * (all.length + 1)));
    return at < cuts.get(dir)!;
  };
  const names = new Map<string, number>();
  /** What each name meant when the call was made: a name that did not arrive still moved the file. */
  const then = new Map<string, number>();
  for (const [at, name] of all.entries()) {
    const { call } = name;
    const id = 'id' in call ? call.id : 'from' in call ? then.get(call.from) : undefined;
    if (id !== undefined) then.set(call.path, id);
    if (call.op === 'unlink') then.delete(call.path);
    if (call.op === 'rename') then.delete(call.from);
    if (!arrives(name, at)) continue;
    if (call.op === 'unlink') names.delete(call.path);
    else if (id !== undefined) names.set(call.path, id);
    if (call.op === 'rename' && names.get(call.from) === id) names.delete(call.from);
  }
  return names;
}

/** Writes the state below `to`, in place of `root`. Names whose directory did not arrive are lost with it. */
export function layOut({ files, names }: Disk, root: string, to: string): void {
  const made = new Map<number, string>();
  for (const [name, id] of [...names].sort(([one], [other]) => one.length - other.length)) {
    const target = to + name.slice(root.length);
    if (!fs.existsSync(path.dirname(target))) continue;
    const file = files.get(id)!;
    if (file.isDirectory) fs.mkdirSync(target, { mode: 0o700 });
    else if (made.has(id)) fs.linkSync(made.get(id)!, target);
    else {
      fs.writeFileSync(target, file.durable, { mode: 0o600 });
      made.set(id, target);
    }
  }
}
