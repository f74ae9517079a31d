/**
 * Detects a copy of this program that npx fetched and will delete. Settings that name it would stop working silently.
 */
import type { OwnFiles } from './own-files.ts';

/**
 * @returns The warning; null for a permanent copy
 * @example passingCopy({ bin: '/home/dev/.npm/_npx/1f/node_modules/hookloom/bin/hookloom.cjs' }) !== null
 */
export function npxCopyWarning({ bin }: Pick<OwnFiles, 'bin'>): string | null {
  if (!bin.split(/[/\\]/).includes('_npx')) return null;
  return 'The settings refer to a temporary copy of hookloom made by npx. Run `npm install --global hookloom`, then run this command again with --force.';
}
