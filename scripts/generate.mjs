// Writes docs/reference, docs/examples and schemas/events from the code. With --check it writes nothing, names the files
// that differ and exits with 1.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const isCheck = process.argv.includes('--check');
const { renderReferences, OWNED_FOLDERS, HANDWRITTEN } = await loadRenderer();
const files = await renderReferences();

const drifted = Object.entries(files).filter(([file, text]) => read(file) !== text);
const leftOver = OWNED_FOLDERS.flatMap((folder) =>
  list(folder)
    .map((name) => `${folder}/${name}`)
    .filter((file) => !(file in files) && !HANDWRITTEN.includes(file)),
);

if (isCheck) {
  for (const [file] of drifted) console.error(`differs: ${file}`);
  for (const file of leftOver) console.error(`left over: ${file}`);
  if (drifted.length + leftOver.length > 0) {
    console.error('Run `npm run generate` and commit what it writes.');
    process.exit(1);
  }
} else {
  for (const [file, text] of drifted) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
    console.log(`wrote ${file}`);
  }
  for (const file of leftOver) {
    rmSync(path.join(root, file));
    console.log(`removed ${file}`);
  }
}

/** Bundles the renderer, which is TypeScript, into a temporary file and loads it. */
async function loadRenderer() {
  const cache = path.join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'generate-'));
  try {
    const outfile = path.join(folder, 'render.mjs');
    await build({
      absWorkingDir: root,
      entryPoints: ['packages/cli/src/reference/render-references.ts'],
      outfile,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      conditions: ['source'],
      mainFields: ['module', 'main'],
      external: ['@photostructure/sqlite'],
      banner: {
        js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);",
      },
      logLevel: 'error',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(file) {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return null;
  }
}

function list(folder) {
  try {
    return readdirSync(path.join(root, folder));
  } catch {
    return [];
  }
}
