/**
 * Logs that this installation had opened before it had a key. The list is made once, when the key is made: logs that
 * older versions wrote have neither a seal nor a mark, and must not become foreign by an upgrade.
 */
import fs from 'node:fs';
import { stateDirPath } from '@hookloom/core/config/state-dir-path';
import { isJsonObject } from '@hookloom/core/json';

function listFile(): string {
  return `${stateDirPath(process.env)}/logs/known-before.json`;
}

/** Copies the directories in the list of workspaces. */
export function rememberKnownLogs(): void {
  const workspaces = readList(`${stateDirPath(process.env)}/workspaces.json`, 'workspaces');
  if (workspaces.length === 0) return;
  const known = workspaces.map(({ dir, inode }) => ({ dir, inode }));
  const file = listFile();
  fs.mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true, mode: 0o700 });
  fs.writeFileSync(file, `${JSON.stringify({ known })}\n`, { mode: 0o600, flag: 'wx' });
}

/** @param dir Real path. The folder must be the same one, not another with its name. */
export function wasKnownBefore(dir: string): boolean {
  const stats = fs.statSync(dir, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  const own = `${stats.dev}:${stats.ino}`;
  return readList(listFile(), 'known').some(
    (entry) => entry['dir'] === dir && entry['inode'] === own,
  );
}

function readList(file: string, name: string): Record<string, unknown>[] {
  try {
    const stats = fs.lstatSync(file);
    const isOpen = process.platform !== 'win32' && (stats.mode & 0o077) !== 0;
    if (!stats.isFile() || isOpen) return [];
    const content: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    const list = isJsonObject(content) ? content[name] : null;
    return Array.isArray(list) ? list.filter(isJsonObject) : [];
  } catch {
    return [];
  }
}
