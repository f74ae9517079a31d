/** Finds the user's own ONNX runtime. This package ships none. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { unavailable } from '@hookloom/core';

/** The native one comes first because it is faster. */
const PACKAGES = ['onnxruntime-node', 'onnxruntime-web'] as const;

/**
 * Looks only in `node_modules` of the given folders, never in the current folder, which may be untrusted.
 *
 * @param folders Absolute paths. The first one with a runtime counts
 * @param setting The variable that names the model, for the error
 * @throws `unavailable` if there is none
 */
export function findRuntime(folders: readonly string[], setting: string) {
  for (const folder of folders) {
    for (const name of PACKAGES) {
      const root = path.join(folder, 'node_modules', name);
      if (!fs.existsSync(path.join(root, 'package.json'))) continue;
      try {
        return {
          package: name,
          file: createRequire(path.join(folder, 'package.json')).resolve(name),
        };
      } catch {
        // Ignores an incomplete installation.
      }
    }
  }
  throw unavailable(
    `${setting} is set, but no ONNX runtime is installed for it.`,
    `Run \`npm install onnxruntime-node\` in that folder, or name a folder that has it in ${setting.replace('MODEL', 'RUNTIME')}.`,
  );
}
