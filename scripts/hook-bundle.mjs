// Builds the programs that agent clients start for every event: `hook.cjs`, with only the code that the usual event runs,
// and the parts beside it, each loaded when it is first called. Compiling is most of the cost of a hook, so a file that
// is not needed is not read, and needed code is compiled once (`eager-functions.mjs`).
//
// In the source a part is an ordinary module with ordinary imports; only the table in `hook-parts.mjs` makes it a
// separate file. A part takes code that it shares with the hook from the hook's file, so every module exists once in a
// process.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileEagerly } from './eager-functions.mjs';
import { esbuildEntryPoints, throughEntryPoints } from './entry-points.mjs';
import {
  CLIENTS,
  EAGER,
  isShared,
  PARTS,
  READER_OF,
  READERS,
  TABLE_OF_CLIENTS,
} from './hook-parts.mjs';

const MAIN = 'packages/hooks/src/shim/main.ts';
/** Makes the functions of a part (see there). */
const PART = path.join(import.meta.dirname, 'hook-part.mjs').replaceAll('\\', '/');

/** Code that reads a payload runs for every event; later code runs for some. */
const BREAK = `import '${path.join(import.meta.dirname, 'eager-until-here.mjs').replaceAll('\\', '/')}';`;

/** The hook path imports no npm module; this is the first of three guards. */
const carriesNothing = {
  name: 'hook-carries-nothing',
  setup(api) {
    api.onResolve({ filter: /^[^./]/ }, (args) => {
      if (args.kind === 'entry-point' || /^(?:node:|hook:)/.test(args.path)) return undefined;
      return { errors: [{ text: `The hook path may not import ${args.path}` }] };
    });
  },
};

/**
 * @param build esbuild's.
 * @param shared Its options for every bundle, with `absWorkingDir`.
 * @param dist Absolute path of the folder to write to.
 */
