/**
 * Finds events of a client that would start us twice: through two files, two entries in one file, or an entry beside our
 * plugin. Pure.
 */
import { CONNECTABLE, connectable, isConnectable } from '../clients/index.ts';
import type { ClientFiles } from '../found/inspect.ts';
import type { FoundHooks } from '../found/own-handlers.ts';
import type { Program } from '../found/places.ts';

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

function acrossClients(files: readonly ClientFiles[], root: string): Double[] {
  return CONNECTABLE.flatMap((program) => {
    const [own] = files.find((one) => one.program === program)?.hooks ?? [];
    const [theirs] = sharedClaudeHooks(program, files, root);
    if (own === undefined || theirs === undefined) return [];
    return [
      {
        program,
        files: [own.file, theirs.file],
        how: 'also loads Claude settings',
        clean: own.file,
      },
    ];
  });
}

/** Our hooks in Claude Code's settings that the client runs too: Cursor runs all, Copilot those of the project. */
export function sharedClaudeHooks(
  program: Program,
  files: readonly ClientFiles[],
  root: string,
): FoundHooks[] {
  const shared = isConnectable(program) ? connectable(program).install.alsoRunsClaude : undefined;
  if (shared === undefined) return [];
  const hooks = files.find((one) => one.program === 'claude-code')?.hooks ?? [];
  return shared === 'all' ? hooks : hooks.filter(({ file }) => file.startsWith(root));
}
