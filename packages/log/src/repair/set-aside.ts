/** `repair/<session>.<digest>/`: the broken file as it was, and a list of its broken lines. */
import { createHash } from 'node:crypto';
import { ensureOwnedDirectory } from '../files/owned-file.ts';
import { syncDirectory } from '../files/sync-names.ts';
import { writeFile } from '../files/write-whole.ts';
import { readRange, type ByteSource } from '../read/open-log.ts';
import { bytesAt } from './event-at.ts';
import type { BrokenLine } from './scan-log.ts';

export interface SetAside {
  /** Relative to the directory of the logs. */
  folder: string;
  file: string;
  bytes: number;
  digest: string;
}

export function placeAside(session: string, source: ByteSource): SetAside {
  const hash = createHash('sha256');
  for (const piece of readRange(source, 0, source.sizeBytes)) hash.update(piece);
  const digest = hash.digest('hex');
  const folder = `repair/${session}.${digest.slice(0, 8)}`;
  return {
    folder,
    file: `${folder}/original.jsonl`,
    bytes: source.sizeBytes,
    digest: `sha256:${digest}`,
  };
}

/** Durable on return. */
export function setAside(
  dir: string,
  { folder, file }: SetAside,
  source: ByteSource,
  broken: readonly BrokenLine[],
): void {
  for (const path of [`${dir}/repair`, `${dir}/${folder}`]) ensureOwnedDirectory(path);
  writeFile(`${dir}/${file}`, readRange(source, 0, source.sizeBytes));
  const lines = broken.map(({ line, start, kind, detail, end }) => {
    const text = bytesAt(source, { line, start, end }).toString('utf8');
    return Buffer.from(`${JSON.stringify({ line, offset: start, kind, detail, text })}\n`);
  });
  writeFile(`${dir}/${folder}/broken-lines.jsonl`, lines);
  for (const path of [`${dir}/${folder}`, `${dir}/repair`, dir]) syncDirectory(path);
}
