/** Planned edits as unified diffs. Pure. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

/**
 * The changes between two texts in the format of `diff -u`. `null`: there is no file.
 *
 * @example unifiedDiff('.mcp.json', null, '{}\n')
 * // → '--- /dev/null\n+++ .mcp.json\n@@ -0,0 +1,1 @@\n+{}\n'
 */
export function unifiedDiff(name: string, before: string | null, after: string | null): string {
  const from = before === null ? '/dev/null' : name;
  const to = after === null ? '/dev/null' : name;
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  return createTwoFilesPatch(from, to, before ?? '', after ?? '', undefined, undefined, options);
}