export async function buildHook(build, shared, dist) {
  const root = shared.absWorkingDir;
  const names = await functionsOf(build, shared);
  const partOf = new Map(
    Object.entries(PARTS).flatMap(([part, files]) =>
      files.filter((file) => !isShared(file)).map((file) => [path.join(root, file), part]),
    ),
  );
  const options = { ...shared, write: false, platform: 'node' };
  const rewrite = throughEntryPoints(root);
  const builtins = builtinsAsTheyAre(rewrite);

  /** Calls of a part's functions load its file. */
  const stubs = (own) =>
    virtual(
      'part',
      (file) => partOf.has(file) && partOf.get(file) !== own,
      (file) => {
        const stubOf = (name) =>
          `export const ${name}=/* @__PURE__ */part('./${partOf.get(file)}.cjs','${name}');`;
        return [`import { part } from '${PART}';`, ...names.get(file).map(stubOf)].join('\n');
      },
    );
  const tables = new Map([
    [path.join(root, CLIENTS, 'index.ts'), TABLE_OF_CLIENTS],
    [path.join(root, READER_OF), "export { readerOf } from '../clients/index.ts';"],
  ]);
  const lazyClients = virtual(
    'clients',
    (file) => tables.has(file),
    (file) => tables.get(file),
  );
  const bundle = (text, plugins, more) =>
    build({
      ...options,
      stdin: { contents: text, resolveDir: root, loader: 'ts' },
      plugins: [siblings, ...plugins, builtins],
      format: 'cjs',
      ...more,
    });

  const own = `import './${MAIN}';`;
  const first = await bundle(own, [carriesNothing, lazyClients, stubs(null)]);
  const [{ inputs }] = Object.values(first.metafile.outputs);
  const hot = new Set(
    Object.keys(inputs)
      .filter((file) => file.startsWith('packages/') && inputs[file].bytesInOutput > 0)
      .map((file) => path.join(root, file))
      .concat(...tables.keys()),
  );
  const shares = new Map();
  // The engine reads TOML and JSON with comments.
  const guard = (part) => (part.startsWith('engine') ? [] : [carriesNothing]);
  const entryOf = (part) =>
    part in READERS
      ? readerOf(READERS[part])
      : PARTS[part].map((file) => `export * from './${file}';`).join('');
  /** The hook calls the functions of every client by the same names. */
  const readerOf = (files) => {
    const [parse, own, toEvents] = [files[0], files.slice(1, -1)[0], files.at(-1)];
    const named = (file, pattern) =>
      names.get(path.join(root, file)).find((name) => pattern.test(name));
    return [
      `export { ${named(parse, /^parse\w*Event$/)} as parse } from './${parse}';`,
      BREAK,
      ...(own === undefined
        ? [`export { toEvents } from './${toEvents}';`]
        : [
            `export * from './${own}';`,
            `import { ${named(own, /^as\w*Recorded$/)} as own } from './${own}';`,
            `import { toEvents as all } from './${toEvents}';`,
            'export const toEvents = (event, context) => all(...own(event, context));',
          ]),
    ].join('\n');
  };
  for (const part of Object.keys(PARTS)) {
    const shape = await bundle(
      entryOf(part),
      [
        ...guard(part),
        ...ownClient(part, rewrite),
        stubs(part),
        virtual('hot', (file) => hot.has(file), null),
      ],
      { format: 'esm', minify: false },
    );
    for (const [name, file] of importsOf(shape.outputFiles[0].text)) {
      const key = `${file} ${name}`;
      if (!shares.has(key)) shares.set(key, { name, file, as: nameFor(name, file) });
      const { as } = shares.get(key);
      if ([...shares].some(([other, share]) => other !== key && share.as === as))
        throw new Error(`Two exports of the hook are called ${as}: lengthen nameFor.`);
    }
  }
  const again = [...shares.values()].map(
    ({ name, file, as }) => `export { ${name} as ${as} } from '${file}'`,
  );
  const hook = await bundle([own, ...again].join('\n'), [carriesNothing, lazyClients, stubs(null)]);
  const eagerly = shared.minify ? compileEagerly : (script) => script;
  writeFileSync(path.join(dist, 'hook.cjs'), eagerly(scriptOf(hook)));

  const metafiles = { hook: hook.metafile };
  for (const part of Object.keys(PARTS)) {
    const fromHook = virtual(
      'hot',
      (file) => hot.has(file),
      (file) =>
        [
          `const hook = require('./hook.cjs');`,
          ...[...shares.values()]
            .filter((share) => share.file === file)
            .map(({ name, as }) => `export const ${name} = hook.${as};`),
        ].join('\n'),
    );
    const built = await bundle(entryOf(part), [
      ...guard(part),
      ...ownClient(part, rewrite),
      stubs(part),
      fromHook,
    ]);
    const text = scriptOf(built);
    const [all, some] = text.split('debugger;');
    const script =
      some !== undefined ? eagerly(all) + some : EAGER.has(part) ? eagerly(text) : text;
    writeFileSync(path.join(dist, `${part}.cjs`), script);
    metafiles[part] = built.metafile;
  }
  writeFileSync(path.join(dist, 'hook.meta.json'), JSON.stringify(metafiles));
}

/** What esbuild puts into every file to make its exports: it also copies those of other modules, of which there are none. */
const EXPORTS =
  /var ([\w$]+)=Object\.defineProperty;var [^;]+;var [^;]+;var [^;]+;.*?var ([\w$]+)=\{\};[\w$]+\(\2,(\{.*?\})\);module\.exports=[\w$]+\(\2\);/s;

/** Without repeating the names of the exports, which never run: for programs that read a file without loading it. */
function scriptOf({ outputFiles: [file] }) {
  return file.text
    .replace(/;?0&&\(module\.exports=\{[^}]*\}\);\s*$/, '')
    .replace(
      EXPORTS,
      (_, _define, _all, names) =>
        `for(const[e,t]of Object.entries(${names}))Object.defineProperty(exports,e,{get:t});`,
    );
}

