/** Variables that session-start hooks set, stored for the later hooks of the session. */
import fs from 'node:fs';
import { isJsonObject } from '@hookloom/core';

export function saveSessionEnv(sessionDir: string, variables: Record<string, string>): void {
  const file = fileOf(sessionDir);
  const temporary = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(temporary, JSON.stringify(variables), { mode: 0o600 });
  fs.renameSync(temporary, file);
}

/** Empty if none were set or they cannot be read. */
export function loadSessionEnv(sessionDir: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(fs.readFileSync(fileOf(sessionDir), 'utf8'));
    if (!isJsonObject(value)) return {};
    return Object.fromEntries(
      Object.entries(value).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    );
  } catch {
    return {};
  }
}

function fileOf(sessionDir: string): string {
  return `${sessionDir}/env.json`;
}
