// Packages import each other through entry points: the files in `exports` of their package.json, which list names and the
// file that defines each. An import of names means the defining files: only those are bundled, and only those are loaded
// when a program runs. So this rewrites, before anything is bundled or run,
//
//   import { redactText, type Masked } from '@hookloom/core/redact';
//   const { openMemory, peekProjection } = await import('@hookloom/memory');
//
// into imports of the files. It is a plugin of esbuild (the build, benchmarks) and of Vite (the tests, the viewer). The
// compiler and the dependency rules read the entry points as they are.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const STATIC = /^(import|export) (type )?\{([^{}]*)\} from '(@hookloom\/[a-z-]+(?:\/[\w-]+)?)';/gm;
/** `const { a } = await import('x')` and `(await import('x')).a`. */
const SINGLE =
  /(?:\{([^{}]*)\} =\s*)?(\(?)await import\(\s*'@hookloom\/[\w/-]+',?\s*\)(?:\)\s*\.(\w+))?/g;
const SEVERAL = /const \[([^=]*)\] = await Promise\.all\(\[/g;

/**
 * @param {string} root Of the repository.
 * @returns {Map<string, { file: string, names: Map<string, { file: string, name: string }> }>} By specifier.
 */
export function readEntryPoints(root) {
  const found = new Map();
  for (const folder of readdirSync(path.join(root, 'packages'))) {
    const at = path.join(root, 'packages', folder);
    if (!existsSync(path.join(at, 'package.json'))) continue;
    const { name, exports = {} } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8'));
    for (const [entry, { source }] of Object.entries(exports))
      if (source !== undefined && !source.includes('*'))
        found.set(path.posix.join(name, entry), entryPoint(path.join(at, source)));
  }
  return found;
}

function entryPoint(file) {
  const names = new Map();
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const rest = text.replace(
    /export (?:type )?\{([^}]*)\} from '([^']+)';/g,
    (_, list, specifier) => {
      for (const { name, as } of namesIn(list))
        names.set(as, { file: path.resolve(path.dirname(file), specifier), name });
      return '';
    },
  );
  if (rest.trim() !== '')
    throw new Error(`${file} may only list names: ${rest.trim().split('\n')[0]}`);
  return { file, names };
}

/** Of `a, b as c, type D`. */
function namesIn(list, separator = ' as ') {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => {
      const [name, as = name] = item.replace(/^type /, '').split(separator);
      return { name: name.trim(), as: as.trim(), isType: item.startsWith('type ') };
    });
}

/** The imports of a file from other packages: the defining file of each name, and whether it is only a type. */
export function importsThrough(entries, text) {
  const found = [];
  const add = (specifier, names, isType) => {
    for (const one of names)
      if (entries.has(specifier))
        found.push({ ...definition(entries, specifier, one.name), isType: isType || one.isType });
  };
  for (const [, , type, list, specifier] of text.matchAll(STATIC))
    add(specifier, namesIn(list), type !== undefined);
  for (const { specifier, names } of lazyImports(text)) add(specifier, names, false);
  return found;
}

/** @returns {(text: string, file: string) => string} Keeps the lines of a text where they are. */
export function throughEntryPoints(root) {
  const entries = readEntryPoints(root);
  return (text, file) => {
    if (!text.includes('@hookloom/')) return text;
    const from = path.dirname(file);
    const statics = text.replace(STATIC, (whole, word, type, list, specifier) => {
      if (!entries.has(specifier)) return whole;
      const lines = '\n'.repeat(whole.split('\n').length - 1);
      if (type !== undefined) return lines;
      const files = new Map();
      for (const one of namesIn(list)) {
        if (one.isType) continue;
        const place = definition(entries, specifier, one.name);
        const target = relative(from, place.file);
        files.set(target, [...(files.get(target) ?? []), `${place.name} as ${one.as}`]);
      }
      const parts = [...files].map(
        ([target, names]) => `${word}{${names.join(',')}}from'${target}';`,
      );
      return parts.join('') + lines;
    });
    let out = '';
    let end = 0;
    for (const { at, length, specifier, names } of lazyImports(statics)) {
      if (!entries.has(specifier)) continue;
      out += statics.slice(end, at) + lazily(entries, from, specifier, names);
      end = at + length;
    }
    return out + statics.slice(end);
  };
}

