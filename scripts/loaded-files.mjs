// The imports of each file, and the rules about everything that a program loads. An import of names through an entry
// point of another package counts as an import of the files that define them, because the build loads these
// (entry-points.mjs) and because nothing else is compiled into the hook.
import { readFileSync } from 'node:fs';
import { importsThrough, readEntryPoints } from './entry-points.mjs';

/** The files that the build and the generated references start from. */
const BUILT =
  /^packages\/(cli\/src\/(commands\/index|reference\/render-references)|hooks\/src\/(shim\/main|dispatch\/entry)|library\/src\/[a-z]+)\.ts$/;

const RULES = [
  {
    name: 'The hook path uses Node built-ins and a few files of ours',
    from: /^packages\/hooks\/src\/shim\/main\.ts$/,
    never: /node_modules\/|^packages\/core\/src\/events\//,
  },
  {
    name: 'A script that imports hookloom/hooks starts with every tool call',
    from: /^packages\/library\/src\/hooks\.ts$/,
    never:
      /node_modules\/|^packages\/(log|memory|worker)\/|^packages\/core\/src\/(events|redact)\//,
  },
  {
    name: 'The viewer loads the two files of core with which it hashes a sealed event again',
    from: /^apps\/viewer\/src\//,
    never: /^packages\/(?!core\/src\/(canonical-json|sha256)\.ts$)/,
    isDirect: true,
  },
];

/**
 * @param modules As dependency-cruiser prints them.
 * @returns `imports`: file → `{ to, isType }`, without entry points; `entries`: the entry points that source of other packages
 *   uses; `problems`: sentences.
 */
export function loadedFiles(root, modules, isSource) {
  const listed = readEntryPoints(root);
  const files = new Set([...listed.values()].map(({ file }) => file.slice(root.length + 1)));
  const entries = new Set();
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    if (!isSource(source) || files.has(source)) continue;
    const own = dependencies.filter(({ resolved }) => !files.has(resolved));
    const to = own.map(({ resolved, dependencyTypes }) => ({
      to: resolved,
      isType: dependencyTypes.includes('type-only'),
    }));
    if (own.length < dependencies.length) {
      for (const { resolved } of dependencies) if (files.has(resolved)) entries.add(resolved);
      for (const { file, isType } of importsThrough(listed, readFileSync(source, 'utf8')))
        to.push({ to: file.slice(root.length + 1), isType });
    }
    imports.set(source, to);
  }
  return { imports, entries, problems: [...broken(imports), ...unused(imports)] };
}

function broken(imports) {
  return RULES.flatMap(({ name, from, never, isDirect = false }) => {
    const starts = [...imports.keys()].filter((file) => from.test(file));
    const loaded = (file) => imports.get(file).flatMap(({ to, isType }) => (isType ? [] : [to]));
    const reached = isDirect ? starts.flatMap(loaded) : [...reachable(imports, starts)];
    return reached.filter((file) => never.test(file)).map((file) => `${name}: not ${file}`);
  });
}

/** The store on PostgreSQL is a driver of the port that nothing starts yet. */
function unused(imports) {
  const files = [...imports.keys()].filter((file) => /^packages\/[a-z]+\/src\//.test(file));
  const reached = reachable(
    imports,
    files.filter((file) => BUILT.test(file)),
  );
  return files
    .filter(
      (file) =>
        !reached.has(file) && !/\/fixtures\/|^packages\/log\/src\/stores\/postgres\//.test(file),
    )
    .map((file) => `Every file is part of what is built: nothing that is built uses ${file}`);
}

function reachable(imports, starts) {
  const seen = new Set(starts);
  const open = [...starts];
  for (let file = open.pop(); file !== undefined; file = open.pop())
    for (const { to } of imports.get(file) ?? [])
      if (!seen.has(to)) {
        seen.add(to);
        open.push(to);
      }
  return seen;
}
