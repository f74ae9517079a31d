/** The public names of this package. */
export type { Memory } from './memory.ts';
export { openMemory, type OpenMemoryOptions } from './open-memory.ts';
export type * from './rows.ts';
