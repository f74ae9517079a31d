/** Reads a complete backup and verifies every byte before anything is changed. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { openLog, verifySource } from '@hookloom/log';
import { writeAll } from '@hookloom/log/append';
import { filesOf, parseManifest, type BackedUpLog, type Manifest } from './manifest.ts';
import { damaged, readTar } from './tar.ts';

const NAME = /^projects\/\d{1,5}\/(?:forgotten|logs\/[A-Za-z0-9_.-]{1,90}\.jsonl)$/;
const MANIFEST = 'manifest.json';
const MAX_MANIFEST = 64 * 1024 * 1024;

/**
 * Returns the manifest. With `folder`, which must be empty, unpacks the files there, named by their position in
 * `filesOf`, and verifies the chain of every log.
 */
export async function checkBackup(file: string, folder?: string): Promise<Manifest> {
  const found = new Map<string, { bytes: number; sha256: string; place: number }>();
  let manifest: Buffer | null = null;
  await readTar(file, ({ name, size }) => {
    if (found.has(name)) throw damaged(`it contains ${name} twice`);
    if (name === MANIFEST) {
      if (manifest !== null || size > MAX_MANIFEST) throw damaged('its manifest is wrong');
      const pieces: Buffer[] = [];
      return {
        piece: (bytes) => pieces.push(Buffer.from(bytes)),
        end: () => (manifest = Buffer.concat(pieces)),
      };
    }
    if (!NAME.test(name)) throw damaged(`it contains a file with the name ${JSON.stringify(name)}`);
    const place = found.size;
    const digest = createHash('sha256');
    const fd = folder === undefined ? null : fs.openSync(`${folder}/${place}`, 'wx', 0o600);
    return {
      piece(bytes) {
        digest.update(bytes);
        if (fd !== null) writeAll(fd, bytes, null);
      },
      end() {
        if (fd !== null) fs.closeSync(fd);
        found.set(name, { bytes: size, sha256: digest.digest('hex'), place });
      },
    };
  });
  if (manifest === null) throw damaged('it has no manifest');
  const parsed = parseManifest((manifest as Buffer).toString('utf8'));
  const files = filesOf(parsed);
  for (const { name, bytes, sha256 } of files) {
    const there = found.get(name);
    if (there === undefined) throw damaged(`${name} is missing`);
    if (there.bytes !== bytes || there.sha256 !== sha256)
      throw damaged(`${name} does not have its checksum`);
  }
  if (files.length !== found.size)
    throw damaged('it contains files that its manifest does not name');
  if (folder === undefined) return parsed;
  for (const [at, { name }] of files.entries())
    fs.renameSync(`${folder}/${found.get(name)!.place}`, `${folder}/file-${at}`);
  for (const log of parsed.projects.flatMap(({ logs }) => logs))
    verifyUnpacked(log, `${folder}/file-${files.findIndex(({ name }) => name === log.name)}`);
  return parsed;
}

function verifyUnpacked({ session, state, hash, events }: BackedUpLog, file: string): void {
  if (state !== 'whole') return;
  const log = openLog(file)!;
  try {
    const { ok, total_events, head, detail } = verifySource(log);
    if (!ok) throw damaged(`the chain of ${session} is not valid: ${detail}`);
    if (total_events !== events || (head?.hash ?? null) !== hash)
      throw damaged(`${session} ends with another event than the manifest names`);
  } finally {
    log.close();
  }
}
