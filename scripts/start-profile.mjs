// The modules that usual commands load: `node scripts/build.mjs --profile` runs them and writes start-profile.json, which
// `merge-chunks.mjs` reads. Write it again when commands load other modules; an outdated file only costs time.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const PROFILE = path.join(import.meta.dirname, 'start-profile.json');

const COMMANDS = [
  '--version',
  'memory append decision.made --actor me --payload-json {"decision":"Use_Redis"}',
  'memory query Redis',
  'memory checkout Redis',
  'memory export --help',
  'notes list',
  'context Redis',
  'inbox',
  'status',
  'verify',
  'replay shop-default',
  'reproject',
  'doctor',
  'capture status',
  'init --preset local-claude',
  'uninstall --json',
  'hooks codex',
  'hooks lint',
  'hooks explain 1',
  'hooks test',
  'hooks run codex PreToolUse',
  'settings list',
  'projects list',
  'up --help',
  'serve',
  'up --background --port 0',
];

/**
 * @param dist Folder with the chunks and all that they need, before they are merged.
 * @param chunks As returned by `chunksOf` of merge-chunks.mjs.
 */
export function writeProfile(dist, chunks) {
  const work = mkdtempSync(path.join(tmpdir(), 'hookloom-profile-'));
  const shop = path.join(work, 'shop');
  const cli = path.join(work, 'start.mjs');
  mkdirSync(path.join(shop, '.git'), { recursive: true });
  writeStarter(cli, dist);
  const profile = {};
  for (const command of COMMANDS) {
    const coverage = mkdtempSync(path.join(work, 'coverage-'));
    spawnSync(process.execPath, [cli, ...command.split(' ')], {
      cwd: shop,
      // For the worker, which runs until it is ended.
      timeout: 20_000,
      env: {
        PATH: process.env.PATH,
        HOME: work,
        HOOKLOOM_WORKER_AUTOSTART: 'false',
        NODE_V8_COVERAGE: coverage,
      },
    });
    const loaded = new Set(
      readdirSync(coverage).flatMap((file) => scriptsIn(path.join(coverage, file))),
    );
    const imported = new Set([...loaded].flatMap((name) => chunks.get(name)?.imports ?? []));
    profile[command] = [...loaded]
      .filter((name) => !imported.has(name))
      .flatMap((name) => chunks.get(name)?.entry ?? [])
      .sort((a, b) => a.localeCompare(b));
  }
  rmSync(work, { recursive: true, force: true });
  writeFileSync(PROFILE, `${JSON.stringify(profile, null, 2)}\n`);
}

/** Writes a script that runs the command line in `dist`, as bin/hookloom.cjs does. */
export function writeStarter(file, dist) {
  const url = pathToFileURL(path.join(dist, 'cli.mjs')).href;
  writeFileSync(
    file,
    `import { main } from '${url}';\nprocess.exitCode = await main(process.argv.slice(2));\n`,
  );
}

function scriptsIn(file) {
  const { result } = JSON.parse(readFileSync(file, 'utf8'));
  return result.map(({ url }) => path.posix.basename(url));
}
