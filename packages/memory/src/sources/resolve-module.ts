/** Finds the workspace file of a module by its name. */
import path from 'node:path';

export type Resolver = (from: string, module: string) => string | null;

const ENDINGS = [
  '',
  '.ts',
  '.tsx',
  '.mts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.py',
  '.rb',
  '.php',
  '.sh',
];
const INDEXES = ['/index.ts', '/index.tsx', '/index.js', '/index.mjs', '/__init__.py'];

/**
 * @example createResolver(new Set(['src/a.ts', 'src/b.ts']))('src/a.ts', './b.ts') // 'src/b.ts'
 */
export function createResolver(files: ReadonlySet<string>): Resolver {
  const find = (base: string): string | null => {
    for (const ending of [...ENDINGS, ...INDEXES])
      if (files.has(base + ending)) return base + ending;
    // TypeScript files are imported under their output name.
    const source = base.replace(/\.([cm]?)js$/, '.$1ts');
    return source !== base && files.has(source) ? source : null;
  };
  return (from, module) => {
    const dir = path.posix.dirname(from);
    if (module.startsWith('.') && module.includes('/'))
      return inside(path.posix.normalize(`${dir}/${module}`), find);
    if (/^\.+\w|^\.+$/.test(module)) return pythonRelative(dir, module, find);
    const dotted = /^\w+(?:\.\w+)+$/.test(module) ? find(module.replaceAll('.', '/')) : null;
    return dotted ?? find(path.posix.join(dir, module)) ?? find(module);
  };
}

function inside(base: string, find: (base: string) => string | null): string | null {
  return base.startsWith('..') ? null : find(base);
}

function pythonRelative(
  dir: string,
  module: string,
  find: (base: string) => string | null,
): string | null {
  const dots = /^\.+/.exec(module)![0].length;
  const up = '../'.repeat(dots - 1);
  return inside(
    path.posix.normalize(`${dir}/${up}${module.slice(dots).replaceAll('.', '/')}`),
    find,
  );
}
