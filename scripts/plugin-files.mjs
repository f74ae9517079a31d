// Writes the plugins of the published package from packages/cli/src/plugins: one source for both clients and for the
// hook groups that `hookloom hooks` writes.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { esbuildEntryPoints } from './entry-points.mjs';

/** @param build of esbuild; `shared` its settings; `work` a folder for the bundle; `target` of the plugins. */
export async function buildPlugins(build, shared, { work, target, version }) {
  const outfile = path.join(work, 'render-plugins.mjs');
  await build({
    ...shared,
    entryPoints: ['packages/cli/src/plugins/render-plugins.ts'],
    outfile,
    format: 'esm',
    plugins: [esbuildEntryPoints(shared.absWorkingDir)],
    metafile: false,
    minify: false,
  });
  const { renderPlugins } = await import(pathToFileURL(outfile).href);
  rmSync(outfile);
  // Written beside it and renamed, like the rest: a client that reads meanwhile never finds half a plugin.
  const made = `${target}.${process.pid}`;
  const old = `${target}.old.${process.pid}`;
  try {
    for (const [file, text] of Object.entries(renderPlugins(version))) {
      mkdirSync(path.join(made, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(made, file), text, {
        mode: file.endsWith('.sh') ? 0o755 : 0o644,
      });
    }
    try {
      renameSync(target, old);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    renameSync(made, target);
  } finally {
    rmSync(made, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}
