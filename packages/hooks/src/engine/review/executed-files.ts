/**
 * The files that a hook executes: its program, an interpreter's script, and what these literally import or start. Never
 * files that are only read or written, such as the target of a redirection or the argument of a program.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseShell, sha256Hex } from '@hookloom/core';
import type { Handler } from '../handler.ts';
import { contentOf, type ExecutedFile } from './executed-file.ts';
import { realPathOf } from './record-paths.ts';
import { findOnPath, isInside, isInstalledProgram } from './find-program.ts';
import { importsOf } from './imports.ts';
import { innerScope, knownWords, type Scope } from './known-words.ts';
import { entryFile, languageByEnding, packageScripts, upward } from './project-files.ts';
import { startedBy } from './started.ts';
import type { ResolvedWord, Language, Started } from './started-kinds.ts';

export interface HandlerPlace {
  /** Absolute path of the project. */
  projectDir: string;
  /** The folder in which the handler starts. */
  folder: string;
  home: string | null;
  /** The PATH of the client. */
  path: string;
}

/** Files beyond these limits are ignored, the same ones each time. */
const MAX_FILES = 64;
const MAX_DEPTH = 8;
const MAX_TEXT_CHARS = 256 * 1024;

/**
 * In the order in which they are found.
 *
 * @param stamps Receives the stamp of each file by its path, from before the file was read
 *
 * @example executedFiles(handlerOf('python3 scripts/check.py data.json >> hooks.log'), where).map((file) => file.path)
 * // → ['/p/scripts/check.py']
 */
export function executedFiles(
  handler: Handler,
  where: HandlerPlace,
  stamps: Map<string, string> = new Map(),
): ExecutedFile[] {
  const { action, env } = handler;
  if (action.kind === 'http') return [];
  const walk = new Walk(where, handler.source.file.pluginRoot ?? where.projectDir, stamps);
  const scope = walk.scope(env);
  if (action.kind === 'argv') {
    const words = action.argv.map((word) => walk.filled(word, scope));
    walk.command(words, scope, 0);
  } else {
    const windows = process.platform === 'win32' ? action.windows : undefined;
    walk.shell(windows ?? action.command, scope, 0);
  }
  return walk.files();
}

class Walk {
  readonly #where: HandlerPlace;
  readonly #pluginRoot: string;
  readonly #found = new Map<string, ExecutedFile>();
  readonly #read = new Set<string>();
  readonly #stamps: Map<string, string>;

  constructor(where: HandlerPlace, pluginRoot: string, stamps: Map<string, string>) {
    this.#stamps = stamps;
    this.#where = where;
    this.#pluginRoot = pluginRoot;
  }

  files(): ExecutedFile[] {
    return [...this.#found.values()];
  }

  scope(env: Record<string, string>): Scope {
    const { folder, projectDir, home, path: pathText } = this.#where;
    const known = ['CLAUDE_PROJECT_DIR', 'CODEX_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'GEMINI_CWD'];
    const variables = new Map<string, ResolvedWord>([
      ...known.map((name): [string, string] => [name, projectDir]),
      ['CLAUDE_PLUGIN_ROOT', this.#pluginRoot],
      ['HOME', home],
      ['PATH', pathText],
      ...Object.entries(env),
    ]);
    return { folder, projectDir, variables, script: null };
  }

  shell(text: string, scope: Scope, depth: number): void {
    if (depth > MAX_DEPTH || text.length > MAX_TEXT_CHARS) return;
    const { commands, substitutions } = parseShell(text);
    for (const { words } of commands) this.command(knownWords(words, scope), scope, depth);
    for (const script of substitutions) this.shell(script, innerScope(scope), depth + 1);
  }

  command(words: readonly ResolvedWord[], scope: Scope, depth: number): void {
    if (depth > MAX_DEPTH) return;
    const started = startedBy(words);
    // `NAME=VALUE command` applies only to that command.
    const isAlone = started.every(({ kind }) => kind === 'variable');
    const own = isAlone ? scope : innerScope(scope);
    for (const one of started) this.#start(one, one.kind === 'folder' ? scope : own, depth);
  }

  /** Fills placeholders in words that no shell expands. */
  filled(word: string, scope: Scope): ResolvedWord {
    return word.replace(/\$\{(\w+)\}/g, (all, name: string) => scope.variables.get(name) ?? all);
  }

  #start(started: Started, scope: Scope, depth: number): void {
    switch (started.kind) {
      case 'variable':
        scope.variables.set(started.name, started.value);
        return;
      case 'folder':
        scope.folder = path.resolve(scope.folder, started.word);
        return;
      case 'program':
        return this.#program(started.word, scope, depth);
      case 'script':
        return this.#script(started.word, started.language, scope, depth);
      case 'text':
        if (started.language === 'sh')
          return this.shell(started.text, innerScope(scope), depth + 1);
        return this.#imports(started.text, path.join(scope.folder, '-'), started.language, depth);
      case 'module':
        return this.#module(started.name, scope, depth);
      case 'task':
        return this.#task(
          started.name,
          path.resolve(scope.folder, started.dir ?? '.'),
          scope,
          depth,
        );
      case 'recipes':
        return this.#recipes(
          started.names,
          path.resolve(scope.folder, started.dir ?? '.'),
          scope,
          depth,
        );
      case 'dependency': {
        const file = upward(scope.folder, path.join('node_modules', '.bin', started.name));
        if (file !== null) this.#file(file, null, scope, depth);
        return;
      }
    }
  }

