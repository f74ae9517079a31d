/** What the commands use of backups. */
export { knownPlaces } from './known-places.ts';
export type { BackedUpProject, Manifest } from './manifest.ts';
export { restoreBackup, type RestorePlace, type RestoreReport } from './restore-backup.ts';
export { writeBackup, type ProjectPlace } from './write-backup.ts';
