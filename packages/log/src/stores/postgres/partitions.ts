/** Parts of each table, by project. A store keeps the number that it was made with. */
export const PARTITIONS = 16;
