/** How long each kind of note is kept, according to the installation's settings. */
import { NOTE_TYPES } from '@hookloom/core/events';
import type { Retention } from '@hookloom/memory';
import { settingsReader, type Settings } from './settings.ts';

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

/** Called for every read of the memory. */
export function retentionIn(stateDir: string): () => Retention {
  const settings = settingsReader(stateDir, {});
  return () => retentionOf(settings());
}
