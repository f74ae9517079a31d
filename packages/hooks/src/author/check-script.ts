/** Finds hooks whose script or program cannot start. */
import fs from 'node:fs';
import path from 'node:path';
import type { Handler, HandlerAction } from '../engine/handler.ts';
import { definitionFolder } from '../engine/sources.ts';
import type { Finding } from './unreached-hooks.ts';

export type Check = (
  handler: Handler,
  context: { projectDir: string },
) => Omit<Finding, 'place'> | null;

export const missingScript: Check = ({ action, source }, { projectDir }) => {
  const folder = action.kind === 'argv' ? definitionFolder(source.file, projectDir) : projectDir;
  const missing = wordsOf(action)
    .slice(0, 3)
    .map((word) => word.replace(/^["']|["']$/g, ''))
    .find(
      (word) =>
        /^(\.{1,2}\/|\/).+\.(sh|py|js|mjs|cjs|ts|rb|pl)$/.test(word) &&
        !fs.existsSync(path.resolve(folder, word)),
    );
  return missing === undefined
    ? null
    : {
        severity: 'error',
        code: 'missing_script',
        message: `${JSON.stringify(missing)} is not in ${folder}.`,
        remediation: remediationFor(action.kind, folder === projectDir),
      };
};

export const notExecutable: Check = ({ action, source }, { projectDir }) => {
  if (process.platform === 'win32') return null;
  const folder = action.kind === 'argv' ? definitionFolder(source.file, projectDir) : projectDir;
  const [program = ''] = wordsOf(action);
  const file = path.resolve(folder, program);
  if (!program.includes('/') || !fs.existsSync(file) || (fs.statSync(file).mode & 0o111) !== 0)
    return null;
  return {
    severity: 'error',
    code: 'not_executable',
    message: `${JSON.stringify(program)} is not executable, so the hook cannot start.`,
    remediation: `Run \`chmod +x ${file}\`, or name its interpreter: ["bash", ${JSON.stringify(program)}].`,
  };
};

function wordsOf(action: HandlerAction): readonly string[] {
  if (action.kind === 'argv') return action.argv;
  return action.kind === 'shell' ? action.command.split(/\s+/) : [];
}

function remediationFor(kind: 'argv' | 'shell' | 'http', isProject: boolean): string {
  if (kind === 'shell')
    return "A shell command starts in the project's folder. Correct the path, write it in full, or use the list form.";
  const folder = isProject ? "the project's folder" : 'the folder of the hook file';
  return `Paths are relative to ${folder}. Correct the path or put the script there.`;
}
