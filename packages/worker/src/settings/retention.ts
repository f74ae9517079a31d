/** How long each kind of notes is kept, from the installation's settings. */
import fs from 'node:fs';
import { NOTE_TYPES } from '@hookloom/core/events';
import type { Retention } from '@hookloom/memory';
import { readSettings, settingsFile, type Settings } from './settings.ts';

/** @example retentionOf(readSettings(stateDir, env)).notes // 90 */
export function retentionOf(settings: Settings): Retention {
  const days = (kind: string): number => Number(settings[`HOOKLOOM_RETENTION_${kind}_DAYS`] ?? 0);
  return {
    notes: days('NOTES'),
    types: Object.fromEntries(NOTE_TYPES.map((type) => [type, days(type.toUpperCase())])),
    prompts: days('PROMPTS'),
    summaries: days('SUMMARIES'),
    telemetry: days('TELEMETRY'),
  };
}

/** Called with every read of the memory. The file is only read again if it has changed. */
export function retentionIn(stateDir: string): () => Retention {
  const file = settingsFile(stateDir);
  let known: { mark: string; rule: Retention } | undefined;
  return () => {
    const stats = fs.statSync(file, { throwIfNoEntry: false });
    const mark = stats === undefined ? '' : `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
    if (known?.mark !== mark) known = { mark, rule: retentionOf(readSettings(stateDir, {})) };
    return known.rule;
  };
}
