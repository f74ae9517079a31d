export function testsInProcess(root: string, name: string): { unit: string[]; int: string[] };
