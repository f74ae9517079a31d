/** For your tests: `import { createMemoryStore, tryHook } from 'hookloom/testing'`. */
export { tryHook, type Trial, type TrialResult } from './testing/try-hook.ts';
export { createMemoryStore, type MemoryStoreOptions } from '@hookloom/log';
export type { EventStore } from '@hookloom/core/events';
