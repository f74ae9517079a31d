/** Where one event of a client would reach us twice: the same hook in two files that it reads, or beside our plugin. Pure. */
import type { ClientFiles } from '@hookloom/hooks/found/inspect';
import type { FoundHooks } from '@hookloom/hooks/found/own-handlers';
import { ok, warning, type DoctorRow } from './row.ts';

/** These merge handlers whose command is the same; Codex runs them all (clients.md §1). */
const MERGING = new Set(['claude-code', 'gemini']);

interface Double {
  program: string;
  files: string[];
  how: string;
}

export function doublesRow(files: readonly ClientFiles[]): DoctorRow {
  const doubles = [...files.flatMap(withinOne), ...acrossClients(files)];
  const [first] = doubles;
  if (first === undefined) return ok('double_firing', 'No event reaches us twice.');
  return warning('double_firing', {
    message: `${first.program} ${first.how}: ${first.files.join(' and ')}.`,
    why: 'Each of its events is recorded twice, and each hook costs its time twice.',
    command: `hookloom uninstall --client ${first.program}`,
  });
}

function withinOne({ program, hooks, plugins }: ClientFiles): Double[] {
  if (plugins.length > 0 && hooks.length > 0)
    return [{ program, files: [plugins[0]!, hooks[0]!.file], how: 'has our plugin and our hooks' }];
  for (const [at, one] of hooks.entries())
    for (const other of hooks.slice(at + 1))
      if (isDouble(program, one, other))
        return [{ program, files: [one.file, other.file], how: 'runs our hooks of two places' }];
  return [];
}

function isDouble(program: string, one: FoundHooks, other: FoundHooks): boolean {
  if (!one.events.some((event) => other.events.includes(event))) return false;
  return !(MERGING.has(program) && one.command === other.command);
}

/** Cursor reads all of Claude's settings as well, Copilot the shared file (hooks.md §E, trap 34). */
function acrossClients(files: readonly ClientFiles[]): Double[] {
  const hooksOf = (name: string): readonly FoundHooks[] =>
    files.find(({ program }) => program === name)?.hooks ?? [];
  const claude = hooksOf('claude-code');
  const shared = claude.filter(({ file }) => /[/\\]settings\.json$/.test(file));
  return [
    { program: 'cursor', theirs: claude },
    { program: 'copilot', theirs: shared },
  ].flatMap(({ program, theirs }) => {
    const own = hooksOf(program);
    if (own.length === 0 || theirs.length === 0) return [];
    return [{ program, files: [own[0]!.file, theirs[0]!.file], how: 'also loads Claude settings' }];
  });
}
