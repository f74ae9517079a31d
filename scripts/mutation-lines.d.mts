export function mutatedFiles(root: string, name: string, folders?: string[]): string[];
export function codeLines(text: string): number[];
export function drawLines(
  root: string,
  name: string,
  count: number,
  seed: string,
  folders?: string[],
): { file: string; line: number }[];
