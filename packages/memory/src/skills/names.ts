/** The name of a version of a skill in the graph (zaxy.md §5.5). */
export function versionName(id: string, version: string): string {
  return `skill:${id}:v${version}`;
}
