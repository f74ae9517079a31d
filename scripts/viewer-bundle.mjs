// Builds the viewer (apps/viewer) into a folder of static files: one script, one style sheet, no source maps. Its size is
// printed, and limited by a test.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { viteEntryPoints } from './entry-points.mjs';

/** @returns Bytes of all files, plain and compressed with gzip. */
export async function buildViewer(root, outDir) {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: path.join(root, 'apps/viewer'),
    base: './',
    logLevel: 'warn',
    plugins: [viteEntryPoints(root)],
    resolve: { conditions: ['source', 'module', 'browser', 'production', 'import', 'default'] },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: 'viewer',
      assetsInlineLimit: 0,
      target: 'es2022',
      sourcemap: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          entryFileNames: 'viewer/app.js',
          chunkFileNames: 'viewer/[name].js',
          assetFileNames: 'viewer/app[extname]',
        },
      },
    },
  });
  return sizeOf(outDir);
}

export function sizeOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = files.map((entry) => readFileSync(path.join(entry.parentPath, entry.name)));
  return {
    bytes: bytes.reduce((sum, each) => sum + each.length, 0),
    gzip: bytes.reduce((sum, each) => sum + gzipSync(each).length, 0),
  };
}
