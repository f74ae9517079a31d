// A copy of our package and of Node for one lab, so that a scenario can damage them.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { BIN } from '../../lab/lab.mjs';

/** Links files if the file system allows it, because a scenario removes or replaces them and never writes into them. */
export function copyPackage(lab) {
  const from = path.dirname(path.dirname(BIN));
  const to = path.join(lab.root, 'package');
  for (const name of ['bin', 'dist', 'package.json'])
    linkAll(path.join(from, name), path.join(to, name));
  const node = path.join(lab.root, 'node/bin/node');
  linkAll(process.execPath, node);
  // As a global installation has it.
  const programs = path.join(lab.root, 'bin');
  fs.mkdirSync(programs);
  fs.symlinkSync(path.join(to, 'bin', path.basename(BIN)), path.join(programs, 'hookloom'));
  lab.environment.PATH = `${programs}:${lab.environment.PATH}`;
  lab.own = { node, bin: path.join(to, 'bin', path.basename(BIN)), package: to };
}

function linkAll(from, to) {
  fs.mkdirSync(path.dirname(to), { recursive: true });
  if (fs.statSync(from).isDirectory()) {
    fs.mkdirSync(to, { recursive: true });
    for (const name of fs.readdirSync(from)) linkAll(path.join(from, name), path.join(to, name));
    return;
  }
  try {
    fs.linkSync(from, to);
  } catch {
    fs.copyFileSync(from, to);
  }
}

/** A folder with every system program except Node, for a machine without Node. */
export function programsWithoutNode(lab) {
  const folder = path.join(lab.root, 'programs');
  fs.mkdirSync(folder);
  for (const from of ['/usr/local/bin', '/usr/bin', '/bin'])
    for (const name of fs.existsSync(from) ? fs.readdirSync(from) : []) {
      if (/^(node|nodejs|npm|npx|corepack|bun|deno|hookloom|zaxy)$/.test(name)) continue;
      if (!fs.existsSync(path.join(folder, name)))
        fs.symlinkSync(path.join(from, name), path.join(folder, name));
    }
  return folder;
}

/**
 * Shows the client, and all its child processes, a file that cannot be executed instead of the system's Node. Needs the
 * right to make mounts; without it Node is only missing from the path.
 */
export function hideNode(lab, { command, args }) {
  const node = fs.realpathSync(process.execPath);
  const own = path.join(lab.root, 'node-of-the-client');
  // A client that is a program for Node runs with a copy of it.
  if (command === process.execPath) linkAll(node, own);
  const line = [command === process.execPath ? own : command, ...args];
  const script = `mount --bind /dev/null '${node}' 2> /dev/null; exec "$@"`;
  const canMount = spawnSync('unshare', ['-m', 'true']).status === 0;
  return canMount
    ? { command: 'unshare', args: ['-m', '/bin/sh', '-c', script, 'sh', ...line] }
    : { command: line[0], args: line.slice(1) };
}
