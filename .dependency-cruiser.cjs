const { readdirSync, readFileSync } = require('node:fs');

/** The direction of DESIGN, "Rooms": what each room may import. */
const room = (name) => `^packages/${name}/src`;
const others = (...allowed) =>
  `^packages/(?!(${allowed.join('|')})/)[a-z]+/(src|test)`;

/** Tests may reach a sibling room to drive it. */
const source = (name) => ({ path: room(name), pathNot: '\\.(test|fixture)\\.ts$' });

/** Files in `exports` of a package.json: they list the names that other packages may use. */
const ENTRY = readdirSync('packages').flatMap((name) => {
  const { exports = {} } = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'));
  return Object.values(exports).flatMap(({ source }) =>
    source === undefined ? [] : [`packages/${name}/${source.slice(2)}`.replaceAll('.', '\\.')],
  );
}).join('|');

module.exports = {
  forbidden: [
    {
      name: 'packages-import-entry-points',
      comment: 'A name that another package needs stands in an entry point, such as packages/memory/src/checkout.ts',
      severity: 'error',
      from: { path: '^(packages/[a-z]+|apps|test)/' },
      to: {
        path: '^packages/[a-z]+/(src|test)/',
        pathNot: ['^$1/', `^(${ENTRY})$`],
      },
    },
    {
      name: 'entry-points-are-for-others',
      comment: 'Inside its package a file imports the file that defines a name',
      severity: 'error',
      from: { path: '^(packages/[a-z]+)/' },
      to: { path: `^(?=$1/)(${ENTRY})$` },
    },
    { name: 'core-imports-no-room', severity: 'error', from: source('core'), to: { path: others('core') } },
    { name: 'log-imports-core', severity: 'error', from: source('log'), to: { path: others('core', 'log') } },
    {
      name: 'hooks-import-core',
      severity: 'error',
      from: source('hooks'),
      to: { path: others('core', 'hooks'), pathNot: '^packages/log/src/append\\.ts$' },
    },
    { name: 'memory-imports-core', severity: 'error', from: source('memory'), to: { path: others('core', 'memory') } },
    {
      name: 'checkout-is-above-the-domains',
      comment: 'What checkout and a domain both need stands below them, such as in memory/src/shown or memory/src/question',
      severity: 'error',
      from: { path: '^packages/memory/src/(?!checkout/)[a-z]+/', pathNot: '\\.(test|fixture)\\.ts$' },
      to: { path: '^packages/memory/src/checkout/' },
    },
    {
      name: 'worker-imports-the-four',
      severity: 'error',
      from: source('worker'),
      to: { path: others('core', 'log', 'hooks', 'memory', 'worker') },
    },
    {
      name: 'cli-imports-no-memory',
      severity: 'error',
      from: source('cli'),
      to: { path: others('core', 'log', 'hooks', 'worker', 'cli') },
    },
    {
      name: 'library-imports-downwards',
      severity: 'error',
      from: source('library'),
      to: { path: others('core', 'log', 'hooks', 'memory', 'worker', 'library') },
    },
    {
      name: 'shim-is-started',
      comment: 'Clients start it. What records is in hooks/record',
      severity: 'error',
      from: { path: `^(${ENTRY})$` },
      to: { path: '^packages/hooks/src/shim/' },
    },
    {
      name: 'viewer-imports-types',
      comment: 'The viewer sees types of core and of the worker\'s routes. scripts/loaded-files.mjs names the files of core that it loads',
      severity: 'error',
      from: { path: '^apps/viewer/src' },
      to: {
        path: '^packages/',
        pathNot: '^packages/core/src/index\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'viewer-imports-core-and-routes',
      severity: 'error',
      from: { path: '^apps/viewer/src' },
      to: { path: '^packages/(?!core/)', pathNot: '^packages/worker/src/index\\.ts$' },
    },
    { name: 'no-cycles', severity: 'error', from: { path: '^(packages|apps)' }, to: { circular: true } },
    { name: 'no-test-in-source', severity: 'error', from: { path: '^(packages|apps)/[a-z]+/src', pathNot: '\\.(test|fixture)\\.ts$' }, to: { path: '\\.test\\.ts$|^packages/[a-z]+/test/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|fixtures)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};
