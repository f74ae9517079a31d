/** Kills the real process, or fills its disk, at every change that a backup or a restore makes. */
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { esbuildEntryPoints } from '../../../../scripts/entry-points.mjs';

const S = 'shop-default';
let base: string;
let program: string;
beforeAll(async () => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-backup-crash-')));
  program = path.join(base, 'program.cjs');
  await build({
    entryPoints: [path.resolve('packages/worker/test/programs/faulty-backup.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    conditions: ['source'],
    plugins: [esbuildEntryPoints(path.resolve('.'))],
    logLevel: 'error',
  });
});
afterAll(() => fs.rmSync(base, { recursive: true, force: true }));

interface World {
  root: string;
  dir: string;
  file: string;
  state: string;
}

function world(name: string): World {
  const root = path.join(base, name);
  const dir = path.join(root, 'shop', '.eventloom');
  fs.mkdirSync(path.join(root, 'shop'), { recursive: true });
  fs.mkdirSync(path.join(root, 'state'), { mode: 0o700 });
  return { root, dir, file: path.join(root, 'shop.backup'), state: path.join(root, 'state') };
}

function copyOf(from: World, name: string): World {
  const root = path.join(base, name);
  fs.cpSync(from.root, root, { recursive: true });
  const moved = (one: string): string => path.join(root, path.relative(from.root, one));
  return { root, dir: moved(from.dir), file: moved(from.file), state: moved(from.state) };
}

interface Answer {
  code?: string;
  message?: string;
  changes: number;
}

function run(what: string, { root, dir, file, state }: World, env = {}): Answer | null {
  const { stdout } = spawnSync(process.execPath, [program, what, dir, file, state], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: root, HOOKLOOM_STATE_DIR: state, ...env },
  });
  return stdout === '' ? null : (JSON.parse(stdout) as Answer);
}

const bin = path.resolve('packages/cli/bin/hookloom.cjs');
function hookloom({ root, state }: World, ...args: string[]): string {
  const env = { PATH: process.env['PATH'] ?? '', HOME: root, HOOKLOOM_STATE_DIR: state };
  const cwd = path.join(root, 'shop');
  return spawnSync(process.execPath, [bin, ...args], { cwd, encoding: 'utf8', env }).stdout;
}

const logOf = ({ dir }: World): string => fs.readFileSync(path.join(dir, `${S}.jsonl`), 'utf8');
const decide = (where: World, decision: string): string =>
  hookloom(
    where,
    'memory',
    'append',
    'decision.made',
    '--actor',
    'ann',
    '--payload-json',
    JSON.stringify({ decision }),
  );

test.each(['kill', 'ENOSPC'])(
  'an interrupted backup leaves the logs and the earlier backup unchanged: %s',
  (fault) => {
    const from = world(`backup-${fault}`);
    decide(from, 'Invoices are numbered per year');
    expect(run('backup', from)).not.toHaveProperty('code');
    const earlier = fs.readFileSync(from.file);
    decide(from, 'Parcels leave on Fridays');
    const log = logOf(from);
    for (let at = 1, finished = false; !finished; at += fault === 'kill' ? 1 : 3) {
      const copy = copyOf(from, `backup-${fault}-${at}`);
      const env = { FAULT: fault, FAULT_AT: String(at), FAULT_DIR: copy.root };
      const answer = run('backup', copy, env);
      finished = answer !== null && answer.changes < at;
      expect(logOf(copy)).toBe(log);
      const now = fs.readFileSync(copy.file);
      if (!now.equals(earlier)) {
        const other = copyOf(copy, `backup-${fault}-${at}-restored`);
        fs.rmSync(other.dir, { recursive: true });
        expect(run('restore', other)).not.toHaveProperty('code');
        expect(logOf(other)).toBe(log);
      }
      expect(at).toBeLessThan(100);
    }
  },
  120_000,
);

test.each(['kill', 'ENOSPC'])(
  'an interrupted restore loses no event, and the next one completes it: %s',
  (fault) => {
    const from = world(`restore-${fault}`);
    decide(from, 'Invoices are numbered per year');
    run('backup', from);
    const wanted = logOf(from);
    decide(from, 'Parcels leave on Fridays');
    const newer = logOf(from);
    for (let at = 1, finished = false; !finished; at += fault === 'kill' ? 1 : 3) {
      const copy = copyOf(from, `restore-${fault}-${at}`);
      const env = { FAULT: fault, FAULT_AT: String(at), FAULT_DIR: copy.dir };
      const answer = run('restore', copy, env);
      finished = answer !== null && answer.changes < at;
      expect([wanted, newer]).toContain(logOf(copy));
      // The previous log is still there, or was moved aside.
      const aside = path.join(copy.dir, 'replaced');
      const kept = fs.existsSync(aside)
        ? fs.readdirSync(aside).map((one) => path.join(aside, one, `${S}.jsonl`))
        : [];
      const texts = kept.flatMap((one) =>
        fs.existsSync(one) ? [fs.readFileSync(one, 'utf8')] : [],
      );
      expect([logOf(copy), ...texts]).toContain(newer);
      expect(run('restore', copy)).not.toHaveProperty('code');
      expect(logOf(copy)).toBe(wanted);
      expect(at).toBeLessThan(100);
    }
  },
  240_000,
);
