// Bundles a benchmark's imports from the packages' TypeScript and loads them; nothing has to be built first.
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { esbuildEntryPoints, throughEntryPoints } from '../../scripts/entry-points.mjs';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

/**
 * @param {string} name Of the benchmark; names the bundle.
 * @param {string} code TypeScript that exports the needed names, such as `export * from '@hookloom/log'`.
 * @param {string} from The repository to load from, such as a worktree of an older commit.
 */
export async function load(name, code, from = root) {
  const dir = path.join(root, 'node_modules/.cache/hookloom-bench');
  mkdirSync(dir, { recursive: true });
  const outfile = path.join(dir, `${name}.mjs`);
  // One statement per line, as in a source file.
  const lines = code.trim().replace(/;\s*/g, ';\n');
  await build({
    stdin: {
      contents: throughEntryPoints(from)(lines, path.join(from, 'bench.ts')),
      resolveDir: from,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['source'],
    plugins: [esbuildEntryPoints(from)],
    mainFields: ['module', 'main'],
    external: ['@photostructure/sqlite'],
    banner: {
      js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);",
    },
    outfile,
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}

/** Puts the threads of the encoder beside the bundle, as the build does. */
export function copyEncoderThreads() {
  for (const file of ['onnx-thread.cjs', 'encoder-thread.cjs'])
    copyFileSync(
      path.join(root, 'packages/worker/src/embedders/onnx', file),
      path.join(root, 'node_modules/.cache/hookloom-bench', file),
    );
}

/** The value of `--name`, or the default. */
export function option(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}
