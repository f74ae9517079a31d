/** Absolute paths of the product's own files, as client settings contain them. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { shellWords, windowsQuote } from '@hookloom/core';

export interface OwnFiles {
  /** The current Node. Clients that were started from a desktop have another PATH. */
  node: string;
  bin: string;
  hook: string;
  recording: string;
  /** What settings contain instead of Node and the hook program. Absent if the launcher is not installed. */
  launcher?: string | undefined;
}

export function ownFiles(): OwnFiles {
  let dir = path.dirname(fileURLToPath(import.meta.url));
  while (!fs.existsSync(path.join(dir, 'bin', 'hookloom.cjs'))) dir = path.dirname(dir);
  return {
    node: process.execPath,
    bin: path.join(dir, 'bin', 'hookloom.cjs'),
    hook: path.join(dir, 'dist', 'hook.cjs'),
    recording: path.join(dir, 'demo', 'claude-code-session.jsonl'),
  };
}

/**
 * The command line of a hook. It calls the launcher, which finds Node even after a version switch. Without a launcher,
 * it empties the certificate variable on POSIX: otherwise Node 20 parses a company's bundle at every start, which
 * doubles the cost.
 *
 * @example hookCommand(files, ['hook', 'claude-code', '--session-id', 'demo-default'])
 * // "/home/dev/.hookloom/bin/hookloom-hook hook claude-code --session-id demo-default"
 */
export function hookCommand(files: OwnFiles, args: string[], platform = process.platform): string {
  const { launcher, node, hook } = files;
  const words = [...(launcher === undefined ? [node, hook] : [launcher]), ...args];
  if (platform === 'win32') return words.map(windowsQuote).join(' ');
  return launcher === undefined ? `NODE_EXTRA_CA_CERTS= ${shellWords(words)}` : shellWords(words);
}

// Detects a copy of this program that npx fetched and will delete. Settings that name it would stop working silently.

/**
 * @returns The warning; null for a permanent copy
 * @example passingCopy({ bin: '/home/dev/.npm/_npx/1f/node_modules/hookloom/bin/hookloom.cjs' }) !== null
 */
export function npxCopyWarning({ bin }: Pick<OwnFiles, 'bin'>): string | null {
  if (!bin.split(/[/\\]/).includes('_npx')) return null;
  return 'The settings refer to a temporary copy of hookloom made by npx. Run `npm install --global hookloom`, then run this command again with --force.';
}
