/** Kills the real process at every change of a file that an approval makes, including in the middle of a write. */
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { esbuildEntryPoints } from '../../../scripts/entry-points.mjs';

const bin = path.resolve('packages/cli/bin/hookloom.cjs');
let base: string;
let program: string;
let prepared: string;
beforeAll(async () => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-approval-')));
  program = path.join(base, 'program.cjs');
  await build({
    entryPoints: [path.resolve('packages/worker/test/programs/approve.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    conditions: ['source'],
    plugins: [esbuildEntryPoints(path.resolve('.'))],
    packages: 'bundle',
    external: ['better-sqlite3', 'sqlite-vec', 'onnxruntime-node', '@electric-sql/pglite'],
    loader: { '.node': 'empty' },
    logLevel: 'error',
  });
  prepared = path.join(base, 'prepared');
  fs.mkdirSync(prepared);
  fs.writeFileSync(path.join(prepared, 'a.txt'), 'evidence\n');
  expect(run('prepare', prepared)).toHaveProperty('changes');
});
afterAll(() => fs.rmSync(base, { recursive: true, force: true }));

const environment = (root: string) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: `${root}-home`,
});

function run(what: string, root: string, more = {}): { changes?: number; code?: string } | null {
  fs.mkdirSync(`${root}-home`, { recursive: true, mode: 0o700 });
  const env = { ...environment(root), ...more };
  const made = spawnSync(process.execPath, [program, what, root], { encoding: 'utf8', env });
  return made.stdout === '' ? null : (JSON.parse(made.stdout) as { changes: number });
}

/** How many findings are accepted, and how many are pending, as the next command shows it. */
function counted(root: string): string {
  const args = [bin, 'coordinate', 'brief', 'login-bug', '--json'];
  const env = environment(root);
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
  const brief = JSON.parse(stdout) as Record<'accepted_findings' | 'pending_findings', object[]>;
  return `${brief.accepted_findings.length} accepted, ${brief.pending_findings.length} pending`;
}

const NOTHING = '0 accepted, 3 pending';
const EVERYTHING = '3 accepted, 0 pending';

/** Every n-th change; `APPROVAL_KILL_STEP=1` tries all of them. The fifth is the write of the decisions. */
const STEP = Number(process.env['APPROVAL_KILL_STEP'] ?? 4);

test.each(['kill', 'kill-late'])(
  'a killed approval decides everything or nothing, and the next one continues: %s',
  (fault) => {
    for (let at = 1, finished = false; !finished; at += STEP) {
      const root = path.join(base, `${fault}-${at}`);
      fs.cpSync(prepared, root, { recursive: true });
      fs.cpSync(`${prepared}-home`, `${root}-home`, { recursive: true });
      const dir = path.join(root, '.eventloom');
      const answer = run('approve', root, { FAULT: fault, FAULT_AT: `${at}`, FAULT_DIR: dir });
      finished = answer?.changes !== undefined && answer.changes < at;
      const after = counted(root);
      expect([NOTHING, EVERYTHING]).toContain(after);
      // Complete decisions whose line lacks only its end count once the next writer completed the line.
      if (after === NOTHING) expect([undefined, 'conflict']).toContain(run('approve', root)?.code);
      expect(counted(root)).toBe(EVERYTHING);
      expect(at).toBeLessThan(200);
    }
  },
  120_000,
);
