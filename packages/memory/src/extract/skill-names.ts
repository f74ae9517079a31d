/** The name of a version of a skill in the graph. */
export function versionName(id: string, version: string): string {
  return `skill:${id}:v${version}`;
}
