import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { edit, openDesk, prompt, type Desk } from '../../test/notes-desk.ts';
import { esbuildEntryPoints } from '../../../../scripts/entry-points.mjs';

let dir: string;
let program: string;
let desk: Desk;
let children: ChildProcess[];

beforeAll(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-notes-process-'));
  program = path.join(dir, 'notes.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('../../test/notes-process.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['source'],
    plugins: [esbuildEntryPoints(path.resolve('.'))],
    packages: 'bundle',
    external: ['@photostructure/sqlite'],
    banner: {
      js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);",
    },
    outfile: program,
    logLevel: 'error',
  });
  const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
  fs.symlinkSync(modules, path.join(dir, 'node_modules'), 'dir');
});
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));
beforeEach(async () => {
  desk = await openDesk();
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await desk.close();
});

/** Runs the queue in a separate process until it has reported this many notes, then sends the signal. */
async function killedAfter(notes: number, signal: NodeJS.Signals): Promise<void> {
  const child = spawn(process.execPath, [program, desk.root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const over = new Promise((resolve) => child.once('exit', resolve));
  let told = 0;
  for await (const chunk of child.stdout) {
    told += String(chunk).split('\n').length - 1;
    if (told >= notes) break;
  }
  expect(told).toBeGreaterThanOrEqual(notes);
  child.kill(signal);
  await over;
}

it.each(['SIGKILL', 'SIGTERM'] as const)(
  'makes exactly one note of each of 50 observations, although it is ended by %s again and again',
  async (signal) => {
    const edits = Array.from({ length: 50 }, (_, n) => edit(`t${n}`, `f${n}.ts`)).flat();
    await desk.append(prompt('Go'), ...edits);
    for (const notes of [1, 5, 9]) await killedAfter(notes, signal);
    expect((await desk.made('note.recorded')).length).toBeLessThan(50);
    const queue = desk.start();
    await queue.drain();
    expect([...new Set(await desk.coverage())]).toEqual([1]);
    const titles = (await desk.made('note.recorded')).map(({ title }) => title);
    expect(titles).toHaveLength(50);
    expect(new Set(titles)).toEqual(
      new Set(Array.from({ length: 50 }, (_, n) => `Changed f${n}.ts`)),
    );
    expect(await queue.status()).toMatchObject({ depth: 0, leased: 0, dead: 0 });
  },
);
