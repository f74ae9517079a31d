import type { ProjectionStore } from './port.ts';
import { sqliteProjection, createTables, isDamage } from './sqlite/open-store.ts';
import { asDatabase } from './sqlite/as-database.ts';
import { openDatabase } from './sqlite/driver.ts';

/** @param file Absolute path, or `:memory:`. */
export function projectionIn(file: string): ProjectionStore {
  return file === ':memory:' ? memoryProjection() : sqliteProjection(file);
}

// The projection without a file: for logs that are not stored, and for tests.

export function memoryProjection(): ProjectionStore {
  return {
    async open() {
      const db = await openDatabase(':memory:');
      createTables(db);
      return asDatabase(db);
    },
    remove: () => Promise.resolve(),
    isDamage,
  };
}