function lazily(entries, from, specifier, names) {
  const places = names.map(({ name }) => ({ as: name, ...definition(entries, specifier, name) }));
  const files = [...new Set(places.map(({ file }) => file))];
  const imports = files.map((file) => `import('${relative(from, file)}')`);
  if (files.length === 1 && places.every(({ as, name }) => as === name)) return imports[0];
  const members = places.map(({ as, name, file }) => `${as}:m[${files.indexOf(file)}].${name}`);
  return `Promise.all([${imports.join(',')}]).then((m)=>({${members.join(',')}}))`;
}

/** Every `import('@hookloom/…')` of a text with the names taken from it. */
function lazyImports(text) {
  const found = [];
  const calls = (part, offset, names) => {
    const call = /import\(\s*'(@hookloom\/[\w/-]+)',?\s*\)/.exec(part);
    if (call !== null)
      found.push({ at: offset + call.index, length: call[0].length, specifier: call[1], names });
  };
  for (const match of text.matchAll(SINGLE)) {
    const [whole, list, bracket, member] = match;
    const names = bracket === '(' && member !== undefined ? [{ name: member }] : null;
    calls(whole, match.index, names ?? (list === undefined ? null : namesIn(list, ':')));
  }
  for (const match of text.matchAll(SEVERAL)) {
    const bindings = partsOf(match[1], 0).map(({ part }) => part.trim());
    for (const [index, { part, at }] of partsOf(text, match.index + match[0].length).entries()) {
      const names = /^\{([^]*)\}$/.exec(bindings[index] ?? '')?.[1];
      calls(part, at, names === undefined ? null : namesIn(names, ':'));
    }
  }
  for (const { names, specifier } of found)
    if (names === null)
      throw new Error(`Take names from import('${specifier}'): const { a } = await import(…).`);
  return found.sort((a, b) => a.at - b.at);
}

/** Splits at the commas of the outermost level, up to the closing bracket. */
function partsOf(text, start) {
  const parts = [];
  let depth = 0;
  let from = start;
  let at = start;
  for (; at < text.length && depth >= 0; at++) {
    if ('([{'.includes(text[at])) depth++;
    else if (')]}'.includes(text[at])) depth--;
    else if (text[at] === ',' && depth === 0) {
      parts.push({ part: text.slice(from, at), at: from });
      from = at + 1;
    }
  }
  parts.push({ part: text.slice(from, depth < 0 ? at - 1 : at), at: from });
  return parts.filter(({ part }) => part.trim() !== '');
}

function definition(entries, specifier, name) {
  const entry = entries.get(specifier);
  const place = entry.names.get(name);
  if (place === undefined)
    throw new Error(`${specifier} lists no ${name}: add it to ${entry.file}.`);
  return place;
}

function relative(from, file) {
  const found = path.relative(from, file).replaceAll(path.sep, '/');
  return found.startsWith('.') ? found : `./${found}`;
}

const SOURCE = /[/\\](?:packages|apps|test)[/\\].*\.tsx?$/;

/** For esbuild. */
export function esbuildEntryPoints(root) {
  const rewrite = throughEntryPoints(root);
  return {
    name: 'entry-points',
    setup(api) {
      api.onLoad({ filter: SOURCE, namespace: 'file' }, ({ path: file }) => ({
        contents: rewrite(readFileSync(file, 'utf8'), file),
        loader: file.endsWith('x') ? 'tsx' : 'ts',
      }));
    },
  };
}

/** For Vite and Vitest. */
export function viteEntryPoints(root) {
  const rewrite = throughEntryPoints(root);
  return {
    name: 'entry-points',
    enforce: 'pre',
    transform(text, id) {
      const file = id.split('?')[0];
      return SOURCE.test(file) ? { code: rewrite(text, file), map: null } : null;
    },
  };
}
