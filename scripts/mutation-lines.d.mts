export function mutatedFiles(root: string, name: string): string[];
export function codeLines(text: string): number[];
export function drawLines(
  root: string,
  name: string,
  count: number,
  seed: string,
): { file: string; line: number }[];
