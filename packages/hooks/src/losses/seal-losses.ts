/** Appends the counted losses as `log.lost`, once, as soon as the log can be written again. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { quietly, type JsonObject } from '@hookloom/core';
import type { appendOrSpool } from '@hookloom/log/append';
import type { LogTarget } from '../engine/detach.ts';
import { lossFile, lossFolder } from './loss-file.ts';
import { lossNames, readLosses, SEALED_MARK } from './counted-losses.ts';

type Append = typeof appendOrSpool;

/**
 * Call after something was appended to the log. A file is claimed by renaming it and removed when its event is in the
 * log or its inbox. The name of the claimed file is the key of the event, so a killed process leaves no loss unreported
 * and none reported twice. Throws the file system's errors.
 */
export function sealLosses(target: LogTarget, deadline: number, append: Append, env = process.env) {
  const file = lossFile(target, env);
  // A process that is killed may have had the same id.
  if (existsSync(file))
    // Quietly, because another process may be sealing it.
    quietly(() => renameSync(file, `${file}${SEALED_MARK}${process.pid}-${Date.now()}`));
  for (const name of lossNames(target, env)) {
    if (!name.includes(SEALED_MARK)) continue;
    const path = `${lossFolder(env)}/${name}`;
    const losses = readLosses(path);
    const { dir, session } = target;
    if (losses !== null) {
      const event = {
        type: 'log.lost',
        actorId: 'hookloom',
        payload: losses as unknown as JsonObject,
        origin: { channel: 'system' as const },
        delivery: { scope: 'log.lost', key: name },
      };
      const { kind } = append({ dir, session, events: [event], deadline });
      if (kind === 'lost') return;
    }
    rmSync(path, { force: true });
  }
}
