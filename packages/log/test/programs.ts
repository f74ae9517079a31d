/** Bundled programs for tests that need real processes. */
import { buildSync } from 'esbuild';
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sandbox } from './sandbox.ts';

/** Builds `test/programs/<name>.ts` into one CommonJS file and returns its path. */
export function bundle({ root }: Sandbox, name: string): string {
  const outfile = path.join(root, `${name}.cjs`);
  buildSync({
    entryPoints: [fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    conditions: ['source'],
    logLevel: 'warning',
  });
  return outfile;
}

/** A Node child without anything that slows or changes its start. */
export function runNode(
  program: string,
  args: string[],
  options: { env?: Record<string, string>; uid?: number } = {},
): ChildProcess {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  return spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...options.env },
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export function ended(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}
