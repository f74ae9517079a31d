/**
 * Records what a program asks of the file system: every change below one directory, in order, with the bytes. The
 * calls are carried out as usual. `disk.ts` derives from the record what a crash could have left.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

export type Call =
  | { op: 'create' | 'mkdir'; id: number; path: string }
  | { op: 'write'; id: number; offset: number; bytes: Buffer }
  | { op: 'truncate'; id: number; size: number }
  | { op: 'rename' | 'link'; from: string; path: string }
  | { op: 'unlink'; path: string }
  | { op: 'sync'; id: number; what: string; by: string }
  /** The system wrote back all that waited, as it does after some seconds. */
  | { op: 'settle' }
  /** The promise that the program was given: see `Promise` in `programs.ts`. */
  | { op: 'ack'; ack: unknown };

export interface Recorder {
  readonly calls: Call[];
  ack(ack: unknown): void;
  settle(): void;
  stop(): void;
}

interface OpenFile {
  id: number;
  path: string;
  append: boolean;
  at: number;
}

export function recordCalls(root: string): Recorder {
  const calls: Call[] = [];
  const open = new Map<number, OpenFile>();
  const ids = new Map<string, number>([[root, 0]]);
  const real = { ...fs };
  const promises = { ...fs.promises };
  let next = 1;
  const inside = (name: unknown): name is string =>
    typeof name === 'string' && (name === root || name.startsWith(`${root}/`));
  const sizeOf = (fd: number): number => real.fstatSync(fd).size;

  function opened(fd: number, name: string, flags: string | number, existed: boolean): void {
    const number = typeof flags === 'number' ? flags : 0;
    if (!existed) {
      ids.set(name, next);
      calls.push({ op: 'create', id: next++, path: name });
    }
    const id = ids.get(name);
    if (id === undefined) return;
    const append = (number & fs.constants.O_APPEND) !== 0 || String(flags).startsWith('a');
    if (existed && ((number & fs.constants.O_TRUNC) !== 0 || String(flags).startsWith('w')))
      calls.push({ op: 'truncate', id, size: 0 });
    open.set(fd, { id, path: name, append, at: 0 });
  }
  function wrote(fd: number, before: number, bytes: Buffer, position: number | null): void {
    const file = open.get(fd);
    if (file === undefined) return;
    const offset = position ?? (file.append ? before : file.at);
    calls.push({ op: 'write', id: file.id, offset, bytes: Buffer.from(bytes) });
    if (position === null) file.at = offset + bytes.length;
  }
  function synced(fd: number, by = caller()): void {
    const file = open.get(fd);
    if (file === undefined) return;
    const isDirectory = real.fstatSync(fd).isDirectory();
    const what = isDirectory ? 'directory' : path.basename(file.path);
    calls.push({ op: 'sync', id: file.id, what, by });
  }
  function removed(name: string): void {
    calls.push({ op: 'unlink', path: name });
    ids.delete(name);
  }
  function renamed(from: string, to: string): void {
    calls.push({ op: 'rename', from, path: to });
    const id = ids.get(from);
    if (id !== undefined) ids.set(to, id);
    ids.delete(from);
  }

  const patched = {
    openSync(name: string, flags: string | number = 'r', mode?: number): number {
      const existed = inside(name) && real.lstatSync(name, { throwIfNoEntry: false }) !== undefined;
      const fd = real.openSync(name, flags, mode);
      if (inside(name)) opened(fd, name, flags, existed);
      return fd;
    },
    closeSync(fd: number): void {
      open.delete(fd);
      real.closeSync(fd);
    },
    writeSync(fd: number, data: Uint8Array | string, ...rest: number[]): number {
      const before = open.has(fd) ? sizeOf(fd) : 0;
      const write = real.writeSync as (...all: unknown[]) => number;
      const count = write(fd, data, ...rest);
      const bytes = Buffer.from(data as Uint8Array);
      const from = typeof data === 'string' ? 0 : (rest[0] ?? 0);
      wrote(fd, before, bytes.subarray(from, from + count), rest[2] ?? null);
      return count;
    },
    writeFileSync(name: string, data: string, options: fs.WriteFileOptions): void {
      const flag = (typeof options === 'object' ? options?.flag : undefined) ?? 'w';
      const fd = patched.openSync(name, flag, 0o600);
      try {
        patched.writeSync(fd, Buffer.from(data));
      } finally {
        patched.closeSync(fd);
      }
    },
    fsyncSync(fd: number): void {
      real.fsyncSync(fd);
      synced(fd);
    },
    fdatasyncSync(fd: number): void {
      real.fdatasyncSync(fd);
      synced(fd);
    },
    fdatasync(fd: number, done: (error: Error | null) => void): void {
      const by = caller();
      real.fdatasync(fd, (error) => {
        if (error === null) synced(fd, by);
        done(error);
      });
    },
    ftruncateSync(fd: number, size = 0): void {
      real.ftruncateSync(fd, size);
      const file = open.get(fd);
      if (file !== undefined) calls.push({ op: 'truncate', id: file.id, size });
    },
    mkdirSync(name: string, options?: fs.MakeDirectoryOptions): string | undefined {
      const made = real.mkdirSync(name, options);
      if (inside(name)) {
        ids.set(name, next);
        calls.push({ op: 'mkdir', id: next++, path: name });
      }
      return made;
    },
    renameSync(from: string, to: string): void {
      real.renameSync(from, to);
      if (inside(to)) renamed(from, to);
    },
    linkSync(from: string, to: string): void {
      real.linkSync(from, to);
      if (!inside(to)) return;
      calls.push({ op: 'link', from, path: to });
      ids.set(to, ids.get(from)!);
    },
    unlinkSync(name: string): void {
      real.unlinkSync(name);
      if (inside(name)) removed(name);
    },
    rmSync(name: string, options?: fs.RmOptions): void {
      const existed = inside(name) && real.lstatSync(name, { throwIfNoEntry: false }) !== undefined;
      real.rmSync(name, options);
      if (existed) removed(name);
    },
  };
  const patchedPromises = {
    async open(name: string, flags: string, mode?: number): Promise<fs.promises.FileHandle> {
      const existed = inside(name) && real.lstatSync(name, { throwIfNoEntry: false }) !== undefined;
      const handle = await promises.open(name, flags, mode);
      if (!inside(name)) return handle;
      const { fd } = handle;
      opened(fd, name, flags, existed);
      const { writeFile, sync, close } = handle;
      return Object.assign(handle, {
        async writeFile(data: Uint8Array): Promise<void> {
          await writeFile.call(handle, data);
          wrote(fd, 0, Buffer.from(data), null);
        },
        async sync(): Promise<void> {
          const by = caller();
          await sync.call(handle);
          synced(fd, by);
        },
        async close(): Promise<void> {
          open.delete(fd);
          await close.call(handle);
        },
      });
    },
    async rename(from: string, to: string): Promise<void> {
      await promises.rename(from, to);
      if (inside(to)) renamed(from, to);
    },
    async rm(name: string, options?: fs.RmOptions): Promise<void> {
      patched.rmSync(name, options);
    },
  };
  Object.assign(fs, patched);
  Object.assign(fs.promises, patchedPromises);
  syncBuiltinESMExports();
  return {
    calls,
    ack: (ack) => void calls.push({ op: 'ack', ack }),
    settle: () => void calls.push({ op: 'settle' }),
    stop() {
      restore(fs, real, Object.keys(patched));
      restore(fs.promises, promises, Object.keys(patchedPromises));
      syncBuiltinESMExports();
    },
  };
}

/** The function of the log that made the call, as `file function`; helpers that sync for others are skipped. */
function caller(): string {
  const frames = new Error().stack!.matchAll(
    /at (?:async )?(?:([\w.]+) \()?\S*packages\/log\/src\/([\w/-]+)\.ts/g,
  );
  for (const [, name = '', file] of frames)
    if (!file!.startsWith('files/sync-') && name !== 'syncDirectory') return `${file} ${name}`;
  return '';
}

function restore(target: object, from: object, names: readonly string[]): void {
  for (const name of names) Reflect.set(target, name, Reflect.get(from, name));
}