  #program(word: string, scope: Scope, depth: number): void {
    if (/[/\\]/.test(word)) {
      const file = path.resolve(scope.folder, this.#homely(word));
      return this.#file(file, null, scope, depth);
    }
    const file = findOnPath(word, scope.variables.get('PATH') ?? '', scope.folder);
    if (file !== null) this.#file(file, null, scope, depth);
  }

  #script(word: string, language: Language, scope: Scope, depth: number): void {
    const file = path.resolve(scope.folder, this.#homely(word));
    this.#file(entryFile(file, language), language, scope, depth);
  }

  #module(name: string, scope: Scope, depth: number): void {
    const base = path.join(scope.folder, ...name.split('.'));
    const file = [`${base}.py`, path.join(base, '__main__.py')].find((one) => fs.existsSync(one));
    if (file !== undefined) this.#file(file, 'py', scope, depth);
  }

  #task(name: string, dir: string, scope: Scope, depth: number): void {
    const file = upward(dir, 'package.json');
    if (file === null) return;
    const scripts = packageScripts(file);
    const folder = path.dirname(file);
    for (const one of [`pre${name}`, name, `post${name}`]) {
      const text = Object.hasOwn(scripts, one) ? scripts[one] : undefined;
      if (typeof text !== 'string') continue;
      this.#add({ path: `${file}#${one}`, sha256: sha256Hex(text) });
      const inner = { ...innerScope(scope), folder };
      const bin = path.join(folder, 'node_modules', '.bin');
      inner.variables.set('PATH', `${bin}${path.delimiter}${inner.variables.get('PATH') ?? ''}`);
      this.shell(text, inner, depth + 1);
    }
  }

  #recipes(names: readonly string[], dir: string, scope: Scope, depth: number): void {
    const files = names.map((name) => path.resolve(dir, name));
    const file = files.find((one) => fs.existsSync(one)) ?? files[0]!;
    this.#file(file, 'make', { ...innerScope(scope), folder: dir }, depth);
  }

  #file(file: string, language: Language | null, scope: Scope, depth: number): void {
    if (this.#found.size >= MAX_FILES || depth > MAX_DEPTH) return;
    const installed = this.#installedAt(file);
    if (installed !== null) {
      // A project's link can be pointed at any program, so its target is part of the review.
      if (isInside(file, this.#where.projectDir))
        this.#add({ path: file, sha256: `link:${installed}` });
      return;
    }
    const { text, stamp, ...content } = contentOf(file);
    if (!this.#stamps.has(content.path)) this.#stamps.set(content.path, stamp);
    this.#add(content);
    if (text === null || this.#read.has(content.path)) return;
    this.#read.add(content.path);
    const inner = { ...innerScope(scope), script: content.path };
    const shebang = /^#!\s*([^\n]+)/.exec(text)?.[1]?.trim().split(/\s+/) ?? [];
    if (language === null && shebang.length > 0) {
      const words = shebang.filter((word) => word !== '-S');
      for (const one of startedBy([...words, content.path]))
        if (one.kind !== 'script' || one.word !== content.path) this.#start(one, inner, depth + 1);
        else this.#contents(text, content.path, one.language, inner, depth);
      return;
    }
    this.#contents(text, content.path, language ?? languageByEnding(content.path), inner, depth);
  }

  #contents(text: string, file: string, language: Language, scope: Scope, depth: number): void {
    if (language === 'sh') this.shell(text, scope, depth + 1);
    else if (language === 'make')
      for (const row of text.split('\n')) {
        const recipe = /^(?:\t|[ ]{2,})[@+-]*(.+)$/.exec(row)?.[1];
        if (recipe !== undefined) this.shell(recipe, innerScope(scope), depth + 1);
      }
    else this.#imports(text, file, language, depth);
  }

  #imports(text: string, file: string, language: Language, depth: number): void {
    const { folder, projectDir } = this.#where;
    const scope: Scope = { folder, projectDir, variables: new Map(), script: file };
    for (const one of importsOf(text, file, language)) {
      if (/(^|[/\\])node_modules[/\\]/.test(path.relative(projectDir, one))) continue;
      this.#file(one, language, scope, depth + 1);
    }
  }

  #add(file: ExecutedFile): void {
    if (this.#found.size < MAX_FILES) this.#found.set(file.path, file);
  }

  /** The installed program that a path links to; null if there is none. */
  #installedAt(file: string): string | null {
    let real = file;
    try {
      real = realPathOf(file);
    } catch {
      // It is missing, so its own path counts.
    }
    return isInstalledProgram(real, this.#where) ? real : null;
  }

  #homely(word: string): string {
    const { home } = this.#where;
    return home !== null && /^~[/\\]/.test(word) ? path.join(home, word.slice(2)) : word;
  }
}
