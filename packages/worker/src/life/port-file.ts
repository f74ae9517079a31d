/** The address of this installation's worker: a private file, written when it is ready and removed when it ends. */
import { attempt } from '@hookloom/core';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '../private-file.ts';

export const WORKER_PORT = 37_777;

const shape = z.object({
  port: z.int().min(1).max(65_535),
  pid: z.int().min(1),
  /** In epoch milliseconds. */
  startedAt: z.number(),
  version: z.string(),
  /** Digest of the token. A file with another token is not ours. */
  secretDigest: z.string(),
});

export type PortFile = z.infer<typeof shape>;

export function portFile(stateDir: string): string {
  return path.join(stateDir, 'worker.json');
}

export function readPortFile(stateDir: string): PortFile | null {
  return attempt(() => {
    const parsed = shape.safeParse(JSON.parse(readPrivateFile(portFile(stateDir)) ?? 'null'));
    return parsed.success ? parsed.data : null;
  });
}

export function publishPort(stateDir: string, value: PortFile): void {
  writePrivateFile(portFile(stateDir), `${JSON.stringify(value, null, 2)}\n`);
}

/** Removes only its own file, because a successor may have published already. */
export function withdrawPort(stateDir: string, pid: number): void {
  if (readPortFile(stateDir)?.pid === pid) fs.rmSync(portFile(stateDir), { force: true });
}

export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 16);
}
