/** Which programs and scripts one simple command starts, through launchers, interpreters and task runners. Pure. */
import { interpreterOf, scriptOf } from './interpreters.ts';
import type { ResolvedWord, Started } from './started-kinds.ts';

/** Keywords before a command that do not change which one it is. */
const BEFORE = new Set(['if', 'then', 'elif', 'else', 'do', 'while', 'until', '!', '{', 'coproc']);
/** Keywords that are not followed by a command. */
const NO_COMMAND = new Set(['for', 'case', 'select', 'function', 'fi', 'done', 'esac', '}', '[[']);

interface Launcher {
  /** Flags that consume the next word. */
  values?: RegExp;
  /** The number of its own words before the command. */
  own?: number;
  /** The second word must be one of these. Otherwise it starts nothing. */
  verbs?: RegExp;
  /** Whether it starts a program of the dependencies. */
  dependency?: true;
}

const LAUNCHERS: Record<string, Launcher> = {
  exec: { values: /^-a$/ },
  command: {},
  builtin: {},
  env: { values: /^(-u|-C|--unset|--chdir)$/ },
  nohup: {},
  setsid: {},
  time: { values: /^-[fo]$/ },
  nice: { values: /^-n$/ },
  ionice: { values: /^-[cn]$/ },
  stdbuf: { values: /^-[ioe]$/ },
  timeout: { values: /^-[sk]$/, own: 1 },
  gtimeout: { values: /^-[sk]$/, own: 1 },
  flock: { values: /^-[wE]$/, own: 1 },
  taskset: { own: 1 },
  sudo: { values: /^-[ugphCT]$/ },
  doas: { values: /^-[uC]$/ },
  xargs: { values: /^-[nPILdsaE]$/ },
  watch: { values: /^-n$/ },
  caffeinate: { values: /^-[tw]$/ },
  uv: { verbs: /^run$/, values: /^(--with|--extra|--group|--python|-p|--env-file|--directory)$/ },
  poetry: { verbs: /^run$/ },
  pipenv: { verbs: /^run$/ },
  pdm: { verbs: /^run$/ },
  hatch: { verbs: /^run$/ },
  rye: { verbs: /^run$/ },
  bundle: { verbs: /^exec$/ },
  direnv: { verbs: /^exec$/, own: 1 },
  mise: { verbs: /^(exec|x)$/, values: /^--?(C|cd|env|E)$/ },
  dotenv: { values: /^-e$/ },
  npx: { values: /^(-p|--package)$/, dependency: true },
  bunx: { dependency: true },
  uvx: {},
};

/** Package managers: `run NAME` starts a task, `exec NAME` a program of the dependencies. */
const MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun']);

const RECIPES: Record<string, string[]> = {
  make: ['GNUmakefile', 'makefile', 'Makefile'],
  gmake: ['GNUmakefile', 'makefile', 'Makefile'],
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'taskfile.yml', 'Taskfile.yaml', 'taskfile.yaml'],
};

/**
 * In the order in which they are found.
 *
 * @example startedBy(['timeout', '5', 'python3', 'check.py', 'data.json'])
 * // → [{ kind: 'program', word: 'timeout' }, { kind: 'program', word: 'python3' },
 * //    { kind: 'script', word: 'check.py', language: 'py' }]
 */
export function startedBy(words: readonly ResolvedWord[]): Started[] {
  const started: Started[] = [];
  let at = 0;
  let isDependency = false;
  let isRunner = false;
  for (let steps = 0; at < words.length && steps < 64; steps += 1) {
    const word = words[at]!;
    if (word === null) break;
    const assigned = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word);
    if (assigned !== null) {
      started.push({ kind: 'variable', name: assigned[1]!, value: assigned[2]! });
      at += 1;
      continue;
    }
    if (BEFORE.has(word)) {
      at += 1;
      continue;
    }
    if (NO_COMMAND.has(word) || word === '') break;
    const rest = words.slice(at + 1);
    const name = baseName(word);
    if (word === 'cd' || word === 'pushd') {
      const dir = rest.find((one) => one === null || !/^-./.test(one));
      if (typeof dir === 'string') started.push({ kind: 'folder', word: dir });
      break;
    }
    if (word === '.' || word === 'source') {
      if (typeof rest[0] === 'string')
        started.push({ kind: 'script', word: rest[0], language: 'sh' });
      break;
    }
    if (word === 'eval') {
      if (rest.every((one) => one !== null))
        started.push({ kind: 'text', text: rest.join(' '), language: 'sh' });
      break;
    }
    if (word === 'export' || word === 'readonly' || word === 'local' || word === 'declare') {
      at += 1;
      while (typeof words[at] === 'string' && words[at]!.startsWith('-')) at += 1;
      continue;
    }
    if (isRunner && /\.pyw?$/.test(word)) {
      started.push({ kind: 'script', word, language: 'py' });
      break;
    }
    started.push(isDependency ? { kind: 'dependency', name: word } : { kind: 'program', word });
    isDependency = false;
    const more = startedByProgram(name, rest);
    started.push(...more);
    const launcher = LAUNCHERS[name];
    if (more.length > 0 || launcher === undefined || !Object.hasOwn(LAUNCHERS, name)) break;
    const next = behindLauncher(rest, launcher);
    if (next === null) break;
    isDependency = launcher.dependency === true;
    isRunner = name === 'uv';
    at += 1 + next;
  }
  return started;
}

