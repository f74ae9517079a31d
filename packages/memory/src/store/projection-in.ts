import { memoryProjection } from './memory/index.ts';
import type { ProjectionStore } from './port.ts';
import { sqliteProjection } from './sqlite/open-store.ts';

/** @param file Absolute path, or `:memory:`. */
export function projectionIn(file: string): ProjectionStore {
  return file === ':memory:' ? memoryProjection() : sqliteProjection(file);
}