/** The built files require each other by these names. */
const siblings = {
  name: 'siblings',
  setup(api) {
    api.onResolve({ filter: /^\.\/[a-z-]+\.cjs$/ }, ({ path: file }) => ({
      path: file,
      external: true,
    }));
  },
};

/** A client's part omits what is recorded of other clients: only Claude Code's payloads are rich (`observer.ts`). */
function ownClient(part, rewrite) {
  if (!(part in READERS)) return [];
  const isRich = String(part === 'client-claude-code');
  const filter = /[/\\]hooks[/\\]src[/\\]record[/\\][\w-]+\.ts$/;
  const setup = (api) =>
    api.onLoad({ filter, namespace: 'file' }, ({ path: file }) => ({
      contents: rewrite(readFileSync(file, 'utf8'), file).replaceAll('isRich(event)', isRich),
      loader: 'ts',
    }));
  return [{ name: 'own-client', setup }];
}

/** Node's own modules unchanged: for `import fs from` every name of theirs would be copied at each start. */
function builtinsAsTheyAre(rewrite) {
  return {
    name: 'builtins-as-they-are',
    setup(api) {
      api.onLoad({ filter: /[/\\]packages[/\\].*\.ts$/, namespace: 'file' }, ({ path: file }) => ({
        contents: rewrite(readFileSync(file, 'utf8'), file).replace(
          /^import (\w+) from '(node:[\w/]+)';$/gm,
          "const $1 = require('$2');",
        ),
        loader: 'ts',
      }));
    },
  };
}

/** Replaces modules with a text, or leaves them as imports of `hook:<file>` if there is none. */
function virtual(namespace, isMeant, render) {
  return {
    name: `virtual-${namespace}`,
    setup(api) {
      api.onResolve({ filter: /^[./]/ }, async (args) => {
        if (args.pluginData === 'resolved' || args.kind === 'entry-point') return undefined;
        const { path: specifier, importer, namespace: from, resolveDir, kind } = args;
        const found = await api.resolve(specifier, {
          importer,
          namespace: from,
          resolveDir,
          kind,
          pluginData: 'resolved',
        });
        if (found.errors.length > 0 || !isMeant(found.path)) return undefined;
        return render === null
          ? { path: `hook:${found.path}`, external: true }
          : { path: found.path, namespace };
      });
      if (render !== null)
        api.onLoad({ filter: /.*/, namespace }, ({ path: file }) => ({
          contents: render(file),
          loader: 'js',
          resolveDir: path.dirname(file),
        }));
    },
  };
}

/** The functions that every entry of a part exports. A value cannot wait for its file: importing one fails the build. */
async function functionsOf(build, shared) {
  const files = Object.values(PARTS).flat();
  const { metafile } = await build({
    ...shared,
    entryPoints: files,
    outdir: '.',
    write: false,
    format: 'esm',
    plugins: [siblings, esbuildEntryPoints(shared.absWorkingDir)],
  });
  const found = new Map();
  for (const { entryPoint, exports } of Object.values(metafile.outputs)) {
    const file = path.join(shared.absWorkingDir, entryPoint);
    const text = readFileSync(file, 'utf8');
    const isFunction = (name) =>
      new RegExp(
        `^export (?:(?:async )?function ${name}\\b|const ${name}\\b[^=]*= \\(.*=> \\{$)`,
        'm',
      ).test(text);
    found.set(file, exports.filter(isFunction));
  }
  return found;
}

/** A short name that only this export has, so that a part of another version finds the same export or none. */
function nameFor(name, file) {
  const digest = createHash('sha256')
    .update(`${file.split(path.sep).slice(-2).join('/')} ${name}`)
    .digest('hex');
  return `_${Number.parseInt(digest.slice(0, 8), 16).toString(36).slice(-4)}`;
}

/** Pairs of name and file. */
function importsOf(text) {
  const pairs = [];
  for (const [, list, file] of text.matchAll(/^import \{([^}]*)\} from "hook:([^"]+)";$/gm))
    for (const item of list.split(',')) pairs.push([item.trim().split(' as ')[0], file]);
  return pairs;
}
