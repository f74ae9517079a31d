/** Types by which the log speaks about itself: only the write path appends them, no tool and no import. */
export const LOG_OWN_TYPES: ReadonlySet<string> = new Set([
  'log.recovered',
  'memory.forgotten',
  'memory.quarantined',
  'memory.ref.updated',
  'memory.released',
]);
