/** Shared by the commands that control the worker. */

export function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
