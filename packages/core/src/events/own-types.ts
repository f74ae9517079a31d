/**
 * Types that no tool and no import appends as they are: the log speaks about itself with them, or the operation that
 * writes them checks what it is about first.
 */
export const LOG_OWN_TYPES: ReadonlySet<string> = new Set([
  'fact.invalidated',
  'log.archived',
  'log.recovered',
  'memory.corrected',
  'memory.forgotten',
  'memory.quarantined',
  'memory.ref.updated',
  'memory.released',
]);
