/** What the commands about the worker share. */

export function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