/** What a program that runs files does with its arguments. */
function startedByProgram(name: string, rest: readonly ResolvedWord[]): Started[] {
  const interpreter = interpreterOf(name);
  if (interpreter !== null) {
    const found = scriptOf(rest, interpreter);
    if (found.length > 0 || !MANAGERS.has(name)) return found;
  }
  if (MANAGERS.has(name)) return startedByManager(name, rest);
  if (Object.hasOwn(RECIPES, name)) {
    const file = valueOf(rest, /^(-f|--file|--makefile|--justfile|-t|--taskfile)$/);
    const dir = valueOf(rest, /^(-C|--directory|-d|--dir|--working-directory)$/);
    return [{ kind: 'recipes', names: file === null ? RECIPES[name]! : [file], dir }];
  }
  if (name === 'find' || name === 'fd')
    return rest.flatMap((word, at) => {
      if (word === null || !/^(-exec|-execdir|-ok|-okdir|-x|-X)$/.test(word)) return [];
      const end = rest.findIndex((one, index) => index > at && (one === ';' || one === '+'));
      return startedBy(rest.slice(at + 1, end < 0 ? rest.length : end));
    });
  return [];
}

function startedByManager(name: string, rest: readonly ResolvedWord[]): Started[] {
  const dir = valueOf(rest, /^(--prefix|-C|--dir|--cwd)$/);
  const at = rest.findIndex(
    (word, index) =>
      word !== null &&
      !word.startsWith('-') &&
      !/^(--prefix|-C|--dir|--cwd|-w|--workspace|--filter)$/.test(rest[index - 1] ?? ''),
  );
  const verb = rest[at] ?? null;
  if (verb === null) return [];
  const target = rest.slice(at + 1).find((word) => word === null || !word.startsWith('-')) ?? null;
  if (/^(run|run-script|rum)$/.test(verb))
    return target === null ? [] : [{ kind: 'task', name: target, dir }];
  if (/^(exec|x|dlx)$/.test(verb)) {
    if (target === null) return [];
    const [first, ...others] = startedBy(rest.slice(rest.indexOf(target, at + 1)));
    const isNamed = first?.kind === 'program';
    return [{ kind: 'dependency', name: target }, ...(isNamed ? others : [])];
  }
  if (/^(test|t|tst|start|stop|restart)$/.test(verb))
    return [{ kind: 'task', name: /^t(st)?$/.test(verb) ? 'test' : verb, dir }];
  // `yarn NAME` and `pnpm NAME` run a task of that name, or a program of the dependencies.
  return name === 'npm' || /^(add|install|i|ci|remove|up|update|why|list|ls)$/.test(verb)
    ? []
    : [
        { kind: 'task', name: verb, dir },
        { kind: 'dependency', name: verb },
      ];
}

/** The position of the command after a launcher's own words; null if there is none. */
function behindLauncher(rest: readonly ResolvedWord[], launcher: Launcher): number | null {
  let own = launcher.own ?? 0;
  let needsVerb = launcher.verbs !== undefined;
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at]!;
    if (word === '--') continue;
    if (word !== null && word.startsWith('-') && word !== '-') {
      if (launcher.values?.test(word) === true) at += 1;
    } else if (needsVerb) {
      if (word === null || !launcher.verbs!.test(word)) return null;
      needsVerb = false;
    } else if (own > 0) own -= 1;
    else return at;
  }
  return null;
}

/** The value of a flag: the next word, or the text after `=`. */
export function valueOf(words: readonly ResolvedWord[], flag: RegExp): string | null {
  for (const [at, word] of words.entries()) {
    if (word === null) continue;
    if (flag.test(word)) return words[at + 1] ?? null;
    const equals = word.indexOf('=');
    if (equals > 0 && word.startsWith('--') && flag.test(word.slice(0, equals)))
      return word.slice(equals + 1);
  }
  return null;
}

export function baseName(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
  return name.replace(/\.(exe|cmd|bat)$/i, '');
}
