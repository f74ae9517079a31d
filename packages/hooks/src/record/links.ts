/**
 * What one hook of a client's session stores for the next: names of the client (a tool call, a prompt, an agent) and the
 * ids of the events they became. One file per client session, only appended to and read from the end, so that parallel
 * hooks do not overwrite each other's lines. Losing the file costs links, never events.
 */
import { constants, existsSync, rmSync } from 'node:fs';
import { isSessionId, sha256Hex } from '@hookloom/core';
import { ensureOwnedDirectory, readRange, withOwned, writeAll } from '@hookloom/log/append';

/** Only the newest lines are read: about 600 names. */
const MAX_READ_BYTES = 65_536;

export interface Links {
  /** The id remembered last under a name. */
  find(name: string): string | undefined;
  remember(entries: [name: string, id: string][]): void;
  forget(): void;
}

export function openLinks(dir: string, client: string, clientSession: string): Links {
  const folder = `${dir}/runtime/links`;
  const file = isSessionId(clientSession) ? clientSession : sha256Hex(clientSession).slice(0, 32);
  const path = `${folder}/${client}.${file}`;
  let known: Map<string, string> | null = null;
  return {
    find(name) {
      known ??= readEntries(path);
      return known.get(lineName(name));
    },
    remember(entries) {
      if (entries.length === 0) return;
      for (const place of [`${dir}/runtime`, folder]) ensureOwnedDirectory(place);
      withOwned(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, ({ fd }) => {
        writeAll(
          fd,
          Buffer.from(entries.map(([name, id]) => `${lineName(name)} ${id}\n`).join('')),
          null,
        );
      });
    },
    forget() {
      rmSync(path, { force: true });
    },
  };
}

/** A client's id may contain anything; a line may not. */
function lineName(name: string): string {
  return /^[\w:.-]{1,160}$/.test(name) ? name : sha256Hex(name.toWellFormed()).slice(0, 32);
}

function readEntries(path: string): Map<string, string> {
  const entries = new Map<string, string>();
  if (!existsSync(path)) return entries;
  try {
    withOwned(path, constants.O_RDONLY, ({ fd, stats }) => {
      const start = Math.max(0, stats.size - MAX_READ_BYTES);
      for (const line of readRange(fd, start, stats.size).toString('latin1').split('\n')) {
        const match = /^(\S+) (evt_\S+)$/.exec(line);
        if (match !== null) entries.set(match[1]!, match[2]!);
      }
    });
  } catch {
    // None that may be read.
  }
  return entries;
}
