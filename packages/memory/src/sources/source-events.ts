/** Converts one file of the workspace to events: documents in pieces, code as declarations and dependencies. */
import type { JsonObject } from '@hookloom/core';
import { chunkDocument } from './chunk-document.ts';
import type { Language } from './languages.ts';
import { readCode } from './read-code.ts';
import type { Resolver } from './resolve-module.ts';

export interface SourceFile {
  /** Relative to the root, with `/`. */
  path: string;
  text: string;
  /** `sha256:` + hex of the bytes. */
  blob: string;
}

export interface SourceEvent {
  type: string;
  payload: JsonObject;
}

export interface CodeOptions {
  language: Language;
  /** Finds the workspace file of a module. */
  resolve: Resolver;
  hash(text: string): string;
}

export function documentEvents({ path, text, blob }: SourceFile, maxLines: number): SourceEvent[] {
  const chunks = chunkDocument(text, maxLines);
  return chunks.map(({ heading, content, lineStart, lineEnd }, at) => ({
    type: 'document.indexed',
    payload: {
      path,
      content,
      line_start: lineStart,
      line_end: lineEnd,
      ...(heading !== null && { heading }),
      chunk: at + 1,
      chunks: chunks.length,
      blob,
    },
  }));
}

const TEST_FILE =
  /(?:^|\/)(?:tests?|__tests__|spec)\/|[._-](?:test|spec)\.[\w]+$|(?:^|\/)test_[\w]+\.py$/;

export function codeEvents(
  { path, text, blob }: SourceFile,
  { language, resolve, hash }: CodeOptions,
): SourceEvent[] {
  const { symbols, imports, summary } = readCode(text, language);
  const dependencies = new Map<string, string>();
  for (const module of imports) {
    const file = resolve(path, module);
    if (file !== null && file !== path) dependencies.set(module, file);
  }
  const files = [...new Set(dependencies.values())].sort();
  const own = new Set(symbols.map(({ name }) => name));
  const calls = symbols.flatMap(({ name, calls: called }) =>
    called
      .filter((callee) => own.has(callee))
      .map((callee) => ({ caller: name, callee, callee_path: path })),
  );
  const tested = TEST_FILE.test(path) ? importedNames(text, dependencies) : [];
  return [
    {
      type: 'code.file.indexed',
      payload: {
        path,
        language: language.name,
        lines: text.split('\n').length,
        blob,
        symbols: [...own].slice(0, 100),
        ...(summary !== '' && { summary }),
      },
    },
    ...symbols.map(({ name, kind, lineStart, lineEnd, signature, doc, content }): SourceEvent => ({
      type: 'code.symbol.indexed',
      payload: {
        path,
        name,
        kind,
        line_start: lineStart,
        line_end: lineEnd,
        signature,
        ...(doc !== '' && { doc }),
        content,
        hash: hash(content),
      },
    })),
    ...some('code.import.indexed', imports.length, { path, modules: imports }),
    ...some('code.dependency.indexed', files.length, { path, depends_on: files }),
    ...some('code.call.indexed', calls.length, { path, calls }),
    ...some('code.coverage.indexed', tested.length, { path, tests: tested }),
  ];
}

function some(type: string, count: number, payload: JsonObject): SourceEvent[] {
  return count === 0 ? [] : [{ type, payload }];
}

const NAMED =
  /import\s*(?:type\s*)?\{([^}]{1,2000})\}\s*from\s*['"]([^'"]+)['"]|from\s+([\w.]+)\s+import\s+([\w, ]+)/g;

/** The names that a file imports from files of this workspace. */
function importedNames(text: string, dependencies: ReadonlyMap<string, string>) {
  const found = new Map<string, { name: string; path: string }>();
  for (const [, braces, from, module, listed] of text.matchAll(NAMED)) {
    const path = dependencies.get(from ?? module ?? '');
    if (path === undefined) continue;
    for (const part of (braces ?? listed ?? '').split(',')) {
      const name = /^\s*(?:type\s+)?([\w$]+)/.exec(part)?.[1];
      if (name !== undefined) found.set(`${path} ${name}`, { name, path });
    }
  }
  return [...found.values()];
}
