/** Files that a patch of Codex names (hooks.md trap 31). Linear in the patch; no npm module: reached by the hook path. */

/** More files than this in one call are not listed; the patch itself is whole. */
const MAX_FILES = 1_000;
/** Codex reads these lines with blanks before them too; a context line that looks like one is named as well. */
const NAMED = /^[ \t]*\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.{1,4096})$/gm;
const BEGIN = '*** Begin Patch';
const PROGRAM = /(?:^|[^\w.-])apply_?patch(?![\w-])/;

/**
 * In the order of the patch, each once, the targets of moves too.
 *
 * @example patchFiles('*** Begin Patch\n*** Delete File: a.ts\n*** End Patch\n') // → ['a.ts']
 */
export function patchFiles(patch: string): string[] {
  const files = new Set<string>();
  for (const [, named] of patch.matchAll(NAMED)) {
    const file = named!.trim();
    if (file !== '') files.add(file.toWellFormed());
    if (files.size >= MAX_FILES) break;
  }
  return [...files];
}

/** Whether a shell command hands a patch to `apply_patch`: Codex calls it Bash then, and no rule for edits sees it. */
export function isPatchCommand(command: string): boolean {
  return command.includes(BEGIN) && PROGRAM.test(command);
}
