/**
 * The fifth step of the schema: rows of other projects stay hidden even if someone bypasses a table's policies. A
 * partition has separate policies, so a right that someone grants on it by mistake would show all projects. Without a
 * policy, only the owner sees rows; reading through the parent table uses the parent's policies.
 */
import { PARTITIONS } from './partitions.ts';

const parts = ['log', 'event', 'delivery'].flatMap((table) =>
  Array.from({ length: PARTITIONS }, (_, at) => `${table}_${at}`),
);

export const FENCE_STEP = [...parts, 'audit', 'channel']
  .map((table) => `ALTER TABLE hookloom.${table} ENABLE ROW LEVEL SECURITY`)
  .join(';\n');
