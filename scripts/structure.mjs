// `npm run structure`: the architecture rules, and the shape of the source in numbers. A number may not get worse than its
// limit in scripts/structure-limits.json; lower the limit there when you improve one. With `-- --traced` also how many source
// files usual runs enter, which takes a build.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { enteredFiles } from './entered-files.mjs';
import { loadedFiles } from './loaded-files.mjs';

const root = path.dirname(import.meta.dirname);
const limits = JSON.parse(readFileSync(new URL('structure-limits.json', import.meta.url), 'utf8'));

const cruise = spawnSync(
  process.execPath,
  [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    'packages',
    'apps',
  ],
  { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
);
const { modules, summary } = JSON.parse(cruise.stdout);
for (const { rule, from, to } of summary.violations) console.log(`${rule.name}: ${from} → ${to}`);

const isSource = (file) =>
  /^(packages\/[^/]+|apps\/[^/]+)\/src\/.*\.tsx?$/.test(file) &&
  !/\.(test|fixture)\.tsx?$/.test(file);
const { imports, entries, problems } = loadedFiles(root, modules, isSource);
for (const problem of problems) console.log(problem);
/** The loaded files: without type-only imports. */
const graph = new Map(
  [...imports].map(([file, tos]) => [
    file,
    tos.filter(({ to, isType }) => isSource(to) && !isType).map(({ to }) => to),
  ]),
);
const files = modules.map(({ source }) => source).filter(isSource);
const texts = files.map((file) => readFileSync(file, 'utf8'));
const lines = texts.map((text) => text.split('\n').length - 1);
const sizes = files.map((file) => statSync(file).size).sort((a, b) => a - b);

const cyclic = foldersInCycles();
const numbers = {
  'source lines': lines.reduce((sum, count) => sum + count, 0),
  'longest file in lines': Math.max(...lines),
  'size of a file in KB, 90th percentile':
    Math.round(sizes[Math.floor(sizes.length * 0.9)] / 100) / 10,
  'entry points between packages': entries.size,
  'folders in an import cycle': cyclic.length,
  'files on the longest import chain': longestChain(),
  'lines that cite a document outside the repository': citations(),
};
if (process.argv.includes('--traced'))
  for (const [name, entered] of Object.entries(await enteredFiles()))
    numbers[name] = entered.length;

let worse = summary.violations.length + problems.length;
for (const [name, now] of Object.entries(numbers)) {
  const { limit, aim } = limits[name];
  if (now > limit) worse++;
  console.log(`${now > limit ? 'FAIL' : 'ok  '} ${name}: ${now} (limit ${limit}, aim ${aim})`);
}
if (cyclic.length > limits['folders in an import cycle'].limit)
  console.log(`They are:\n${cyclic.map((folder) => `  ${folder}`).join('\n')}`);
process.exit(worse > 0 ? 1 : 0);

function packageOf(file) {
  return file.split('/').slice(0, 2).join('/');
}

/** First-level folders of `src` that import themselves through another folder of their package. */
function foldersInCycles() {
  const folderOf = (file) =>
    file
      .split('/')
      .slice(0, file.split('/').length > 4 ? 4 : 3)
      .join('/');
  const folders = new Map();
  for (const [file, tos] of graph)
    for (const to of tos) {
      const [from, target] = [folderOf(file), folderOf(to)];
      if (packageOf(to) !== packageOf(file) || from === target || target.endsWith('/src')) continue;
      folders.set(from, (folders.get(from) ?? new Set()).add(target));
    }
  const reaches = (from, goal, seen = new Set()) =>
    [...(folders.get(from) ?? [])].some((next) => {
      if (next === goal) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, goal, seen);
    });
  return [...folders.keys()].filter(
    (folder) => !folder.endsWith('/src') && reaches(folder, folder),
  );
}

/** The architecture rules forbid cycles between files, so every chain ends. */
function longestChain() {
  const lengths = new Map();
  const length = (file) => {
    if (!lengths.has(file)) {
      lengths.set(file, 1);
      lengths.set(
        file,
        1 + Math.max(0, ...graph.get(file).map((to) => (graph.has(to) ? length(to) : 0))),
      );
    }
    return lengths.get(file);
  };
  return Math.max(...[...graph.keys()].map((file) => length(file)));
}

/** Names of documents that a reader of the repository cannot open. */
function citations() {
  const outside =
    '\\b(seeds?/00[0-9]|DESIGN( law|,)|traps? [0-9]+|(zaxy|hooks|clients|claude-mem|storage|retrieval|peers|user-pains)\\.md)';
  try {
    const found = execFileSync(
      'git',
      ['grep', '-nE', outside, '--', ...'packages apps scripts bench test'.split(' ')],
      {
        encoding: 'utf8',
      },
    );
    const own = /docs\/|structure\.mjs|encoder-en\/training\//;
    return found.split('\n').filter((line) => line !== '' && !own.test(line)).length;
  } catch {
    return 0;
  }
}
