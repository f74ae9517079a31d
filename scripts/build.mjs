// Builds the published package: the hook (small CommonJS files, `hook-bundle.mjs`), the command line and the library (ES modules,
// loaded on demand), the declarations of the library (`library-types.mjs`), the viewer (static files), the plugins of clients and the vendored SQLite driver. Runs on `npm ci` through `prepare`, so that `npx hookloom` works in a clone.
// With --readable it builds the hook and the command line into dist.readable, not minified: for scripts/entered-files.mjs.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const cli = path.join(root, 'packages/cli');
// Built beside and renamed into place at the end: a running command never meets half a build.
const readable = process.argv.includes('--readable');
const target = path.join(cli, readable ? 'dist.readable' : 'dist');
const dist = `${target}.${process.pid}`;
const require = createRequire(import.meta.url);

if (!existsSync(path.join(root, 'node_modules/esbuild'))) {
  console.log('esbuild is not installed (production install): nothing to build.');
  process.exit(0);
}
const { build } = await import('esbuild');
const { esbuildEntryPoints } = await import('./entry-points.mjs');
const { buildHook } = await import('./hook-bundle.mjs');
const { declarationsOf, entryPoints } = await import('./library-types.mjs');
const { chunksOf, mergeChunks } = await import('./merge-chunks.mjs');
const { buildPlugins } = await import('./plugin-files.mjs');
const { writeProfile } = await import('./start-profile.mjs');
const { buildViewer } = await import('./viewer-bundle.mjs');

/** The driver is loaded by Node from the package's own copy: one platform file, no install script. */
const vendoredSqlite = {
  name: 'vendored-sqlite',
  setup(api) {
    api.onResolve({ filter: /^@photostructure\/sqlite$/ }, () => ({
      path: './vendor/sqlite/dist/index.cjs',
      external: true,
    }));
  },
};

/**
 * The code parsed before a client gets its first answer: no error texts in forty languages, and of the MCP package, whose
 * modules have no effect when they are loaded, only the used parts.
 */
const leanStart = {
  name: 'lean-start',
  setup(api) {
    api.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
    api.onResolve({ filter: /^(@modelcontextprotocol\/server|\.\/)/ }, async (asked) => {
      const { path: name, ...args } = asked;
      const isOf = `${name} ${args.importer}`.includes('@modelcontextprotocol/server');
      if (args.pluginData === 'resolved' || !isOf) return undefined;
      const found = await api.resolve(name, { ...args, pluginData: 'resolved' });
      return { ...found, sideEffects: false };
    });
  },
};

const entries = esbuildEntryPoints(root);
const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  conditions: ['source'],
  mainFields: ['module', 'main'],
  minify: !readable,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  define: { HOOKLOOM_VERSION: JSON.stringify(version()) },
};

process.on('exit', () => rmSync(dist, { recursive: true, force: true }));
mkdirSync(dist, { recursive: true });

const viewer = readable ? null : buildViewer(root, path.join(dist, 'viewer'));
await buildHook(build, shared, dist);

const banner =
  "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);";
// The library shares its files with the command line, except `hookloom/hooks`: a hook starts with every tool call, and
// loads a few small files.
const { hooks, index, ...others } = entryPoints(root);
const library = Object.fromEntries(
  Object.entries(others).map(([name, file]) => [`library-${name}`, file]),
);
const { metafile } = await build({
  ...shared,
  entryPoints: {
    cli: 'packages/cli/src/commands/index.ts',
    // Started as a thread by packages/worker/src/team/projection-store.ts.
    'memory-thread': 'packages/worker/src/team/memory-thread.ts',
    library: index,
    ...library,
  },
  outdir: path.relative(root, dist),
  outExtension: { '.js': '.mjs' },
  chunkNames: '[name]-[hash]',
  format: 'esm',
  splitting: true,
  minifySyntax: true,
  // CommonJS packages inside an ES module bundle need `require`.
  banner: { js: banner },
  plugins: [entries, vendoredSqlite, leanStart],
});
await vendorSqlite();
if (readable) {
  replaceTarget();
  process.exit(0);
}
const chunks = chunksOf(metafile, dist);
if (process.argv.includes('--profile')) writeProfile(dist, chunks);
const kept = ['cli', 'memory-thread', 'library', ...Object.keys(library)].map(
  (name) => `${name}.mjs`,
);
await mergeChunks(build, shared, { dist, chunks, kept, banner });

await build({
  ...shared,
  entryPoints: { 'library-hooks': hooks },
  outdir: path.relative(root, dist),
  outExtension: { '.js': '.mjs' },
  chunkNames: 'hooks/[name]-[hash]',
  format: 'esm',
  splitting: true,
  plugins: [entries],
});
mkdirSync(path.join(dist, 'types'));
for (const [name, file] of Object.entries(entryPoints(root)))
  writeFileSync(path.join(dist, 'types', `${name}.d.ts`), declarationsOf(root, file));

await buildPlugins(build, shared, {
  work: dist,
  target: path.join(cli, 'plugins'),
  version: version(),
});
const { bytes, gzip } = await viewer;
console.log(`viewer: ${bytes} bytes, ${gzip} gzip`);
// Read by packages/cli/src/templates/frameworks.ts from beside the bundle.
const templates = path.join(cli, 'src/templates');
for (const file of readdirSync(templates).filter((name) => name.endsWith('.txt')))
  cpSync(path.join(templates, file), path.join(dist, 'templates', file));
// Started as threads by packages/worker/src/embedders/onnx/local-embedder.ts, from beside the bundle.
for (const file of ['onnx-thread.cjs', 'encoder-thread.cjs'])
  cpSync(path.join(root, 'packages/worker/src/embedders/onnx', file), path.join(dist, file));
// Started as a thread by packages/memory/src/store/postgres/index.ts, from beside the bundle.
await build({
  ...shared,
  entryPoints: { 'projection-thread': 'packages/memory/src/store/postgres/projection-thread.cjs' },
  outdir: path.relative(root, dist),
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
});
// The documents that errors and commands mention are in the package; pictures are not.
for (const file of ['README.md', 'LICENSE', 'examples', 'schemas', 'docs'])
  cpSync(path.join(root, file), path.join(cli, file), {
    recursive: true,
    filter: (from) => from !== path.join(root, 'docs/images'),
  });
replaceTarget();

function version() {
  return JSON.parse(readFileSync(path.join(cli, 'package.json'), 'utf8')).version;
}

function replaceTarget() {
  const old = `${target}.old.${process.pid}`;
  if (existsSync(target)) renameSync(target, old);
  renameSync(dist, target);
  rmSync(old, { recursive: true, force: true });
}

async function vendorSqlite() {
  const from = path.join(path.dirname(require.resolve('@photostructure/sqlite')), '..');
  const to = path.join(dist, 'vendor/sqlite');
  mkdirSync(to, { recursive: true });
  await build({
    ...shared,
    entryPoints: [path.join(from, 'dist/index.cjs')],
    outfile: path.join(to, 'dist/index.cjs'),
    format: 'cjs',
    metafile: false,
  });
  cpSync(path.join(from, 'prebuilds'), path.join(to, 'prebuilds'), { recursive: true });
  cpSync(path.join(from, 'LICENSE'), path.join(to, 'LICENSE'));
}
