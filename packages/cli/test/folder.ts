/** Runs command lines in a folder of their own. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sha256Hex } from '@hookloom/core';
import { stateDirPath } from '@hookloom/core/settings';
import { runInProcess, type Ran } from './in-process.ts';

export interface RunOptions {
  input?: string | Buffer;
  env?: Record<string, string>;
  /** A folder below. */
  cwd?: string;
  /** The width of the terminal. */
  columns?: number;
}

export interface Folder {
  readonly path: string;
  run(args: string[], options?: RunOptions): Promise<Ran>;
  /** Runs with `--json` and parses what it prints. */
  json(args: string[], options?: RunOptions): Promise<any>;
  /** Runs a command that only a person may run, with the admin token that this home folder knows. */
  asPerson(args: string[], options?: RunOptions): Promise<Ran>;
  write(file: string, text: string | Buffer): void;
  read(file: string): string;
  /** Every file with its content, to check that nothing changed. */
  snapshot(): Record<string, string>;
  remove(): void;
}

/** A fresh folder whose default session is `shop-default`. */
export function freshFolder(): Folder {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-cli-'));
  const folder: Folder = {
    path: root,
    run: (args, { input = '', env = {}, cwd = '.', columns } = {}) =>
      runInProcess(args, {
        cwd: path.join(root, cwd),
        input,
        columns,
        env: environmentOf(root, env),
      }),
    async json(args, options) {
      const ran = await folder.run([...args, '--json'], options);
      try {
        return JSON.parse(ran.stdout);
      } catch {
        throw new Error(`${args.join(' ')} printed no JSON: ${ran.stdout}${ran.stderr}`);
      }
    },
    asPerson(args, options = {}) {
      const env = { HOME: root, ...options.env };
      const token = knownToken(env);
      return folder.run([...args, ...token.args], { ...options, env: { ...env, ...token.env } });
    },
    write: (file, text) => fs.writeFileSync(path.join(root, file), text),
    read: (file) => fs.readFileSync(path.join(root, file), 'utf8'),
    snapshot() {
      const files = fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
      return Object.fromEntries(
        files.map((file) => {
          const absolute = path.join(root, file);
          return [file, fs.statSync(absolute).isFile() ? fs.readFileSync(absolute, 'latin1') : '/'];
        }),
      );
    },
    remove: () => fs.rmSync(root, { recursive: true, force: true }),
  };
  return folder;
}

/** The environment of a command whose home folder is `root`. */
export function environmentOf(root: string, env: Record<string, string>): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: root,
    // Set by tests that also write in this process, because one state folder is one installation.
    HOOKLOOM_STATE_DIR: process.env['HOOKLOOM_STATE_DIR'] ?? '',
    ZAXY_DOMAIN: 'shop',
    HOOKLOOM_WORKER_AUTOSTART: 'false',
    ...env,
  };
}

/** Registers a token with the installation of a home folder, as its person would, and returns how to use it. */
export function knownToken(env: Record<string, string>): {
  args: string[];
  env: Record<string, string>;
} {
  const token = 'an admin token for tests';
  const stateDir = stateDirPath(env);
  fs.mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const file = path.join(stateDir, 'token');
  fs.writeFileSync(file, token, { mode: 0o600 });
  fs.writeFileSync(path.join(stateDir, 'admin-token.sha256'), sha256Hex(token), { mode: 0o600 });
  return { args: ['--admin-token-file', file], env: { MCP_ADMIN_TOKEN: token } };
}

/** Appends one event and returns the answer. */
export async function append(
  folder: Folder,
  type: string,
  payload: unknown,
  args: string[] = [],
): Promise<any> {
  const ran = await folder.run(['memory', 'append', type, '--actor', 'ann', ...args], {
    input: JSON.stringify(payload),
  });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return JSON.parse(ran.stdout);
}
