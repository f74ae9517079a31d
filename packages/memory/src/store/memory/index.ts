/** The projection without a file: for logs that are not stored, and for tests. */
import type { ProjectionStore } from '../port.ts';
import { asDatabase } from '../sqlite/as-database.ts';
import { openDatabase } from '../sqlite/driver.ts';
import { createTables, isDamage } from '../sqlite/open-store.ts';

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
