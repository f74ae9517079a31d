/**
 * Lists the files that a Codex patch names. Linear in the patch; no npm module, because it is part of the hook path.
 */

/** Further files of one call are not listed; the patch itself stays complete. */
const MAX_FILES = 1_000;
/** Codex accepts leading blanks on these lines, so a context line that looks like one is listed as well. */
const NAMED = /^[ \t]*\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.{1,4096})$/gm;
const BEGIN = '*** Begin Patch';
const PROGRAM = /(?:^|[^\w.-])apply_?patch(?![\w-])/;

/**
 * In the order of the patch, each file once, targets of moves included.
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

/**
 * Whether a shell command passes a patch to `apply_patch`: Codex then calls it Bash, and no rule for edits matches it.
 */
export function isPatchCommand(command: string): boolean {
  return command.includes(BEGIN) && PROGRAM.test(command);
}
