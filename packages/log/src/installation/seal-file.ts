/** `<session>.seal`: a point of the log, sealed with the key of the installation that wrote it. It moves with the log. */
import { constants, renameSync, rmSync } from 'node:fs';
import { isJsonObject, weakRandomHex } from '@hookloom/core';
import { readRange, withOwned, writeAll } from '../files/owned-file.ts';
import { sealOf, type SealedPoint } from './key.ts';

const MAX_BYTES = 4096;

/** The point that this key sealed; null if there is none, or if another installation sealed it. */
export function readSeal(dir: string, session: string, key: Buffer): SealedPoint | null {
  try {
    return withOwned(`${dir}/${session}.seal`, constants.O_RDONLY, ({ fd }) => {
      const content: unknown = JSON.parse(readRange(fd, 0, MAX_BYTES).toString('utf8'));
      if (!isJsonObject(content)) return null;
      const { genesis, seq, hash, size, seal } = content;
      if (typeof genesis !== 'string' || typeof seq !== 'number') return null;
      if (typeof hash !== 'string' || typeof seal !== 'string') return null;
      if (seal !== sealOf({ genesis, seq, hash }, key)) return null;
      return { genesis, seq, hash, ...(typeof size === 'number' && { size }) };
    });
  } catch {
    return null;
  }
}

/** Replaces the file in one step. Throws the file system's errors. */
export function writeSeal(dir: string, session: string, point: SealedPoint, key: Buffer): void {
  const file = `${dir}/${session}.seal`;
  const temporary = `${file}.${weakRandomHex()}.tmp`;
  try {
    withOwned(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, ({ fd }) => {
      const text = JSON.stringify({ v: 1, ...point, seal: sealOf(point, key) });
      writeAll(fd, Buffer.from(`${text}\n`), null);
    });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
