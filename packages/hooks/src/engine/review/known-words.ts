/** The words of a command, as far as they are known before it runs. Pure. */
import path from 'node:path';
import { parseShell, type ShellWord } from '@hookloom/core';
import type { ResolvedWord } from './started-kinds.ts';

/** The environment of a command. */
export interface Scope {
  folder: string;
  projectDir: string;
  /** Null for a value that is only known at run time. */
  variables: Map<string, ResolvedWord>;
  /** Path of the current script, for `$0`. */
  script: string | null;
}

/** A scope whose changes do not affect the outer one. */
export function innerScope(scope: Scope): Scope {
  return { ...scope, variables: new Map(scope.variables) };
}

/** The words of a command. Leading assignments are stored in the scope and omitted. */
export function knownWords(words: readonly ShellWord[], scope: Scope): ResolvedWord[] {
  const known: ResolvedWord[] = [];
  for (const word of words) {
    const value = knownWord(word, scope);
    const name = /^([A-Za-z_]\w*)=/.exec(word.written)?.[1];
    const isLeading = known.every((one) => one !== null && /^[A-Za-z_]\w*=/.test(one));
    if (value === null && name !== undefined && isLeading) scope.variables.set(name, null);
    else known.push(value);
  }
  return known;
}

function knownWord(word: ShellWord, scope: Scope): ResolvedWord {
  let text = '';
  for (const part of word.parts) {
    const value =
      part.kind === 'text'
        ? part.text
        : part.kind === 'variable'
          ? valueOfVariable(part.name, part.operation, scope)
          : outputOf(part.script, scope);
    if (value === null) return null;
    text += value;
  }
  return text;
}

function valueOfVariable(name: string, operation: string, scope: Scope): ResolvedWord {
  const { script, folder, variables } = scope;
  const isScript = (name === '0' || name === 'BASH_SOURCE') && script !== null;
  const value = name === 'PWD' ? folder : isScript ? script : (variables.get(name) ?? null);
  if (operation === '' || operation === '[0]') return value;
  if (/^(\[0\])?%\/\*$/.test(operation)) return value === null ? null : path.dirname(value);
  // `${NAME:-text}`: the text if the variable is unknown.
  const fallback = /^:?-([^$`]*)$/.exec(operation);
  return fallback === null ? null : (value ?? fallback[1]!.replace(/^["']|["']$/g, ''));
}

/** The output of the few commands with which scripts find their own folder. */
function outputOf(script: string, scope: Scope): ResolvedWord {
  const inner = innerScope(scope);
  let output: ResolvedWord = null;
  for (const { words } of parseShell(script).commands) {
    const known = words.map((word) => knownWord(word, inner)).filter((word) => word !== '--');
    const [program, first = null] = known;
    if (program === 'cd' && first !== null) inner.folder = path.resolve(inner.folder, first);
    else if (program === 'pwd') output = inner.folder;
    else if (program === 'dirname' && first !== null) output = path.dirname(first);
    else if (program === 'realpath' || program === 'readlink') {
      const file = known.slice(1).find((word) => word === null || !word.startsWith('-'));
      output = typeof file === 'string' ? path.resolve(inner.folder, file) : null;
    } else if (program === 'git' && known.includes('--show-toplevel')) output = scope.projectDir;
    else return null;
  }
  return output;
}
