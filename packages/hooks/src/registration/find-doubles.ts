/**
 * Finds events of a client that would start us twice: through two files, two entries in one file, or an entry beside our
 * plugin. Pure.
 */
import { CONNECTABLE, connectable, isConnectable } from '../clients/index.ts';
import type { ClientFiles } from '../found/inspect.ts';
import type { FoundHooks } from '../found/own-handlers.ts';

export interface Double {
  program: string;
  /** Both places. */
  files: string[];
  how: string;
  /** The file to remove our entries from, so that the event arrives once. */
  clean: string;
}

/** @param root The project, absolute. */
export function findDoubles(files: readonly ClientFiles[], root: string): Double[] {
  return [...files.flatMap(withinOne), ...acrossClients(files, root)];
}

function withinOne({ program, hooks, plugins }: ClientFiles): Double[] {
  const doubles: Double[] = [];
  const add = (double: Omit<Double, 'program'>): void => {
    const isKnown = doubles.some(({ files }) => files.join() === double.files.join());
    if (!isKnown) doubles.push({ program, ...double });
  };
  const counted = hooks.filter(({ command }) => !command.includes(' --fallback '));
  const [plugin, second] = plugins;
  for (const { file } of counted)
    if (plugin !== undefined)
      add({ files: [plugin, file], how: 'has our plugin and our hooks', clean: file });
  if (plugin !== undefined && second !== undefined)
    add({ files: [plugin, second], how: 'has our plugin switched on twice', clean: second });
  for (const [at, one] of counted.entries())
    for (const other of counted.slice(at + 1))
      if (isDouble(program, one, other))
        add(
          one.file === other.file
            ? { files: [one.file], how: 'starts us in two ways', clean: one.file }
            : // The nearest file is listed first, and its entry stays.
              {
                files: [one.file, other.file],
                how: 'runs our hooks of two places',
                clean: other.file,
              },
        );
  return doubles;
}

function isDouble(program: string, one: FoundHooks, other: FoundHooks): boolean {
  if (!one.events.some((event) => other.events.includes(event))) return false;
  // Some clients merge handlers with the same command; the others run them all.
  const merges = isConnectable(program) && connectable(program).install.mergesEqual === true;
  return !(merges && one.command === other.command);
}

/** Cursor reads all of Claude's settings as well, Copilot those of the project. */
function acrossClients(files: readonly ClientFiles[], root: string): Double[] {
  const hooksOf = (name: string): readonly FoundHooks[] =>
    files.find(({ program }) => program === name)?.hooks ?? [];
  const claude = hooksOf('claude-code');
  const ofProject = claude.filter(({ file }) => file.startsWith(root));
  return CONNECTABLE.flatMap((program) => {
    const { alsoRunsClaude } = connectable(program).install;
    if (alsoRunsClaude === undefined) return [];
    const theirs = alsoRunsClaude === 'all' ? claude : ofProject;
    const [own] = hooksOf(program);
    if (own === undefined || theirs.length === 0) return [];
    return [
      {
        program,
        files: [own.file, theirs[0]!.file],
        how: 'also loads Claude settings',
        clean: own.file,
      },
    ];
  });
}
