/** Source files as separate programs, for tests with real processes. */
import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { expect } from 'vitest';
import { isRunning } from '@hookloom/core';
import { esbuildEntryPoints } from '../../../../scripts/entry-points.mjs';

/** Builds `text` into one file in `dir`; it imports sources as `src/process/x.ts`. */
export async function buildProgram(dir: string, name: string, text: string): Promise<string> {
  const entry = path.join(dir, `${name}.ts`);
  const sources = path.resolve(import.meta.dirname, '..');
  fs.writeFileSync(entry, text.replaceAll("'src/", `'${sources}/`));
  const outfile = path.join(dir, `${name}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    plugins: [esbuildEntryPoints(path.resolve('.'))],
    logLevel: 'silent',
    nodePaths: [path.resolve('node_modules')],
  });
  return outfile;
}

const started: ChildProcess[] = [];

/** Starts a program with nothing attached; `endPrograms` ends it. */
export function startProgram(file: string, args: string[] = [], detached = false): ChildProcess {
  const env = { ...process.env };
  delete env['NODE_EXTRA_CA_CERTS'];
  const child = spawn(process.execPath, [file, ...args], { env, detached, stdio: 'ignore' });
  started.push(child);
  return child;
}

export function endPrograms(): void {
  for (const child of started.splice(0))
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
}

/** Waits for a future state; how long it takes does not matter. */
export async function until(test: () => boolean): Promise<void> {
  for (let tries = 0; tries < 800 && !test(); tries++)
    await new Promise((resolve) => setTimeout(resolve, 25));
  expect(test()).toBe(true);
}

/** A pid that a handler wrote, once it exists. */
export async function pidIn(file: string): Promise<number> {
  await until(() => fs.existsSync(file) && /^\d+\n$/.test(fs.readFileSync(file, 'utf8')));
  return Number(fs.readFileSync(file, 'utf8'));
}

export function endProcess(pid: number): void {
  if (isRunning(pid)) process.kill(pid, 'SIGKILL');
}
