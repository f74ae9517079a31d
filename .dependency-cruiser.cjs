/** The direction of DESIGN, "Rooms": what each room may import. */
const room = (name) => `^packages/${name}/src`;
const others = (...allowed) =>
  `^packages/(?!(${allowed.join('|')})/)[a-z]+/(src|test)`;

/** Tests may reach a sibling room to drive it. */
const source = (name) => ({ path: room(name), pathNot: '\\.(test|fixture)\\.ts$' });

/** What the build and the generated references start from. */
const BUILT =
  '^packages/(cli/src/(main|reference/render-references)|hooks/src/(shim/main|dispatch/entry)|library/src/[a-z]+)\\.ts$';

module.exports = {
  forbidden: [
    { name: 'core-imports-no-room', severity: 'error', from: source('core'), to: { path: others('core') } },
    { name: 'log-imports-core', severity: 'error', from: source('log'), to: { path: others('core', 'log') } },
    {
      name: 'hooks-import-core',
      severity: 'error',
      from: source('hooks'),
      to: { path: others('core', 'hooks'), pathNot: '^packages/log/src/(append|files|inbox|lock|envelope|point)/' },
    },
    { name: 'memory-imports-core', severity: 'error', from: source('memory'), to: { path: others('core', 'memory') } },
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
      name: 'hook-scripts-load-little',
      comment: 'A script that imports hookloom/hooks starts with every tool call',
      severity: 'error',
      from: { path: '^packages/library/src/hooks\\.ts$' },
      to: {
        reachable: true,
        path: '(node_modules/|^packages/(log|memory|worker)/|^packages/core/src/(index|events/|redact/))',
      },
    },
    {
      name: 'hook-path-carries-nothing',
      comment: 'The hook path uses Node built-ins and a few files of ours',
      severity: 'error',
      from: { path: '^packages/hooks/src/shim/main\\.ts$' },
      to: { reachable: true, path: '(node_modules/|^packages/core/src/(index|events/))' },
    },
    {
      name: 'shim-is-started',
      comment: 'Clients start it. What records is in hooks/record',
      severity: 'error',
      from: { pathNot: '^packages/hooks/' },
      to: { path: '^packages/hooks/src/shim/' },
    },
    {
      name: 'viewer-imports-types',
      comment: 'The viewer sees types of core and of the worker\'s routes, and the two files with which it hashes a sealed event again',
      severity: 'error',
      from: { path: '^apps/viewer/src' },
      to: {
        path: '^packages/',
        pathNot: '^packages/core/src/(canonical-json|sha256)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'viewer-imports-core-and-routes',
      severity: 'error',
      from: { path: '^apps/viewer/src' },
      to: { path: '^packages/(?!core/)', pathNot: '^packages/worker/src/(http/viewer/index|notes/public-rows)\\.ts$' },
    },
    {
      name: 'no-file-for-tests-alone',
      comment: 'Every file is part of what is built. The store on PostgreSQL is a driver of the port that nothing starts yet',
      severity: 'error',
      from: { path: BUILT },
      to: {
        path: '^packages/[a-z]+/src/.*\\.ts$',
        pathNot: `\\.(test|fixture)\\.ts$|/fixtures/|^packages/log/src/stores/postgres/|${BUILT}`,
        reachable: false,
      },
    },
    { name: 'no-cycles', severity: 'error', from: { path: '^(packages|apps)' }, to: { circular: true } },
    { name: 'no-test-in-source', severity: 'error', from: { path: '^packages/[a-z]+/src', pathNot: '\\.(test|fixture)\\.ts$' }, to: { path: '\\.test\\.ts$|^packages/[a-z]+/test/' } },
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
