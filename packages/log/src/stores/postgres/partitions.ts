/** Number of partitions of each table, by project. A store keeps the number that it was created with. */
export const PARTITIONS = 16;
