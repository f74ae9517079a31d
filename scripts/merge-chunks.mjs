// Merges the chunks of the command line that usual commands load together. Loading a file takes Node about as long as
// compiling 13 KB, and esbuild makes a chunk of whatever two dynamic imports share: 166 for one `memory query`.
//
// A chunk is used by the commands of start-profile.json that load it. Chunks with the same users become one file; files
// are then merged as long as the commands gain more from fewer files than they lose from unneeded code. Files never
// import each other in a circle, so every module still runs after those that it imports.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROFILE } from './start-profile.mjs';

/** The cost of a file, and of a byte, in milliseconds of processor time. */
const PER_FILE = 0.45;
const PER_BYTE = 0.000035;

/**
 * Also drops the import of esbuild's own helpers, which have no effect, from each chunk that uses none of them.
 *
 * @returns For each output of esbuild, by file name: its size, imports and exports, and its entry in the source.
 */
export function chunksOf({ outputs }, dist) {
  const nameOf = (file) => path.posix.basename(file);
  const helpers = Object.keys(outputs)
    .filter((file) => Object.keys(outputs[file].inputs).length === 0)
    .map(nameOf);
  const found = Object.entries(outputs).map(([file, { bytes, imports, exports, entryPoint }]) => {
    const place = path.join(dist, nameOf(file));
    let text = readFileSync(place, 'utf8');
    const unused = helpers.filter((name) => text.includes(`import"./${name}";`));
    for (const name of unused) text = text.replace(`import"./${name}";`, '');
    if (unused.length > 0) writeFileSync(place, text);
    const used = imports
      .filter(({ kind, external }) => kind === 'import-statement' && external !== true)
      .map((one) => nameOf(one.path))
      .filter((name) => !unused.includes(name));
    return [nameOf(file), { bytes, exports, entry: entryPoint, imports: used }];
  });
  return new Map(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param kept Files that keep their names and contain nothing else: the entry points. */
export async function mergeChunks(build, shared, { dist, chunks, kept, banner }) {
  const groups = groupsOf(chunks, kept);
  // A process of an older build that loads a file late must not find one of this build.
  const hash = createHash('sha256').update(JSON.stringify([[...chunks.keys()], groups]));
  const version = hash.digest('hex').slice(0, 8);
  const files = new Map(groups.map((names, at) => [`start-${at}-${version}.mjs`, names]));
  const groupOf = new Map([...files].flatMap(([file, names]) => names.map((name) => [name, file])));
  const idOf = new Map([...chunks.keys()].map((name, at) => [name, `c${at}`]));
  const textOf = (name) => {
    const text = readFileSync(path.join(dist, name), 'utf8').replace(
      /\bimport\("\.\/([^"/]+\.mjs)"\)/g,
      (whole, to) =>
        groupOf.has(to) ? `import("./${groupOf.get(to)}").then(e=>e.${idOf.get(to)})` : whole,
    );
    const rest = text.replace(banner, '');
    return /\brequire\b/.test(rest) ? text : rest;
  };
  const merging = {
    name: 'merge-chunks',
    setup(api) {
      api.onResolve({ filter: /.*/ }, ({ path: asked, kind, importer, pluginData }) => {
        if (kind === 'entry-point')
          return {
            path: asked,
            namespace: files.has(asked) ? 'group' : 'chunk',
          };
        const name = asked.replace('./', '');
        if (pluginData === 'whole') return { path: name, namespace: 'chunk' };
        const isChunk = chunks.has(name) && kind === 'import-statement';
        if (!isChunk || !groupOf.has(name)) return { path: asked, external: true };
        const isNear = groupOf.get(name) === groupOf.get(importer.replace(/^chunk:/, ''));
        return { path: name, namespace: isNear ? 'chunk' : 'elsewhere' };
      });
      api.onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path: name }) => ({
        contents: textOf(name),
      }));
      api.onLoad({ filter: /.*/, namespace: 'group' }, ({ path: file }) => ({
        pluginData: 'whole',
        contents: files
          .get(file)
          .map(
            (name) =>
              `${listed(name, (one) => `${one} as ${idOf.get(name)}_${one}`)};export*as ${idOf.get(name)} from"./${name}"`,
          )
          .join(';'),
      }));
      api.onLoad({ filter: /.*/, namespace: 'elsewhere' }, ({ path: name }) => ({
        contents: listed(name, (one) => `${idOf.get(name)}_${one} as ${one}`, groupOf.get(name)),
      }));
    },
  };
  const listed = (name, each, from = name) =>
    `export{${chunks.get(name).exports.map(each).join(',')}}from"./${from}"`;
  const single = [...chunks.keys()].filter((name) => !groupOf.has(name));
  const { outputFiles } = await build({
    ...shared,
    metafile: false,
    entryPoints: [...files.keys(), ...single],
    outdir: dist,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    write: false,
    plugins: [merging],
  });
  for (const file of readdirSync(dist)) if (file.endsWith('.mjs')) rmSync(path.join(dist, file));
  for (const { path: file, contents } of outputFiles) writeFileSync(file, contents);
}

