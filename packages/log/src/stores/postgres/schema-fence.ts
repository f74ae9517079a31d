/**
 * The fifth step of the schema: rows of other projects stay hidden even if a table is reached past its policies. A
 * partition of a table has policies of its own, and a right that somebody grants on it by mistake would show all
 * projects. Without a policy only the owner sees rows; reading through the parent table uses the policies of that
 * table.
 */
import { PARTITIONS } from './partitions.ts';

const parts = ['log', 'event', 'delivery'].flatMap((table) =>
  Array.from({ length: PARTITIONS }, (_, at) => `${table}_${at}`),
);

export const FENCE_STEP = [...parts, 'audit', 'channel']
  .map((table) => `ALTER TABLE hookloom.${table} ENABLE ROW LEVEL SECURITY`)
  .join(';\n');
