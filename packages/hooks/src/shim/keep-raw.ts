/** Stores a payload that this hook could not record, because a part of the bundle is missing, for an intact hook. */
import { renameSync, writeFileSync } from 'node:fs';
import type { ClientName } from '@hookloom/core/hook';
import { ensureOwnedDirectory, failureReason } from '@hookloom/log/append';
import type { LogTarget } from '../engine/detach.ts';
import { noteLoss } from '../losses/note-loss.ts';

/** As the shell transport does, in the same place. Never throws. */
export function keepRaw(client: ClientName, { dir, session }: LogTarget, bytes: Buffer): void {
  const folder = `${dir}/inbox/raw`;
  const name = `${process.pid}-${Date.now()}`;
  try {
    for (const place of [dir, `${dir}/inbox`, folder, `${folder}/tmp`]) ensureOwnedDirectory(place);
    writeFileSync(`${folder}/tmp/${name}`, bytes, { mode: 0o600, flag: 'wx' });
    renameSync(`${folder}/tmp/${name}`, `${folder}/${client}.${session}.${name}.json`);
  } catch (error) {
    // The guards have not been called yet.
    noteLoss({ dir, session }, failureReason(error), { events: 1, nowMs: Date.now() });
  }
}