function groupsOf(chunks, kept) {
  const users = new Map();
  const entries = new Map([...chunks].map(([name, { entry }]) => [entry, name]));
  for (const [command, roots] of Object.entries(JSON.parse(readFileSync(PROFILE, 'utf8')))) {
    const open = roots.flatMap((root) => entries.get(root) ?? []);
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const known = users.get(name) ?? new Set();
      users.set(name, known);
      if (known.has(command)) continue;
      known.add(command);
      open.push(...chunks.get(name).imports);
    }
  }
  const bySame = new Map();
  for (const [name, by] of users) {
    if (kept.includes(name)) continue;
    const key = [...by].join('|');
    const group = bySame.get(key) ?? { by, names: [], bytes: 0 };
    group.names.push(name);
    group.bytes += chunks.get(name).bytes;
    bySame.set(key, group);
  }
  let groups = [...bySame.values()];
  for (let pair = bestPair(groups, chunks); pair !== null; pair = bestPair(groups, chunks))
    groups = groups.filter((group) => !pair.includes(group)).concat(merged(...pair));
  return groups.map(({ names }) => names.sort()).filter(({ length }) => length > 1);
}

function merged(a, b) {
  return {
    by: new Set([...a.by, ...b.by]),
    names: [...a.names, ...b.names],
    bytes: a.bytes + b.bytes,
  };
}

/** The two files whose users gain most if they become one, or null. */
function bestPair(groups, chunks) {
  const home = new Map(groups.flatMap((group) => group.names.map((name) => [name, group])));
  const imports = new Map(
    groups.map((group) => {
      const to = group.names.flatMap((name) =>
        chunks.get(name).imports.map((one) => home.get(one)),
      );
      return [group, new Set(to.filter((one) => one !== undefined && one !== group))];
    }),
  );
  const pairs = groups.flatMap((a, at) =>
    groups.slice(at + 1).map((b) => ({ pair: [a, b], gain: gainOf(a, b, imports) })),
  );
  const sorted = pairs.filter(({ gain }) => gain > 0).sort((a, b) => b.gain - a.gain);
  return (
    sorted.find(({ pair: [a, b] }) => !leads(a, b, imports) && !leads(b, a, imports))?.pair ?? null
  );
}

function gainOf(a, b, imports) {
  const both = [...a.by].filter((command) => b.by.has(command)).length;
  let gain =
    both * PER_FILE -
    (a.by.size - both) * b.bytes * PER_BYTE -
    (b.by.size - both) * a.bytes * PER_BYTE;
  if (gain <= 0) return gain;
  // A program that loads the merged file also loads its imports.
  const by = new Set([...a.by, ...b.by]);
  for (const one of new Set([...imports.get(a), ...imports.get(b)])) {
    if (one === a || one === b) continue;
    const more = [...by].filter((command) => !one.by.has(command)).length;
    gain -= more * (PER_FILE + one.bytes * PER_BYTE);
  }
  return gain;
}

/** Whether `from` imports `to` through another file: merged, they would import each other. */
function leads(from, to, imports) {
  const open = [...imports.get(from)].filter((one) => one !== to);
  const seen = new Set(open);
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one === to) return true;
    for (const next of imports.get(one)) if (!seen.has(next)) open.push((seen.add(next), next));
  }
  return false;
}
