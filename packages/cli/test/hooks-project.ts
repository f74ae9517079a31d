/** A project for the commands for authors of hooks, with a home of its own below its folder. New for every test. */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { freshFolder, type Folder } from './folder.ts';

const REFUSAL = '{"decision":"block","reason":"Not today"}';

export function hooksProject() {
  let folder: Folder;
  beforeEach(() => {
    folder = freshFolder();
  });
  afterEach(() => folder.remove());

  /** A file of the project. */
  function put(file: string, text: string): void {
    fs.mkdirSync(path.dirname(path.join(folder.path, file)), { recursive: true });
    folder.write(file, text);
  }

  function options(input = ''): { input: string; env: Record<string, string> } {
    const home = path.join(folder.path, 'home');
    fs.mkdirSync(home, { recursive: true });
    return { input, env: { HOME: home } };
  }

  return {
    get folder() {
      return folder;
    },
    put,
    options,
    run: (args: string[], input = '') => folder.run(['hooks', ...args], options(input)),
    asPerson: (args: string[]) => folder.asPerson(['hooks', ...args], options()),
    json: (args: string[], input = ''): Promise<any> =>
      folder.json(['hooks', ...args], options(input)),
    /** With a hook that refuses every Bash call. */
    guarded(): void {
      put('guard.sh', `#!/bin/sh\necho '${REFUSAL}'\n`);
      put(
        '.hookloom/hooks.toml',
        '[[hooks.pre_tool_use]]\ncommand = ["sh", "./guard.sh"]\nmatcher = "^Bash$"\n',
      );
    },
  };
}
