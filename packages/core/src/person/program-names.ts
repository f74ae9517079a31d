/** The names of a process: from the system, from its first word and from its program file. */
import type { ProcessEntry } from './process-table.ts';

const INTERPRETER =
  /^(node|nodejs|bun|deno|python[\d.]*|pypy[\d.]*|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|luajit|tclsh[\d.]*|wish[\d.]*)$/i;

/** Every name of the process, without folders and without the dash of a login shell. */
export function namesOf({ name, program, words }: ProcessEntry): string[] {
  const first = words[0] ?? '';
  // A title such as `npm exec hookloom init-session ./codex` replaces the first word. The path of a program may have spaces.
  const called = /^[^/\\ ]+ /.test(first) ? first.split(' ')[0]! : baseName(first);
  const names = [name, called, ...(program === null ? [] : [program])];
  return [...new Set(names.map((one) => one.replace(/^-|\.exe$|:$/gi, '')))].filter(
    (one) => one !== '',
  );
}

/** True for a Python, Perl, Ruby, Node and their like: a program that can be anything. */
export function isInterpreter(entry: ProcessEntry): boolean {
  return namesOf(entry).some((name) => INTERPRETER.test(name));
}

/** The script of an interpreter; null for other programs and for code on the command line. */
export function scriptOf(entry: ProcessEntry): string | null {
  if (!isInterpreter(entry)) return null;
  const script = entry.words.slice(1).find((word) => !word.startsWith('-'));
  return script ?? null;
}

export function baseName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}
